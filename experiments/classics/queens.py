"""n queens with the cost of the authors' program: each diagonal of k > 1 queens costs k."""

from typing import NamedTuple

import numpy as np
from pydantic import Field

from metaqueens import Problem, kernel


class Diagonals(NamedTuple):
    """How many queens stand on each diagonal, (2, 2 n - 1)."""

    seen: np.ndarray


@kernel
def move(values, seen, i, value, by):
    """Add a queen, or remove it; return the change of the cost."""
    n, change = np.int64(values.size), np.int64(0)
    for k in range(2):
        diagonal = i + value if k == 0 else i - value + n - 1
        count = seen[k, diagonal]
        seen[k, diagonal] = count + by
        change += (count + by) * (count + by > 1) - count * (count > 1)
    return change


class QueensOfAuthors(Problem):
    """A permutation without two queens on a diagonal."""

    n: int = Field(ge=1)

    def data(self):
        return Diagonals(np.zeros((2, 2 * self.n - 1), np.int64))

    @staticmethod
    def cost(values, data):
        cost = np.int64(0)
        data.seen[:] = 0
        for i in range(values.size):
            cost += move(values, data.seen, np.int64(i), np.int64(values[i]), 1)
        return cost

    @staticmethod
    def swap(values, data, i, j):
        a, b = np.int64(values[i]), np.int64(values[j])
        change = move(values, data.seen, i, a, -1) + move(values, data.seen, j, b, -1)
        change += move(values, data.seen, i, b, 1) + move(values, data.seen, j, a, 1)
        values[i], values[j] = b, a
        return change

    @staticmethod
    def variable_cost(values, data, i):
        n, value = values.size, values[i]
        a, b = data.seen[0, i + value], data.seen[1, i - value + n - 1]
        return a * (a > 1) + b * (b > 1)
