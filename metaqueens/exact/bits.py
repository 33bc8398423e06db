"""Sets of rows as the bits of a number."""

import numpy as np

from metaqueens.core.jit import kernel

U = np.uint64


@kernel
def ones(bits):
    """How many bits are 1."""
    found = 0
    while bits != 0:
        bits &= bits - U(1)
        found += 1
    return found
