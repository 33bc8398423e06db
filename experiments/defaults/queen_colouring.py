"""Colouring of the queen graph: squares that a queen joins have different colours (DIMACS)."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem, kernel


class Counts(NamedTuple):
    """How many squares of each line have each colour, (6 order - 2, colours)."""

    seen: np.ndarray


@kernel
def lines(place, count):
    """Return the row, the column and both diagonals of a square; ``count`` lines in all."""
    order = (count + 2) // 6
    row, column = place // order, place % order
    return row, order + column, 2 * order + row + column, 5 * order - 2 + row - column


@kernel
def count(seen, place, colour, by):
    """Add or remove a square; return the change of the cost."""
    change = np.int64(0)
    for line in lines(place, seen.shape[0]):
        change += by * (seen[line, colour] - (by < 0))
        seen[line, colour] += by
    return change


class QueenColouring(Problem):
    """The cost is the number of joined pairs of squares of one colour."""

    encoding = "rows"
    order: int
    colours: int

    @property
    def n(self):
        return self.order**2

    @property
    def value_count(self):
        return self.colours

    def data(self):
        return Counts(np.zeros((6 * self.order - 2, self.colours), np.int64))

    @staticmethod
    def cost(values, data):
        cost = np.int64(0)
        data.seen[:] = 0
        for place in range(values.size):
            cost += count(data.seen, place, values[place], 1)
        return cost

    @staticmethod
    def assign_change(values, data, i, value):
        change = np.int64(0)
        if value != values[i]:
            for line in lines(i, data.seen.shape[0]):
                change += data.seen[line, value] - data.seen[line, values[i]] + 1
        return change

    @staticmethod
    def assign(values, data, i, value):
        change = count(data.seen, i, values[i], -1) + count(data.seen, i, value, 1)
        values[i] = value
        return change

    @staticmethod
    def variable_cost(values, data, i):
        pairs = np.int64(0)
        for line in lines(i, data.seen.shape[0]):
            pairs += data.seen[line, values[i]] - 1
        return pairs
