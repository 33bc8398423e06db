"""Number partitioning: each number goes to one of two sets."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem


class Numbers(NamedTuple):
    numbers: np.ndarray


class Partition(Problem):
    """Two sets of equal sum."""

    encoding = "rows"
    n: int
    value_count: int = 2
    seed: int = 0

    def data(self):
        numbers = np.random.default_rng(self.seed).integers(1, 1000, self.n)
        numbers[0] += numbers.sum() % 2
        return Numbers(numbers)

    @staticmethod
    def cost(values, data):
        return abs((data.numbers * (2 * values - 1)).sum())
