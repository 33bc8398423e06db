"""Binary sequences of low autocorrelation (CSPLib 005)."""

import numpy as np

from metaqueens import Problem

# The least energies of sequences of these lengths (Mertens 1996).
LEAST = {20: 26, 27: 37}


class Autocorrelation(Problem):
    """The cost is the energy above the least one, a quarter of it: changes are multiples of 4."""

    encoding = "rows"
    n: int

    @property
    def value_count(self):
        return 2

    def data(self):
        return np.array([LEAST[self.n]])

    @staticmethod
    def cost(values, data):
        energy = np.int64(0)
        for k in range(1, values.size):
            correlation = np.int64(0)
            for i in range(values.size - k):
                correlation += 1 - 2 * (values[i] ^ values[i + k])
            energy += correlation**2
        return (energy - data[0]) // 4
