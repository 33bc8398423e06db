"""The algorithms by name. ``use: package.module:Class`` in a config names a user's algorithm."""

from metaqueens.plugins.code import LazyTable

# Imported when first used, so that a config error does not wait for algorithms not in the file.
ALGORITHMS = LazyTable(
    {
        "hill_climbing": "metaqueens.algorithms.hill_climbing:HillClimbing",
        "simulated_annealing": "metaqueens.algorithms.simulated_annealing:SimulatedAnnealing",
        "min_conflicts": "metaqueens.algorithms.min_conflicts:MinConflicts",
        "genetic": "metaqueens.algorithms.genetic:Genetic",
        "tabu_search": "metaqueens.algorithms.tabu_search:TabuSearch",
        "adaptive_search": "metaqueens.algorithms.adaptive_search:AdaptiveSearch",
        "extremal_optimisation": "metaqueens.algorithms.extremal_optimisation:ExtremalOptimisation",
        "ant_colony": "metaqueens.algorithms.ant_colony:AntColony",
        "queue_search": "metaqueens.queens.queue_search:QueueSearch",
        "local_search": "metaqueens.algorithms.local_search:LocalSearch",
        "iterated_local_search": "metaqueens.algorithms.iterated_local_search:IteratedLocalSearch",
        "random_search": "metaqueens.algorithms.random_search:RandomSearch",
    }
)
