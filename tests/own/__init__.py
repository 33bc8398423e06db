"""Problems of one's own: the files in ``problems`` are what users would write."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from tests.own.problems.colouring import Colouring
from tests.own.problems.costas import Costas
from tests.own.problems.interval import AllInterval
from tests.own.problems.ruler import Ruler


def count_interval(problem: Any, values: list[int]) -> int:
    steps = [abs(a - b) for a, b in pairwise(values)]
    return len(steps) - len(set(steps))


def count_costas(problem: Any, values: list[int]) -> int:
    n = len(values)
    rows = ([values[i + d] - values[i] for i in range(n - d)] for d in range(1, n // 2 + 1))
    return sum(len(row) - len(set(row)) for row in rows)


def count_colouring(problem: Any, values: list[int]) -> int:
    return sum(values[a] == values[b] for a, b in problem.edges())


def count_ruler(problem: Any, values: list[int]) -> int:
    n = len(values)
    spans = [abs(values[i] - values[j]) for i in range(n) for j in range(i)]
    return len(spans) - len(set(spans)) + spans.count(0)


# A problem of each kind and a count of its cost that shares nothing with its file.
COUNTS: dict[Any, Callable[[Any, list[int]], int]] = {
    AllInterval(n=8): count_interval,
    Costas(n=8): count_costas,
    Colouring(vertices=12, colours=3): count_colouring,
    Ruler(n=5, length=11): count_ruler,
}


def run_of(result: Any) -> tuple:
    """Return what is the same of two runs that are the same."""
    counts = result.cost, result.evaluations, result.steps, result.reason
    return (*np.asarray(result.values).tolist(), *counts)
