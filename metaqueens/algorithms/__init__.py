"""The algorithms by name. ``use: package.module:Class`` in a config adds one from outside."""

from typing import TYPE_CHECKING, Any

from metaqueens.plugins.code import Table

if TYPE_CHECKING:
    from metaqueens.algorithms.adaptive_search import AdaptiveSearch as AdaptiveSearch
    from metaqueens.algorithms.breakout import Breakout as Breakout
    from metaqueens.algorithms.extremal_optimisation import (
        ExtremalOptimisation as ExtremalOptimisation,
    )
    from metaqueens.algorithms.genetic import Genetic as Genetic
    from metaqueens.algorithms.hill_climbing import HillClimbing as HillClimbing
    from metaqueens.algorithms.iterated_local_search import (
        IteratedLocalSearch as IteratedLocalSearch,
    )
    from metaqueens.algorithms.local_search import LocalSearch as LocalSearch
    from metaqueens.algorithms.min_conflicts import MinConflicts as MinConflicts
    from metaqueens.algorithms.model_based.ant_colony import AntColony as AntColony
    from metaqueens.algorithms.model_based.estimation_of_distribution import (
        EstimationOfDistribution as EstimationOfDistribution,
    )
    from metaqueens.algorithms.particle_swarm import ParticleSwarm as ParticleSwarm
    from metaqueens.algorithms.queue_search import QueueSearch as QueueSearch
    from metaqueens.algorithms.random_search import RandomSearch as RandomSearch
    from metaqueens.algorithms.random_walk import RandomWalk as RandomWalk
    from metaqueens.algorithms.simulated_annealing import SimulatedAnnealing as SimulatedAnnealing
    from metaqueens.algorithms.sosic_gu import SosicGu as SosicGu
    from metaqueens.algorithms.tabu_search import TabuSearch as TabuSearch

# Imported when first used: a config error should not wait for algorithms that its file leaves out.
ALGORITHMS = Table(
    {
        "hill_climbing": "metaqueens.algorithms.hill_climbing:HillClimbing",
        "simulated_annealing": "metaqueens.algorithms.simulated_annealing:SimulatedAnnealing",
        "min_conflicts": "metaqueens.algorithms.min_conflicts:MinConflicts",
        "genetic": "metaqueens.algorithms.genetic:Genetic",
        "tabu_search": "metaqueens.algorithms.tabu_search:TabuSearch",
        "adaptive_search": "metaqueens.algorithms.adaptive_search:AdaptiveSearch",
        "breakout": "metaqueens.algorithms.breakout:Breakout",
        "extremal_optimisation": "metaqueens.algorithms.extremal_optimisation:ExtremalOptimisation",
        "ant_colony": "metaqueens.algorithms.model_based.ant_colony:AntColony",
        "estimation_of_distribution": "metaqueens.algorithms.model_based."
        "estimation_of_distribution:EstimationOfDistribution",
        "particle_swarm": "metaqueens.algorithms.particle_swarm:ParticleSwarm",
        "queue_search": "metaqueens.algorithms.queue_search:QueueSearch",
        "sosic_gu": "metaqueens.algorithms.sosic_gu:SosicGu",
        "local_search": "metaqueens.algorithms.local_search:LocalSearch",
        "iterated_local_search": "metaqueens.algorithms.iterated_local_search:IteratedLocalSearch",
        "random_search": "metaqueens.algorithms.random_search:RandomSearch",
        "random_walk": "metaqueens.algorithms.random_walk:RandomWalk",
    }
)


def __getattr__(name: str) -> Any:
    for use, home in ALGORITHMS.homes.items():
        if home.endswith(f":{name}"):
            return ALGORITHMS[use]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
