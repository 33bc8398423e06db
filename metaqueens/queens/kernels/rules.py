"""The rules of an instance for kernels, and the indices of diagonals.

A member is None if its rule is not set. Numba knows this by the type of the member and removes the
branches under ``is not None``, but only if the condition is an argument: so each kernel here takes
one member as an argument.

The index of a rising diagonal is ``row - column + n - 1``, that of a falling one ``row + column``;
both go from 0 to 2n - 2.
"""

from typing import Any, NamedTuple

import numpy as np

from metaqueens.core.jit import kernel

U = np.uint64


@kernel
def rising_of(n, column, row):
    """Return the index of the rising diagonal through a square."""
    return row - column + n - 1


@kernel
def falling_of(column, row):
    """Return the index of the falling diagonal through a square."""
    return row + column


def diagonals(n: int) -> int:
    """Return the number of diagonals of either kind."""
    return 2 * n - 1


class Rules(NamedTuple):
    """The rules of one instance.

    torus : True if diagonals continue at the opposite side
    movable : (m,) int32, the columns whose queens may move, ascending; the others are placed
    blocked : (n, n) int8 by column and row, 1 for a blocked square
    rising, falling : (2n - 1,) int32, 1 for each excluded diagonal: it counts as a queen that never
        moves. On a torus both planar parts of an excluded diagonal have a 1.
    regions : (n, n) int32 by column and row, the region of each square; diagonals do not count
    in_region : (n,) int32, the queens in each region; empty without regions
    """

    torus: Any
    movable: Any
    blocked: Any
    rising: np.ndarray
    falling: np.ndarray
    regions: Any
    in_region: np.ndarray


# Without branches: among many, Numba does not see that the arrays outlive the move, and counts
# references to them, which takes ten times as long as the move.
@kernel
def count_wrapped(torus, rising, falling, n, column, row, by):
    """Count a queen on the other planar part of its diagonals too, on a torus.

    Then the count of a diagonal is a single read. A main diagonal has no other part.
    """
    if torus is not None:
        up, down = rising_of(n, column, row), falling_of(column, row)
        rising[U(other_part(n, up))] += by * (up != n - 1)
        falling[U(other_part(n, down))] += by * (down != n - 1)


@kernel
def other_part(n, line):
    """Return the index of the other planar part of a diagonal; of a main diagonal its own."""
    return line + n * ((line < n - 1) - np.int64(line > n - 1))


@kernel
def count_on_lines(regions, in_region, rising, falling, n, column, row, by):
    """Count a queen on the diagonals of a square, or in its region if diagonals do not count."""
    if regions is None:
        rising[U(rising_of(n, column, row))] += by
        falling[U(falling_of(column, row))] += by
    else:
        in_region[U(regions[U(column), U(row)])] += by


@kernel
def load_of_lines(regions, in_region, rising, falling, n, column, row):
    """Count the queens on the diagonals through a square, or in its region."""
    if regions is None:
        return rising[U(rising_of(n, column, row))] + falling[U(falling_of(column, row))]
    return np.int64(in_region[U(regions[U(column), U(row)])])


@kernel
def own_load(regions):
    """Return the number of times that the load of a square counts the queen on it."""
    if regions is None:
        return 3
    return 2


@kernel
def same_region(regions, i, a, j, b):
    """Return 1 if two squares are in one region, else 0."""
    if regions is None:
        return 0
    return np.int64(regions[U(i), U(a)] == regions[U(j), U(b)])


@kernel
def correct_swap(regions, i, a, j, b):
    """Return the error of the loads of regions before a swap of rows ``a`` and ``b``."""
    return (
        same_region(regions, i, a, j, b)
        + same_region(regions, i, b, j, a)
        - same_region(regions, i, b, i, a)
        - same_region(regions, i, b, j, b)
        - same_region(regions, j, a, i, a)
        - same_region(regions, j, a, j, b)
    )


@kernel
def close_load(regions, queens, column, row):
    """Count the queens that touch a square, if regions forbid it."""
    if regions is None:
        return 0
    return touches(queens, column - 1, row) + touches(queens, column + 1, row)


@kernel
def touches(queens, column, row):
    """Return 1 if there is a queen in a column and it is next to ``row``, else 0."""
    inside = np.int64(column >= 0) & np.int64(column < queens.size)
    return inside & np.int64(abs(np.int64(queens[U(column * inside)]) - row) == 1)


@kernel
def first_line(torus, n):
    """Return the index from which on each diagonal occurs once in its array."""
    if torus is None:
        return 0
    return n - 1


@kernel
def count_mutual(torus, regions, n, i, a, j, b):
    """Count the diagonals that the queens on rows ``a``, ``b`` of columns ``i``, ``j`` share.

    With regions, return whether the queens touch.
    """
    if regions is not None:
        return np.int64(abs(np.int64(i) - j) == 1 and abs(np.int64(a) - b) == 1)
    if torus is None:
        return np.int64(abs(a - b) == abs(i - j))
    # Both sums are between -2n and 2n: a comparison takes a tenth of the time of a remainder.
    up, down = abs(np.int64(a) - b - i + j), abs(np.int64(a) - b + i - j)
    return np.int64(up == 0 or up == n) + np.int64(down == 0 or down == n)


@kernel
def penalty(blocked, column, row):
    """Count the conflicts of a queen with its square."""
    if blocked is None:
        return 0
    return np.int64(blocked[U(column), U(row)])
