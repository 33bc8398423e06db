"""All-interval series: a permutation whose adjacent differences are distinct (CSPLib 007)."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem, kernel


class Counts(NamedTuple):
    """How often each distance of neighbours occurs, (n,)."""

    seen: np.ndarray


@kernel
def count(values, seen, i, by):
    """Add or remove the distance of i and i + 1; return the change of the cost."""
    if i < 0 or i + 1 >= values.size:
        return np.int64(0)
    k = abs(values[i + 1] - values[i])
    seen[k] += by
    return by * np.int64(seen[k] > (by > 0))


@kernel
def count_around(values, seen, i, j, by):
    """Add or remove every distance in which variables ``i`` and ``j`` take part."""
    change = count(values, seen, i - 1, by) + count(values, seen, i, by)
    if j - 1 != i:
        change += count(values, seen, j - 1, by)
    if j != i - 1:
        change += count(values, seen, j, by)
    return change


class AllInterval(Problem):
    """The cost is the number of repeated distances."""

    n: int

    def data(self):
        return Counts(np.zeros(self.n, np.int32))

    @staticmethod
    def cost(values, data):
        cost = np.int64(0)
        data.seen[:] = 0
        for i in range(values.size - 1):
            cost += count(values, data.seen, i, 1)
        return cost

    @staticmethod
    def swap(values, data, i, j):
        change = count_around(values, data.seen, i, j, -1)
        values[i], values[j] = values[j], values[i]
        return change + count_around(values, data.seen, i, j, 1)

    @staticmethod
    def variable_cost(values, data, i):
        repeats = np.int64(0)
        if i > 0:
            repeats += data.seen[abs(values[i] - values[i - 1])] > 1
        if i + 1 < values.size:
            repeats += data.seen[abs(values[i + 1] - values[i])] > 1
        return repeats
