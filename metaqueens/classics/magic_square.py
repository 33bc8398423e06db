"""Magic squares (CSPLib 019) [1]_: each row, column and main diagonal has the same sum.

.. [1] Codognet & Diaz (2001). Yet another local search method for constraint solving. SAGA 2001,
       LNCS 2264: 73-90.
"""

from typing import Any, NamedTuple

import numpy as np
from pydantic import Field

from metaqueens.classics.drawing import squares
from metaqueens.core.jit import kernel
from metaqueens.core.state import U
from metaqueens.problem.problem import Problem


class Sums(NamedTuple):
    """Sums of lines; the last two are of no line."""

    excess: np.ndarray  # (2 order + 4,) sums of rows, columns, diagonals above the magic sum
    lines: np.ndarray  # (n, 4) the row, the column and the diagonals of each square


@kernel
def change_line(excess, line, by):
    """Return the change of the cost if ``by`` is added to a line."""
    now = excess[U(line)]
    return np.int64(line < excess.size - 2) * (abs(now + by) - abs(now))


@kernel
def change_of_swap(values, data, i, j):
    """Return the change of the cost by a swap of the numbers of two squares."""
    by, change = np.int64(values[U(j)]) - np.int64(values[U(i)]), np.int64(0)
    for k in range(4):
        a, b = data.lines[U(i), U(k)], data.lines[U(j), U(k)]
        step = by * np.int64(a != b)
        change += change_line(data.excess, a, step)
        change += change_line(data.excess, b, -step)
    return change


class MagicSquare(Problem):
    """The numbers from 1 to order^2 in a square whose rows, columns and diagonals have equal sums.

    The cost is the sum of the distances of all lines from the magic sum.

    >>> MagicSquare(order=3).recount(np.array([1, 6, 5, 8, 4, 0, 3, 2, 7]))
    0

    Parameters
    ----------
    order
        Side of the square.
    """

    order: int = Field(ge=1, le=1000)

    @property
    def n(self) -> int:
        return self.order**2

    def data(self) -> Sums:
        m = self.order
        row, column = np.divmod(np.arange(self.n), m)
        falling = np.where(row == column, 2 * m, 2 * m + 2)
        rising = np.where(row + column == m - 1, 2 * m + 1, 2 * m + 3)
        lines = np.stack([row, column + m, falling, rising], 1).astype(np.int32)
        return Sums(np.zeros(2 * m + 4, np.int64), lines)

    @staticmethod
    def cost(values, data):
        order = data.excess.size // 2 - 2
        data.excess[:] = -(order * (order * order + 1) // 2)
        for i in range(values.size):
            for k in range(4):
                data.excess[data.lines[i, k]] += np.int64(values[i]) + 1
        return np.abs(data.excess[:-2]).sum()

    @staticmethod
    def swap(values, data, i, j):
        change = change_of_swap(values, data, i, j)
        by = np.int64(values[j]) - np.int64(values[i])
        for k in range(4):
            data.excess[data.lines[i, k]] += by
            data.excess[data.lines[j, k]] -= by
        values[i], values[j] = values[j], values[i]
        return change

    @staticmethod
    def swap_change(values, data, i, j):
        return change_of_swap(values, data, i, j)

    @staticmethod
    def variable_cost(values, data, i):
        cost = np.int64(0)
        for k in range(4):
            line = data.lines[i, k]
            cost += abs(data.excess[line]) if line < data.excess.size - 2 else 0
        return cost

    def cp_sat(self, model: Any, variables: Any) -> None:
        square = np.array([*variables], object).reshape(self.order, self.order)
        for line in (*square, *square.T, square.diagonal(), square[::-1].diagonal()):
            model.add(2 * sum(line) == self.order * (self.n - 1))

    def draw(self, values: np.ndarray) -> str:
        """Draw the square of numbers."""
        return squares((values + 1).tolist(), self.order)
