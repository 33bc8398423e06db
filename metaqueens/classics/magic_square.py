"""Magic squares (CSPLib 019) [1]_: each row, column and main diagonal has the same sum.

.. [1] Codognet & Diaz (2001). Yet another local search method for constraint solving. SAGA 2001,
       LNCS 2264: 73-90.
"""

from typing import Any, NamedTuple

import numpy as np
from pydantic import Field

from metaqueens.classics.drawing import squares, write_rows
from metaqueens.core.jit import kernel
from metaqueens.core.state import U
from metaqueens.problem.problem import Problem


class Sums(NamedTuple):
    """Sums of lines."""

    excess: np.ndarray  # (2 order + 2,) sums of rows, columns, diagonals above the magic sum
    lines: np.ndarray  # (n, 4) by square its row, its column + order, is it on each diagonal


@kernel
def shift(excess, line, by):
    """Return the change of the cost if ``by`` is added to a line."""
    now = excess[U(line)]
    return abs(now + by) - abs(now)


@kernel
def change_of_swap(values, data, i, j):
    """Return the change of the cost by a swap of the numbers of two squares."""
    excess, lines, last = data.excess, data.lines, data.excess.size - 2
    by, change = np.int64(values[U(j)]) - np.int64(values[U(i)]), np.int64(0)
    for k in range(2):
        a, b = lines[U(i), U(k)], lines[U(j), U(k)]
        if a != b:
            change += shift(excess, a, by) + shift(excess, b, -by)
        side = np.int64(lines[U(i), U(2 + k)]) - np.int64(lines[U(j), U(2 + k)])
        if side != 0:
            change += shift(excess, last + k, side * by)
    return change


@kernel
def add(data, i, by):
    """Add ``by`` to the lines of a square."""
    for k in range(2):
        data.excess[data.lines[i, k]] += by
        data.excess[data.excess.size - 2 + k] += by * data.lines[i, 2 + k]


class MagicSquare(Problem):
    """The numbers from 1 to order^2 in a square whose rows, columns and diagonals have equal sums.

    The cost is the sum of the distances of all rows, columns and both diagonals from the magic sum
    order (order^2 + 1) / 2. Square i, counted row by row, holds the number values[i] + 1.

    >>> MagicSquare(order=3).recount(np.array([1, 6, 5, 8, 4, 0, 3, 2, 7]))
    0

    Parameters
    ----------
    order
        Side of the square, from 3 on: there is no magic square of order 2.
    """

    order: int = Field(ge=3, le=1000)

    @property
    def n(self) -> int:
        return self.order**2

    def data(self) -> Sums:
        row, column = np.divmod(np.arange(self.n), self.order)
        diagonals = row == column, row + column == self.order - 1
        lines = np.stack([row, column + self.order, *diagonals], 1).astype(np.int32)
        return Sums(np.zeros(2 * self.order + 2, np.int64), lines)

    @staticmethod
    def cost(values, data):
        order = data.excess.size // 2 - 1
        data.excess[:] = -(order * (order * order + 1) // 2)
        for i in range(values.size):
            add(data, i, np.int64(values[i]) + 1)
        return np.abs(data.excess).sum()

    @staticmethod
    def swap(values, data, i, j):
        change = change_of_swap(values, data, i, j)
        by = np.int64(values[j]) - np.int64(values[i])
        add(data, i, by)
        add(data, j, -by)
        values[i], values[j] = values[j], values[i]
        return change

    @staticmethod
    def swap_change(values, data, i, j):
        return change_of_swap(values, data, i, j)

    @staticmethod
    def variable_cost(values, data, i):
        excess, lines, last = data.excess, data.lines, data.excess.size - 2
        cost = abs(excess[U(lines[U(i), U(0)])]) + abs(excess[U(lines[U(i), U(1)])])
        on_diagonals = lines[U(i), U(2)] * abs(excess[last])
        return cost + on_diagonals + lines[U(i), U(3)] * abs(excess[last + 1])

    def cp_sat(self, model: Any, variables: Any) -> None:
        square = np.array([*variables], object).reshape(self.order, self.order)
        for line in (*square, *square.T, square.diagonal(), square[::-1].diagonal()):
            model.add(2 * sum(line) == self.order * (self.n - 1))

    def write(self, values: np.ndarray) -> str:
        return write_rows((values + 1).reshape(self.order, self.order))

    def draw(self, values: np.ndarray) -> str:
        return squares((values + 1).tolist(), self.order)
