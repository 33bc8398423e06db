"""Reports of searches: snapshots, and populations for films."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

# Signals that describe a snapshot, beside those that steer the search.
GENERATION, PLACED = "generation", "placed"
# The row of a column without a queen.
EMPTY = -1
NOTHING: Mapping[str, int] = MappingProxyType({})


class Population(NamedTuple):
    """The individuals of a generation.

    boards : (k, n) int32
    costs : (k,) int64, the cost of each
    """

    boards: np.ndarray
    costs: np.ndarray


class Elsewhere(NamedTuple):
    """The ``seconds`` from the start of a search in another process to a snapshot.

    The last one also has the processor seconds of its processes, and their standard error.
    """

    seconds: float
    cpu_seconds: float = 0.0
    said: str = ""


class Snapshot(NamedTuple):
    """The state of a search in a report.

    Its arrays and signals are valid until the search continues.

    Parameters
    ----------
    values
        (n,) int32, the best candidate solution so far.
    cost
        The cost of that solution.
    found_at
        The evaluation that found it, from 1.
    evaluations
        Number of evaluations so far, in full or by difference.
    steps
        Number of moves made so far, or of generations of a population.
    counters
        Further counts of this search, by name; they belong to the result.
    current
        (n,) the present candidate solution; None for a population.
    signals
        Function that returns the quantities that steer the search at present, by name, such as
        ``temperature``; a film shows them. ``generation`` means that steps are generations,
        ``placed`` is the number of columns of ``current`` that hold a queen.
    population
        Function that returns the present population; None for a search with one solution.
    elsewhere
        The times of a search in another process; None for this one.
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
    """Return ``snapshot`` with read-only views of its arrays."""
    return snapshot._replace(
        values=_view(snapshot.values),
        current=None if snapshot.current is None else _view(snapshot.current),
    )


def _view(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view
