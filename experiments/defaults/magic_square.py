"""Magic square: the numbers from 1 to n, each line of the square with the same sum (CSPLib 019)."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem, kernel


class Sums(NamedTuple):
    """The excess of each row, each column and both diagonals, (2 order + 2,)."""

    excess: np.ndarray


@kernel
def add(excess, place, number):
    """Add ``number`` to the lines of ``place``."""
    order = excess.size // 2 - 1
    row, column = place // order, place % order
    excess[row] += number
    excess[order + column] += number
    if row == column:
        excess[2 * order] += number
    if row + column == order - 1:
        excess[2 * order + 1] += number


@kernel
def total(excess):
    """Return the sum of the absolute excesses."""
    cost = np.int64(0)
    for k in range(excess.size):
        cost += abs(excess[k])
    return cost


class MagicSquare(Problem):
    """The cost is the sum of the distances of all lines from the magic sum."""

    order: int

    @property
    def n(self):
        return self.order**2

    def data(self):
        return Sums(np.zeros(2 * self.order + 2, np.int64))

    @staticmethod
    def cost(values, data):
        order = data.excess.size // 2 - 1
        data.excess[:] = -(order * (order * order + 1) // 2)
        for place in range(values.size):
            add(data.excess, place, values[place] + 1)
        return total(data.excess)

    @staticmethod
    def swap(values, data, i, j):
        before, step = total(data.excess), values[j] - values[i]
        add(data.excess, i, step)
        add(data.excess, j, -step)
        values[i], values[j] = values[j], values[i]
        return total(data.excess) - before

    @staticmethod
    def variable_cost(values, data, i):
        order = data.excess.size // 2 - 1
        row, column = i // order, i % order
        cost = abs(data.excess[row]) + abs(data.excess[order + column])
        if row == column:
            cost += abs(data.excess[2 * order])
        if row + column == order - 1:
            cost += abs(data.excess[2 * order + 1])
        return cost
