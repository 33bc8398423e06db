"""Attacks between queens that touch, if regions forbid it.

As in ``rules``, the condition of a branch that the compiler removes is an argument.
"""

import numpy as np

from metaqueens.core.jit import kernel

U = np.uint64


@kernel
def close_load(regions, queens, column, row):
    """Count the queens that touch a square, if regions forbid it."""
    if regions is None:
        return 0
    return touches(queens, column - 1, row) + touches(queens, column + 1, row)


@kernel
def close_change(regions, queens, column, old, new):
    """Return ``close_load`` of row ``new`` minus that of ``old``."""
    return close_load(regions, queens, column, new) - close_load(regions, queens, column, old)


@kernel
def close_pairs(regions, queens):
    """Count the pairs of queens that touch, if regions forbid it."""
    found = 0
    if regions is not None:
        for column in range(queens.size):
            found += close_load(regions, queens, column, queens[column])
    return found // 2


@kernel
def touches(queens, column, row):
    """Return 1 if there is a queen in a column and it is next to ``row``, else 0."""
    inside = np.int64(column >= 0) & np.int64(column < queens.size)
    return inside & np.int64(abs(np.int64(queens[U(column * inside)]) - row) == 1)


@kernel
def close_pair(regions, i, a, j, b):
    """Return 1 if two queens touch and regions forbid it, else 0."""
    if regions is None:
        return 0
    return np.int64(abs(np.int64(i) - j) == 1 and abs(np.int64(a) - b) == 1)
