"""The problems of this study, by name.

Five choose the rule. Two judge it; they were seen while it was made. Two more were not.
"""

from experiments.defaults.all_interval import AllInterval
from experiments.defaults.autocorrelation import Autocorrelation
from experiments.defaults.costas import Costas
from experiments.defaults.langford import Langford
from experiments.defaults.latin_square import LatinSquare
from experiments.defaults.magic_square import MagicSquare
from experiments.defaults.own_queens import OwnQueens
from experiments.defaults.partition import Partition
from experiments.defaults.queen_colouring import QueenColouring

CHOOSING = {
    "Costas arrays 10": Costas(n=10),
    "Costas arrays 13": Costas(n=13),
    "all-interval series 10": AllInterval(n=10),
    "all-interval series 14": AllInterval(n=14),
    "magic square 4": MagicSquare(order=4),
    "magic square 6": MagicSquare(order=6),
    "queen graph 6, 7 colours": QueenColouring(order=6, colours=7),
    "queen graph 8, 10 colours": QueenColouring(order=8, colours=10),
    "n queens 20": OwnQueens(n=20),
    "n queens 200": OwnQueens(n=200),
}
JUDGING = {
    "Langford pairs 8": Langford(pairs=8),
    "Langford pairs 16": Langford(pairs=16),
    "number partitioning 20": Partition(n=20, largest=1_000),
    "number partitioning 40": Partition(n=40, largest=100_000),
}
FRESH = {
    "Latin square 6": LatinSquare(order=6),
    "Latin square 9": LatinSquare(order=9),
    "low autocorrelation 20": Autocorrelation(n=20),
    "low autocorrelation 27": Autocorrelation(n=27),
}
# Problems of one size each, for the defaults beside the temperature.
OTHERS = {
    "Costas arrays 11": Costas(n=11),
    "all-interval series 12": AllInterval(n=12),
    "magic square 4": MagicSquare(order=4),
    "queen graph 7, 9 colours": QueenColouring(order=7, colours=9),
    "n queens 50": OwnQueens(n=50),
    "Langford pairs 12": Langford(pairs=12),
    "number partitioning 24": Partition(n=24, largest=3_000),
}
