"""Latin square: each number once in every row and every column (CSPLib 003)."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem, kernel


class Counts(NamedTuple):
    """How often each number occurs in each row and each column, (2 order, order)."""

    seen: np.ndarray


@kernel
def count(seen, place, number, by):
    """Add or remove a number; return the change of the cost."""
    order = seen.shape[1]
    row, column = place // order, order + place % order
    change = by * (seen[row, number] + seen[column, number] - 2 * (by < 0))
    seen[row, number] += by
    seen[column, number] += by
    return change


class LatinSquare(Problem):
    """The cost is the number of equal pairs in a row or a column."""

    encoding = "rows"
    order: int

    @property
    def n(self):
        return self.order**2

    @property
    def value_count(self):
        return self.order

    def data(self):
        return Counts(np.zeros((2 * self.order, self.order), np.int64))

    @staticmethod
    def cost(values, data):
        cost = np.int64(0)
        data.seen[:] = 0
        for place in range(values.size):
            cost += count(data.seen, place, values[place], 1)
        return cost

    @staticmethod
    def assign(values, data, i, value):
        change = count(data.seen, i, values[i], -1) + count(data.seen, i, value, 1)
        values[i] = value
        return change
