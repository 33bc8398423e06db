"""All-interval series (CSPLib 007) [1]_: a permutation whose adjacent differences are distinct.

.. [1] Codognet & Diaz (2001). Yet another local search method for constraint solving. SAGA 2001,
       LNCS 2264: 73-90.
"""

from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from metaqueens.classics.drawing import numbers, svg
from metaqueens.core.jit import kernel
from metaqueens.core.state import U
from metaqueens.problem.problem import Problem


class Intervals(NamedTuple):
    """Counts of intervals."""

    seen: np.ndarray  # (n,) how often each interval occurs
    largest: np.ndarray  # (1,) the largest missing interval; 0 if it is not the cost
    is_largest: bool


@kernel
def replace(values, seen, k, old, new, by):
    """Replace the interval beside variable ``k``; return ``by`` times the change of the repeats."""
    by *= np.int64(0 <= k < values.size)
    neighbour = np.int64(values[U(min(max(k, 0), values.size - 1))])
    before, after = U(abs(old - neighbour)), U(abs(new - neighbour))
    seen[before] -= by
    change = np.int64(seen[after] > 0) - np.int64(seen[before] > 0)
    seen[after] += by
    return by * change


@kernel
def exchange(values, seen, i, j, by):
    """Count the intervals as after a swap, or if ``by`` is -1 as before it."""
    i, j = min(i, j), max(i, j)
    x, y, between = np.int64(values[U(i)]), np.int64(values[U(j)]), by * np.int64(j > i + 1)
    change = replace(values, seen, i - 1, x, y, by) + replace(values, seen, j + 1, y, x, by)
    change += replace(values, seen, i + 1, x, y, between)
    return change + replace(values, seen, j - 1, y, x, between)


@kernel
def find_largest(seen, is_asked):
    """Return the largest interval that does not occur; 0 if there is none."""
    k = np.int64(seen.size - 1) * is_asked
    while k > 0 and seen[k] > 0:
        k -= 1
    return k


class AllInterval(Problem):
    """The numbers below n in an order in which the differences of neighbours are all distinct.

    >>> AllInterval(n=4).recount(np.array([0, 3, 1, 2]))
    0

    Parameters
    ----------
    n
        Length of the series.
    form
        The cost: the number of repeated intervals, or the largest missing one, as published.
    """

    n: int = Field(ge=1, le=1_000_000)
    form: Literal["repeats", "largest"] = "repeats"

    def data(self) -> Intervals:
        return Intervals(np.zeros(self.n, np.int64), np.zeros(1, np.int64), self.form == "largest")

    @staticmethod
    def cost(values, data):
        repeats = np.int64(0)
        data.seen[:] = 0
        for k in np.abs(values[1:] - values[:-1]):
            repeats += data.seen[k] > 0
            data.seen[k] += 1
        data.largest[0] = find_largest(data.seen, data.is_largest)
        return data.largest[0] if data.is_largest else repeats

    @staticmethod
    def swap(values, data, i, j):
        repeats, before = exchange(values, data.seen, i, j, 1), data.largest[0]
        values[i], values[j] = values[j], values[i]
        data.largest[0] = find_largest(data.seen, data.is_largest)
        return data.largest[0] - before if data.is_largest else repeats

    @staticmethod
    def swap_change(values, data, i, j):
        repeats = exchange(values, data.seen, i, j, 1)
        change = find_largest(data.seen, data.is_largest) - data.largest[0]
        exchange(values, data.seen, i, j, -1)
        return change if data.is_largest else repeats

    @staticmethod
    def variable_cost(values, data, i):
        cost = np.int64(data.largest[0] > 0)  # a swap of any two may add the missing interval
        for k in range(max(i - 1, 0), min(i + 1, values.size - 1)):
            cost += data.seen[abs(values[k + 1] - values[k])] > 1
        return cost

    def cp_sat(self, model: Any, variables: Any) -> None:
        steps = [model.new_int_var(1, self.n - 1, "") for _ in range(self.n - 1)]
        for k, step in enumerate(steps):
            model.add_abs_equality(step, variables[k + 1] - variables[k])
        model.add_all_different(steps)

    def draw(self, values: np.ndarray) -> str:
        width, height = 20 * self.n + 20, 8 * self.n + 34
        points = " ".join(f"{20 * k + 20},{10 + 8 * value}" for k, value in enumerate(values))
        steps = [(20 * k + 30, height - 8, d) for k, d in enumerate(np.abs(np.diff(values)))]
        line = f'<polyline points="{points}" fill="none" stroke="#0b57a4"/>'
        return svg(width, height, line, numbers(11, steps))
