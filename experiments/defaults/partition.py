"""Number partitioning: two sets of numbers with the same sum."""

from typing import NamedTuple

import numpy as np

from metaqueens import Problem


class Numbers(NamedTuple):
    """The numbers, (n,), and the difference of the sums, (1,)."""

    numbers: np.ndarray
    difference: np.ndarray


class Partition(Problem):
    """The cost is half the difference of the sums of random numbers up to ``largest``."""

    encoding = "rows"
    n: int
    largest: int
    seed: int = 1

    @property
    def value_count(self):
        return 2

    def data(self):
        numbers = np.random.default_rng(self.seed).integers(1, self.largest + 1, self.n)
        numbers[0] += numbers.sum() % 2
        return Numbers(numbers, np.zeros(1, np.int64))

    @staticmethod
    def cost(values, data):
        difference = np.int64(0)
        for i in range(values.size):
            difference += data.numbers[i] * (2 * values[i] - 1)
        data.difference[0] = difference
        return abs(difference) // 2

    @staticmethod
    def assign(values, data, i, value):
        before = abs(data.difference[0])
        data.difference[0] += 2 * data.numbers[i] * (value - values[i])
        values[i] = value
        return (abs(data.difference[0]) - before) // 2
