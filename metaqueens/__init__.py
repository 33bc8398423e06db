"""Metaheuristic experiments on the N-queens problem.

>>> from metaqueens import solve
>>> solve(100, "simulated_annealing", seed=1).solved
True
"""

from importlib import import_module

TYPE_CHECKING = False  # typing's own is not imported for it: the program starts with this module
if TYPE_CHECKING:
    from typing import Any

    from metaqueens.algorithms import (
        AdaptiveSearch as AdaptiveSearch,
        AntColony as AntColony,
        Breakout as Breakout,
        EstimationOfDistribution as EstimationOfDistribution,
        ExtremalOptimisation as ExtremalOptimisation,
        Genetic as Genetic,
        HillClimbing as HillClimbing,
        IteratedLocalSearch as IteratedLocalSearch,
        LocalSearch as LocalSearch,
        MinConflicts as MinConflicts,
        ParticleSwarm as ParticleSwarm,
        QueueSearch as QueueSearch,
        RandomSearch as RandomSearch,
        RandomWalk as RandomWalk,
        SimulatedAnnealing as SimulatedAnnealing,
        SosicGu as SosicGu,
        TabuSearch as TabuSearch,
    )
    from metaqueens.analysis.comparison import compare as compare
    from metaqueens.analysis.data.runs import load_runs as load_runs
    from metaqueens.calls import Runs as Runs, run as run, solve as solve
    from metaqueens.config import load as load
    from metaqueens.contestants.portfolio import Portfolio as Portfolio
    from metaqueens.problem.queens import Queens as Queens
    from metaqueens.problem.space import Space as Space
    from metaqueens.programs.contestant import Program as Program
    from metaqueens.search.budget import Budget as Budget
    from metaqueens.search.parameters import Parameters as Parameters
    from metaqueens.search.result import Result as Result

__version__ = "0.9.0"

# Where each name of the public face lives; imported when it is first asked for (PEP 562).
_HOMES = {
    "AdaptiveSearch": "algorithms",
    "AntColony": "algorithms",
    "Breakout": "algorithms",
    "Budget": "search.budget",
    "EstimationOfDistribution": "algorithms",
    "ExtremalOptimisation": "algorithms",
    "Genetic": "algorithms",
    "HillClimbing": "algorithms",
    "IteratedLocalSearch": "algorithms",
    "LocalSearch": "algorithms",
    "MinConflicts": "algorithms",
    "Parameters": "search.parameters",
    "ParticleSwarm": "algorithms",
    "Portfolio": "contestants.portfolio",
    "Program": "programs.contestant",
    "Queens": "problem.queens",
    "Result": "search.result",
    "QueueSearch": "algorithms",
    "RandomSearch": "algorithms",
    "RandomWalk": "algorithms",
    "Runs": "calls",
    "SimulatedAnnealing": "algorithms",
    "SosicGu": "algorithms",
    "Space": "problem.space",
    "TabuSearch": "algorithms",
    "compare": "analysis.comparison",
    "load": "config",
    "load_runs": "analysis.data.runs",
    "run": "calls",
    "solve": "calls",
}
__all__ = list(_HOMES)


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
