"""Costas arrays (CSPLib 076) [1]_: a permutation whose differences at each distance are distinct.

.. [1] Diaz, Richoux, Codognet, Caniou & Abreu (2012). Constraint-based local search for the Costas
       array problem. LION 6, LNCS 7219: 378-383.
.. [2] Chang (1987). A remark on the definition of Costas arrays. Proceedings of the IEEE 75(4):
       522-523.
"""

from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from metaqueens.classics.drawing import costas_array
from metaqueens.core.jit import kernel
from metaqueens.core.state import U
from metaqueens.problem.problem import Problem


class Differences(NamedTuple):
    """Counts of differences; a row is a distance - 1."""

    seen: np.ndarray  # (rows, 2n) how often each difference + n occurs
    weight: np.ndarray  # (rows,) the cost of a repeated difference
    total: np.ndarray  # (1,) the cost


@kernel
def count(values, data):
    """Count all differences, and return the change of the cost since the last time."""
    before, total = data.total[0], np.int64(0)
    data.seen[:] = 0
    for row in range(data.weight.size):
        for i in range(values.size - row - 1):
            k = U(np.int64(values[i + row + 1]) - np.int64(values[i]) + values.size)
            total += data.weight[row] * np.int64(data.seen[row, k] > 0)
            data.seen[row, k] += 1
    data.total[0] = total
    return total - before


@kernel
def compute_by_bits(values, weight):
    """Return the cost from a bit for each difference, which is faster than counts."""
    n, total = np.int64(values.size), np.int64(0)
    for row in range(weight.size):
        repeats = n - row - 1
        for word in range((2 * n + 63) // 64):
            seen = U(0)
            for i in range(n - row - 1):
                k = np.int64(values[i + row + 1]) - np.int64(values[i]) + n
                seen |= U(k >> 6 == word) << U(k & 63)
            while seen != 0:
                seen &= seen - U(1)
                repeats -= 1
        total += weight[row] * repeats
    return total


class Costas(Problem):
    """Marks on a board, one in each column and row, no two pairs of them at the same distances.

    The cost counts repeated differences values[i + d] - values[i], red in pictures, in the rows d =
    1 to (n - 1) / 2 of the triangle [2]_: k times in a row cost k - 1. Rows and columns are from 0.

    >>> Costas(n=4).recount(np.array([0, 1, 3, 2]))
    0

    Parameters
    ----------
    n
        Order of the array.
    form
        Cost of a repeated difference: 1, or if ``weighted`` n^2 - d^2, as published.
    """

    n: int = Field(ge=1, le=1000)
    form: Literal["repeats", "weighted"] = "repeats"

    def data(self) -> Differences:
        d = np.arange(1, (self.n + 1) // 2)
        weight = self.n**2 - d**2 if self.form == "weighted" else np.ones_like(d)
        return Differences(np.zeros((d.size, 2 * self.n), np.int64), weight, np.zeros(1, np.int64))

    @staticmethod
    def cost(values, data):
        count(values, data)
        return data.total[0]

    @staticmethod
    def swap(values, data, i, j):
        values[i], values[j] = values[j], values[i]
        return count(values, data)

    @staticmethod
    def swap_change(values, data, i, j):
        values[i], values[j] = values[j], values[i]
        after = compute_by_bits(values, data.weight)
        values[i], values[j] = values[j], values[i]
        return after - data.total[0]

    @staticmethod
    def variable_cost(values, data, i):
        cost = np.int64(0)
        for row in range(data.weight.size):
            for k in (i - row - 1, i):
                if 0 <= k < values.size - row - 1:
                    difference = values[k + row + 1] - values[k] + values.size
                    cost += data.weight[row] * np.int64(data.seen[row, difference] > 1)
        return cost

    def cp_sat(self, model: Any, variables: Any) -> None:
        for d in range(1, (self.n + 1) // 2):
            model.add_all_different(variables[i + d] - variables[i] for i in range(self.n - d))

    def write(self, values: np.ndarray) -> str:
        return f"rows by column, from 0: {' '.join(map(str, values.tolist()))}"

    def draw(self, values: np.ndarray) -> str:
        return costas_array(values)
