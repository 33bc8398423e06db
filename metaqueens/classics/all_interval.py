"""All-interval series (CSPLib 007) [1]_: a permutation whose adjacent differences are distinct.

.. [1] Codognet & Diaz (2001). Yet another local search method for constraint solving. SAGA 2001,
       LNCS 2264: 73-90.
"""

from typing import Any, Literal

import numpy as np
from pydantic import Field

from metaqueens.classics.drawing import numbers, svg
from metaqueens.classics.intervals import Intervals, change_of_cost, compare, exchange, update
from metaqueens.problem.problem import Problem


class AllInterval(Problem):
    """The numbers below n in an order in which the differences of neighbours are all distinct.

    The cost counts repeated differences abs(values[i + 1] - values[i]): one that occurs k times
    costs k - 1. If ``form`` is ``largest``, it is the largest difference below n that is missing.

    >>> AllInterval(n=4).recount(np.array([0, 3, 1, 2]))
    0

    Parameters
    ----------
    n
        Length of the series.
    form
        Cost: the number of repeated intervals, or the largest missing one, as published.
    """

    n: int = Field(ge=1, le=1_000_000)
    form: Literal["repeats", "largest"] = "repeats"

    def data(self) -> Intervals:
        largest = np.zeros(1, np.int64) if self.form == "largest" else None
        return Intervals(np.zeros(self.n, np.int64), largest)

    @staticmethod
    def cost(values, data):
        repeats = np.int64(0)
        data.seen[:] = 0
        for k in np.abs(values[1:] - values[:-1]):
            repeats += data.seen[k] > 0
            data.seen[k] += 1
        missing = values.size - 1
        while missing > 0 and data.seen[missing] > 0:
            missing -= 1
        update(data.largest, missing - update(data.largest, 0))
        return repeats if data.largest is None else np.int64(missing)

    @staticmethod
    def swap(values, data, i, j):
        old, new = compare(values, i, j)
        change = change_of_cost(data.seen, data.largest, old, new)
        exchange(data.seen, old, new)
        values[i], values[j] = values[j], values[i]
        update(data.largest, change)
        return change

    @staticmethod
    def swap_change(values, data, i, j):
        old, new = compare(values, i, j)
        return change_of_cost(data.seen, data.largest, old, new)

    @staticmethod
    def variable_cost(values, data, i):
        cost = min(update(data.largest, 0), 1)  # a swap of any two may add the missing interval
        for k in range(max(i - 1, 0), min(i + 1, values.size - 1)):
            cost += data.seen[abs(values[k + 1] - values[k])] > 1
        return cost

    def cp_sat(self, model: Any, variables: Any) -> None:
        steps = [model.new_int_var(1, self.n - 1, "") for _ in range(self.n - 1)]
        for k, step in enumerate(steps):
            model.add_abs_equality(step, variables[k + 1] - variables[k])
        model.add_all_different(steps)

    def draw(self, values: np.ndarray) -> str:
        """Draw a line through values, with the differences of neighbours below."""
        width, height = 20 * values.size + 20, 8 * values.size + 34
        points = " ".join(f"{20 * k + 20},{10 + 8 * value}" for k, value in enumerate(values))
        steps = [(20 * k + 30, height - 8, d) for k, d in enumerate(np.abs(np.diff(values)))]
        line = f'<polyline points="{points}" fill="none" stroke="#0b57a4"/>'
        return svg(width, height, line, numbers(11, steps))
