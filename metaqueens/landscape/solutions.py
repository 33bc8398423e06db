"""The solutions of a problem: all of them where they are few, and their share of the boards."""

from itertools import islice
from typing import NamedTuple

import numpy as np

from metaqueens.exact import bitmask, counting, forward_checking, tree_size
from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.problem.queens import Queens

# Plain boards beyond have more solutions than anybody wants to measure distances to.
LISTED_UP_TO, MOST_SOLUTIONS, MOST_NODES = 12, 20_000, 5_000_000
COUNTED_UP_TO, DESCENTS = 14, 200_000


def all_solutions(problem: Queens) -> np.ndarray | None:
    """All solutions, (k, n); None where they are too many, or take too long to find."""
    if problem.is_plain and problem.n > LISTED_UP_TO:
        return None
    method = bitmask if problem.is_plain else forward_checking
    if method.supports(problem):
        return None
    try:
        boards = method.boards(problem, Effort(limit=MOST_NODES))
        found = list(islice(boards, MOST_SOLUTIONS + 1))
    except LimitReached:
        return None
    if len(found) > MOST_SOLUTIONS:
        return None
    return np.array(found, np.int64).reshape(-1, problem.n)


class Count(NamedTuple):
    """How many solutions there are, with an interval where it is an estimate."""

    solutions: float
    low: float | None = None
    high: float | None = None
    descents: int | None = None


def count(problem: Queens, known: np.ndarray | None, seed: int) -> Count | None:
    """How many there are: listed, counted, or by Knuth's estimate; None where nobody knows."""
    if known is not None:
        return Count(len(known))
    if problem.is_plain and problem.n <= COUNTED_UP_TO:
        *_, found = counting.count(Queens(problem.n))
        return Count(found.solutions)
    if not problem.is_plain or tree_size.supports(problem):
        return None
    rng = np.random.default_rng(seed)
    about = tree_size.estimate(Queens(problem.n), DESCENTS, rng).solutions
    return Count(about.value, *about.ci95, DESCENTS)
