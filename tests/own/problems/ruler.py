"""Golomb rulers of a given length: more values than variables."""

import numpy as np

from metaqueens import Problem


class Ruler(Problem):
    """Marks at whole numbers up to a length, no two pairs of them at the same distance."""

    encoding = "rows"
    n: int
    length: int

    @property
    def value_count(self):
        return self.length + 1

    def data(self):
        return (np.zeros(self.length + 1, np.int32),)

    @staticmethod
    def cost(values, data):
        seen, repeats = data[0], 0
        seen[:] = 0
        for i in range(values.size):
            for j in range(i):
                k = abs(values[i] - values[j])
                repeats += (seen[k] > 0) + (k == 0)
                seen[k] += 1
        return repeats
