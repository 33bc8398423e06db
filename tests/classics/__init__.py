"""The classic problems that are shipped, by name."""

from metaqueens import AllInterval, Colouring, Costas, MagicSquare

# A problem of each kind and form.
PROBLEMS = {
    "costas": Costas(n=9),
    "costas weighted": Costas(n=9, form="weighted"),
    "all_interval": AllInterval(n=9),
    "all_interval largest": AllInterval(n=9, form="largest"),
    "magic_square": MagicSquare(order=4),
    "colouring": Colouring(queens=5, colours=5),
    "colouring of a graph": Colouring(vertices=5, edges=[(0, 1), (0, 4), (1, 2)], colours=3),
}
