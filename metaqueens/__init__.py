"""Metaheuristic experiments on n queens and on problems of your own.

>>> from metaqueens import solve
>>> solve(100, "simulated_annealing", seed=1).solved
True
"""

from importlib import import_module

TYPE_CHECKING = False  # typing's own is not imported for it: the program starts with this module
if TYPE_CHECKING:
    from typing import Any

    from metaqueens.algorithms.adaptive_search import AdaptiveSearch as AdaptiveSearch
    from metaqueens.algorithms.ant_colony import AntColony as AntColony
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
    from metaqueens.algorithms.random_search import RandomSearch as RandomSearch
    from metaqueens.algorithms.simulated_annealing import (
        Constant as Constant,
        Geometric as Geometric,
        Linear as Linear,
        SimulatedAnnealing as SimulatedAnnealing,
    )
    from metaqueens.algorithms.tabu_search import TabuSearch as TabuSearch
    from metaqueens.analysis.comparison import compare as compare
    from metaqueens.analysis.data.runs import load_runs as load_runs
    from metaqueens.arena.score import score as score
    from metaqueens.calls import Runs as Runs, run as run, solve as solve
    from metaqueens.classics.all_interval import AllInterval as AllInterval
    from metaqueens.classics.colouring import Colouring as Colouring
    from metaqueens.classics.costas import Costas as Costas
    from metaqueens.classics.magic_square import MagicSquare as MagicSquare
    from metaqueens.config import load as load
    from metaqueens.core.jit import kernel as kernel
    from metaqueens.problem.problem import Problem as Problem
    from metaqueens.problem.space import Space as Space
    from metaqueens.programs.contestant import Program as Program
    from metaqueens.queens.problem import Queens as Queens
    from metaqueens.queens.queue_search import QueueSearch as QueueSearch
    from metaqueens.search.algorithm import Algorithm as Algorithm
    from metaqueens.search.budget import Budget as Budget
    from metaqueens.search.result import Result as Result
    from metaqueens.tuning import tune as tune

__version__ = "1.0.0"

# The modules of the public names, imported when a name is first used (PEP 562).
_HOMES = {
    "AdaptiveSearch": "algorithms.adaptive_search",
    "AllInterval": "classics.all_interval",
    "AntColony": "algorithms.ant_colony",
    "Budget": "search.budget",
    "Colouring": "classics.colouring",
    "Constant": "algorithms.simulated_annealing",
    "Costas": "classics.costas",
    "ExtremalOptimisation": "algorithms.extremal_optimisation",
    "Genetic": "algorithms.genetic",
    "Geometric": "algorithms.simulated_annealing",
    "HillClimbing": "algorithms.hill_climbing",
    "IteratedLocalSearch": "algorithms.iterated_local_search",
    "Linear": "algorithms.simulated_annealing",
    "LocalSearch": "algorithms.local_search",
    "MagicSquare": "classics.magic_square",
    "MinConflicts": "algorithms.min_conflicts",
    "Algorithm": "search.algorithm",
    "Problem": "problem.problem",
    "Program": "programs.contestant",
    "Queens": "queens.problem",
    "Result": "search.result",
    "QueueSearch": "queens.queue_search",
    "RandomSearch": "algorithms.random_search",
    "Runs": "calls",
    "SimulatedAnnealing": "algorithms.simulated_annealing",
    "Space": "problem.space",
    "TabuSearch": "algorithms.tabu_search",
    "compare": "analysis.comparison",
    "kernel": "core.jit",
    "load": "config",
    "load_runs": "analysis.data.runs",
    "run": "calls",
    "score": "arena.score",
    "solve": "calls",
    "tune": "tuning",
}
__all__ = list(_HOMES)


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
