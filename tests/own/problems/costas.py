"""Costas arrays, by their cost alone and with counts that a swap changes."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem, kernel


class ByCost(Problem):
    """A permutation whose differences at each distance are all distinct."""

    n: int

    @staticmethod
    def cost(values, data):
        n, repeats = values.size, 0
        for d in range(1, n // 2 + 1):  # the others follow (Chang 1987)
            seen = np.zeros(2 * n, np.int32)
            for i in range(n - d):
                k = values[i + d] - values[i] + n
                repeats += seen[k] > 0
                seen[k] += 1
        return repeats


class Counts(NamedTuple):
    """How often each difference occurs at each distance, (n // 2 + 1, 2 n)."""

    seen: np.ndarray


@kernel
def count(values, seen, d, i, by):
    """Add the difference of two variables at distance ``d``; return the change of the repeats."""
    k = values[i + d] - values[i] + values.size
    if by > 0:
        seen[d, k] += 1
        return np.int64(seen[d, k] > 1)
    seen[d, k] -= 1
    return -np.int64(seen[d, k] > 0)


@kernel
def count_around(values, seen, i, j, by):
    """Add all differences that variables ``i`` and ``j`` have a part in, each once."""
    change = 0
    for d in range(1, values.size // 2 + 1):
        if i >= d:
            change += count(values, seen, d, i - d, by)
        if i + d < values.size:
            change += count(values, seen, d, i, by)
        if j >= d and j - d != i:
            change += count(values, seen, d, j - d, by)
        if j + d < values.size and j + d != i:
            change += count(values, seen, d, j, by)
    return change


class Incremental(ByCost):
    """The same with counts."""

    def data(self):
        return Counts(np.zeros((self.n // 2 + 1, 2 * self.n), np.int32))

    @staticmethod
    def cost(values, data):
        n, repeats = values.size, 0
        data.seen[:] = 0
        for d in range(1, n // 2 + 1):
            for i in range(n - d):
                repeats += count(values, data.seen, d, i, 1)
        return repeats

    @staticmethod
    def swap(values, data, i, j):
        if i == j:
            return 0
        change = count_around(values, data.seen, i, j, -1)
        values[i], values[j] = values[j], values[i]
        return change + count_around(values, data.seen, i, j, 1)


class Costas(Incremental):
    """The same with the conflicts of a variable, and a model for CP-SAT."""

    @staticmethod
    def variable_cost(values, data, i):
        n, repeats = values.size, 0
        for d in range(1, n // 2 + 1):
            if i >= d:
                repeats += data.seen[d, values[i] - values[i - d] + n] > 1
            if i + d < n:
                repeats += data.seen[d, values[i + d] - values[i] + n] > 1
        return repeats

    def cp_sat(self, model, variables):
        for d in range(1, self.n // 2 + 1):
            model.add_all_different(variables[i + d] - variables[i] for i in range(self.n - d))
