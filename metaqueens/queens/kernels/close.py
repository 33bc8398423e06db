"""Attacks between queens that touch, if regions forbid it.

As in ``rules``, the condition of a branch that the compiler removes is an argument.
"""

import numpy as np

from metaqueens.core.jit import kernel

U = np.uint64


@kernel
def close_load(regions, torus, queens, column, row):
    """Count the queens that touch a square, if regions forbid it."""
    if regions is None:
        return 0
    return touches(torus, queens, column - 1, row) + touches(torus, queens, column + 1, row)


@kernel
def close_change(regions, torus, queens, column, old, new):
    """Return ``close_load`` of row ``new`` minus that of ``old``."""
    load = close_load(regions, torus, queens, column, new)
    return load - close_load(regions, torus, queens, column, old)


@kernel
def close_pairs(regions, torus, queens):
    """Count the pairs of queens that touch, if regions forbid it."""
    found = 0
    if regions is not None:
        for column in range(queens.size):
            found += close_load(regions, torus, queens, column, queens[column])
    return found // 2


@kernel
def touches(torus, queens, column, row):
    """Return 1 if there is a queen in a column and it is next to ``row``, else 0."""
    n = queens.size
    column = column_of(torus, n, column)
    inside = np.int64(column >= 0) & np.int64(column < n)
    return inside & np.int64(rows_between(torus, n, queens[U(column * inside)], row) == 1)


@kernel
def column_of(torus, n, column):
    """Return a column; on a torus one beyond an edge is at the opposite edge."""
    if torus is None:
        return column
    return column + n * np.int64(column < 0) - n * np.int64(column >= n)


@kernel
def rows_between(torus, n, a, b):
    """Return the distance of two rows."""
    gap = abs(np.int64(a) - b)
    if torus is None:
        return gap
    return min(gap, n - gap)


@kernel
def close_pair(regions, torus, n, i, a, j, b):
    """Return 1 if two queens touch and regions forbid it, else 0."""
    if regions is None:
        return 0
    across, up = abs(np.int64(i) - j), abs(np.int64(a) - b)
    if torus is not None:
        across, up = min(across, n - across), min(up, n - up)
    return np.int64(across == 1 and up == 1)
