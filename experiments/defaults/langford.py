"""Langford pairs: between the two copies of number k stand k others (CSPLib 024)."""

import numpy as np

from metaqueens import Problem, kernel


@kernel
def is_wrong(values, pair):
    """Return whether the copies of number ``pair`` + 1 are not as far apart as they should."""
    return np.int64(abs(values[2 * pair] - values[2 * pair + 1]) != pair + 2)


class Langford(Problem):
    """Values are the places of the copies; the cost is the number of pairs at a wrong distance."""

    pairs: int

    @property
    def n(self):
        return 2 * self.pairs

    @staticmethod
    def cost(values, data):
        cost = np.int64(0)
        for pair in range(values.size // 2):
            cost += is_wrong(values, pair)
        return cost

    @staticmethod
    def swap(values, data, i, j):
        a, b = i // 2, j // 2
        before = is_wrong(values, a) + is_wrong(values, b)
        values[i], values[j] = values[j], values[i]
        return is_wrong(values, a) + is_wrong(values, b) - before

    @staticmethod
    def variable_cost(values, data, i):
        return is_wrong(values, i // 2)
