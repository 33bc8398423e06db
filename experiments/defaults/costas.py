"""Costas arrays: a permutation whose difference vectors are all distinct (CSPLib 076)."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem, kernel


class Counts(NamedTuple):
    """How often each difference occurs, (n // 2 + 1, 2 n - 1), by distance."""

    seen: np.ndarray


@kernel
def count(values, seen, d, i, by):
    """Add or remove the difference of variables i and i + d; return the change of the cost."""
    n = values.size
    k = values[i + d] - values[i] + n - 1
    seen[d, k] += by
    return by * np.int64(seen[d, k] > (by > 0))


@kernel
def count_around(values, seen, i, j, by):
    """Add or remove every difference in which variables ``i`` and ``j`` take part."""
    n, change = values.size, np.int64(0)
    for d in range(1, n // 2 + 1):
        if i >= d:
            change += count(values, seen, d, i - d, by)
        if i + d < n:
            change += count(values, seen, d, i, by)
        if j >= d and j - d != i:
            change += count(values, seen, d, j - d, by)
        if j + d < n and j + d != i:
            change += count(values, seen, d, j, by)
    return change


class Costas(Problem):
    """The cost is the number of repeated differences, for each distance up to n / 2."""

    n: int

    def data(self):
        return Counts(np.zeros((self.n // 2 + 1, 2 * self.n - 1), np.int32))

    @staticmethod
    def cost(values, data):
        n, cost = values.size, np.int64(0)
        data.seen[:] = 0
        for d in range(1, n // 2 + 1):  # the other distances follow (Chang 1987)
            for i in range(n - d):
                cost += count(values, data.seen, d, i, 1)
        return cost

    @staticmethod
    def swap(values, data, i, j):
        change = count_around(values, data.seen, i, j, -1)
        values[i], values[j] = values[j], values[i]
        return change + count_around(values, data.seen, i, j, 1)

    @staticmethod
    def variable_cost(values, data, i):
        n, repeats = values.size, np.int64(0)
        for d in range(1, n // 2 + 1):
            if i >= d:
                repeats += data.seen[d, values[i] - values[i - d] + n - 1] > 1
            if i + d < n:
                repeats += data.seen[d, values[i + d] - values[i] + n - 1] > 1
        return repeats
