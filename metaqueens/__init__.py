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
    from metaqueens.analysis.comparison import Comparison as Comparison, compare as compare
    from metaqueens.analysis.data.runs import load_runs as load_runs
    from metaqueens.arena.score import score as score
    from metaqueens.calls import Runs as Runs, run as run, solve as solve
    from metaqueens.classics.all_interval import AllInterval as AllInterval
    from metaqueens.classics.colouring import Colouring as Colouring
    from metaqueens.classics.costas import Costas as Costas
    from metaqueens.classics.magic_square import MagicSquare as MagicSquare
    from metaqueens.config import ConfigError as ConfigError, Experiment as Experiment, load as load
    from metaqueens.core.jit import kernel as kernel
    from metaqueens.experiment.results.schema import StoreError as StoreError
    from metaqueens.problem.problem import Problem as Problem
    from metaqueens.problem.space import Space as Space
    from metaqueens.programs.contestant import Program as Program
    from metaqueens.queens.problem import Queens as Queens
    from metaqueens.queens.queue_search import QueueSearch as QueueSearch
    from metaqueens.search.algorithm import Algorithm as Algorithm
    from metaqueens.search.budget import Budget as Budget
    from metaqueens.search.result import Result as Result
    from metaqueens.text.errors import UserError as UserError
    from metaqueens.tuning import tune as tune

__version__ = "1.0.0"

# The public names in each module, which is imported when one is first used (PEP 562).
_NAMES = {
    "algorithms.adaptive_search": "AdaptiveSearch",
    "algorithms.ant_colony": "AntColony",
    "algorithms.extremal_optimisation": "ExtremalOptimisation",
    "algorithms.genetic": "Genetic",
    "algorithms.hill_climbing": "HillClimbing",
    "algorithms.iterated_local_search": "IteratedLocalSearch",
    "algorithms.local_search": "LocalSearch",
    "algorithms.min_conflicts": "MinConflicts",
    "algorithms.random_search": "RandomSearch",
    "algorithms.simulated_annealing": "Constant Geometric Linear SimulatedAnnealing",
    "algorithms.tabu_search": "TabuSearch",
    "analysis.comparison": "compare Comparison",
    "analysis.data.runs": "load_runs",
    "arena.score": "score",
    "calls": "Runs run solve",
    "classics.all_interval": "AllInterval",
    "classics.colouring": "Colouring",
    "classics.costas": "Costas",
    "classics.magic_square": "MagicSquare",
    "config": "load ConfigError Experiment",
    "core.jit": "kernel",
    "experiment.results.schema": "StoreError",
    "problem.problem": "Problem",
    "problem.space": "Space",
    "programs.contestant": "Program",
    "queens.problem": "Queens",
    "queens.queue_search": "QueueSearch",
    "search.algorithm": "Algorithm",
    "search.budget": "Budget",
    "search.result": "Result",
    "text.errors": "UserError",
    "tuning": "tune",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = list(_HOMES)


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
