"""What searches report: their snapshots, and for films their populations."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

# Signals that say what a snapshot is, beside those that steer the search.
GENERATION, PLACED = "generation", "placed"
# The row of a column without a queen.
EMPTY = -1
NOTHING: Mapping[str, int] = MappingProxyType({})


class Brood(NamedTuple):
    """The children of one generation. Number k and k + 1, k even, are of the same two parents.

    parents : (m, n) int32, the board that each child is a copy of at first
    mated : (m,) bool, whether it was crossed with the parent of its neighbour
    crossed : (m, n) int32, the child after that
    children : (m, n) int32, the child after mutation, and local search where there is one
    costs : (m,) int64, the cost of each child
    """

    parents: np.ndarray
    mated: np.ndarray
    crossed: np.ndarray
    children: np.ndarray
    costs: np.ndarray


class Population(NamedTuple):
    """The boards of a generation.

    boards : (k, n) int32
    costs : (k,) int64, the cost of each
    breed : called, the children of the next generation, made ahead on copies: the run goes on as if
        nobody had asked
    """

    boards: np.ndarray
    costs: np.ndarray
    breed: Callable[[], Brood]


class Elsewhere(NamedTuple):
    """Of a search in another process: the ``seconds`` from its start to this snapshot.

    At its end also the processor seconds of its processes, and what they wrote to standard error.
    """

    seconds: float
    cpu_seconds: float = 0.0
    said: str = ""


class Snapshot(NamedTuple):
    """Where a search stands.

    Its arrays and signals are valid until the search goes on.

    Parameters
    ----------
    values
        (n,) int32, the best candidate solution so far.
    cost
        The cost of that solution.
    found_at
        The evaluation that found it, from 1.
    evaluations
        Boards priced so far, in full or by difference.
    steps
        Moves made so far; generations of a population.
    counters
        What else this search counts, by name; a result keeps them.
    current
        (n,) the board that a search of one board stands on; None for a population.
    signals
        Called, the quantities that steer the search at present, by name, such as
        ``temperature``; a film shows them. ``generation`` says that steps are generations,
        ``placed`` that only the first so many columns of ``current`` hold a queen.
    population
        Called, the present boards of a search that has many; None for a search of one board.
    elsewhere
        When it was reached in another process, where it was; None for here and now.
    """

    values: np.ndarray
    cost: int
    found_at: int
    evaluations: int
    steps: int
    counters: Mapping[str, int] = NOTHING
    current: np.ndarray | None = None
    signals: Callable[[], Mapping[str, float | str]] = dict
    population: Callable[[], Population] | None = None
    elsewhere: Elsewhere | None = None


def read_only(snapshot: Snapshot) -> Snapshot:
    """``snapshot`` with its boards as views that nobody can write to."""
    return snapshot._replace(
        values=_view(snapshot.values),
        current=None if snapshot.current is None else _view(snapshot.current),
    )


def _view(board: np.ndarray) -> np.ndarray:
    view = board.view()
    view.flags.writeable = False
    return view
