"""n queens as a problem of one's own, without what the engine knows of it."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem, kernel


class Counts(NamedTuple):
    """How many queens stand on each diagonal, (2 n - 1,) each."""

    rising: np.ndarray
    falling: np.ndarray


@kernel
def count(data, i, value, by):
    """Add or remove a queen; return the change of the cost."""
    up, down = i + value, i - value + data.falling.size // 2
    change = by * (data.rising[up] + data.falling[down] - 2 * (by < 0))
    data.rising[up] += by
    data.falling[down] += by
    return change


class OwnQueens(Problem):
    """The cost is the number of pairs of queens on a diagonal."""

    n: int

    def data(self):
        return Counts(*np.zeros((2, 2 * self.n - 1), np.int64))

    @staticmethod
    def cost(values, data):
        cost = np.int64(0)
        data.rising[:] = 0
        data.falling[:] = 0
        for i in range(values.size):
            cost += count(data, i, values[i], 1)
        return cost

    @staticmethod
    def swap(values, data, i, j):
        change = count(data, i, values[i], -1) + count(data, j, values[j], -1)
        values[i], values[j] = values[j], values[i]
        return change + count(data, i, values[i], 1) + count(data, j, values[j], 1)

    @staticmethod
    def variable_cost(values, data, i):
        down = i - values[i] + data.falling.size // 2
        return data.rising[i + values[i]] + data.falling[down] - 2
