"""All-interval series (CSPLib 007), by their cost alone and with the change of a swap."""

import numpy as np

from metaqueens import Problem, kernel


class AllInterval(Problem):
    """A permutation whose adjacent differences are all distinct."""

    n: int

    @staticmethod
    def cost(values, data):
        seen, repeats = np.zeros(values.size, np.int32), 0
        for i in range(values.size - 1):
            k = abs(values[i + 1] - values[i])
            repeats += seen[k] > 0
            seen[k] += 1
        return repeats


@kernel
def count(values, seen, i, by):
    """Add the difference after variable ``i`` to the counts; return the change of the repeats."""
    if i < 0 or i + 1 >= values.size:
        return 0
    k = abs(values[i + 1] - values[i])
    if by > 0:
        seen[k] += 1
        return np.int64(seen[k] > 1)
    seen[k] -= 1
    return -np.int64(seen[k] > 0)


@kernel
def count_around(values, seen, i, j, by):
    """Add all differences that variables ``i`` and ``j`` have a part in, each once."""
    change = count(values, seen, i - 1, by) + count(values, seen, i, by)
    if j != i + 1:
        change += count(values, seen, j - 1, by)
    if j != i - 1:
        change += count(values, seen, j, by)
    return change


class Fast(AllInterval):
    """The same with counts, which a swap changes in at most four places."""

    def data(self):
        return (np.zeros(self.n, np.int32),)

    @staticmethod
    def cost(values, data):
        seen, repeats = data[0], 0
        seen[:] = 0
        for i in range(values.size - 1):
            k = abs(values[i + 1] - values[i])
            repeats += seen[k] > 0
            seen[k] += 1
        return repeats

    @staticmethod
    def swap(values, data, i, j):
        if i == j:
            return 0
        change = count_around(values, data[0], i, j, -1)
        values[i], values[j] = values[j], values[i]
        return change + count_around(values, data[0], i, j, 1)
