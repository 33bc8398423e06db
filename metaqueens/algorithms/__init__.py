"""The algorithms by name. ``use: package.module:Class`` in a config adds one from outside."""

from metaqueens.algorithms.genetic import Genetic
from metaqueens.algorithms.hill_climbing import HillClimbing
from metaqueens.algorithms.min_conflicts import MinConflicts
from metaqueens.algorithms.queue_search import QueueSearch
from metaqueens.algorithms.simulated_annealing import SimulatedAnnealing
from metaqueens.algorithms.sosic_gu import SosicGu
from metaqueens.search import Parameters

ALGORITHMS: dict[str, type[Parameters]] = {
    "hill_climbing": HillClimbing,
    "simulated_annealing": SimulatedAnnealing,
    "min_conflicts": MinConflicts,
    "genetic": Genetic,
    "queue_search": QueueSearch,
    "sosic_gu": SosicGu,
}
