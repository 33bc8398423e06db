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
    in_region : (n,) int32, the queens in each region
    """

    torus: Any = None
    movable: Any = None
    blocked: Any = None
    rising: Any = None
    falling: Any = None
    regions: Any = None
    in_region: Any = None


@kernel
def on_diagonals(regions, rising, falling, n, column, row):
    """Count the queens on the diagonals through a square; 0 if diagonals do not count."""
    if regions is not None:
        return 0
    return rising[U(rising_of(n, column, row))] + falling[U(falling_of(column, row))]


@kernel
def reset(counts, excluded):
    """Set the counts of diagonals to those without queens."""
    if excluded is None:
        counts[:] = 0
    else:
        counts[:] = excluded


@kernel
def count_wrapped(torus, rising, falling, n, column, row, by):
    """Count a queen on the other planar part of its diagonals too, on a torus.

    Then the count of a diagonal is a single read.
    """
    if torus is not None:
        up, down = rising_of(n, column, row), falling_of(column, row)
        if up != n - 1:
            rising[U(up - n if up >= n else up + n)] += by
        if down != n - 1:
            falling[U(down - n if down >= n else down + n)] += by


@kernel
def count_on_lines(regions, in_region, rising, falling, n, column, row, by):
    """Count a queen on the diagonals of a square, or in its region if diagonals do not count."""
    if regions is None:
        rising[U(rising_of(n, column, row))] += by
        falling[U(falling_of(column, row))] += by
    else:
        in_region[U(regions[U(column), U(row)])] += by


@kernel
def pairs_in_regions(in_region):
    """Count the pairs of queens in one region."""
    pairs = 0
    if in_region is not None:
        for k in in_region:
            pairs += np.int64(k) * (k - 1) // 2
    return pairs


@kernel
def clear_regions(in_region):
    """Set the counts of regions to 0."""
    if in_region is not None:
        in_region[:] = 0


@kernel
def region_load(regions, in_region, column, row):
    """Count the queens in the region of a square, one on the square itself once."""
    if regions is None:
        return 0
    return np.int64(in_region[U(regions[U(column), U(row)])])


@kernel
def same_region(regions, i, a, j, b):
    """Return 1 if two squares are in one region, else 0."""
    if regions is None:
        return 0
    return np.int64(regions[U(i), U(a)] == regions[U(j), U(b)])


@kernel
def own_load(regions):
    """Return the number of times that the load of a square counts the queen on it."""
    if regions is None:
        return 3
    return 2


@kernel
def correct_swap(regions, i, a, j, b):
    """Return the error of the loads of regions before a swap of rows ``a`` and ``b``."""
    if regions is None:
        return 0
    left, other_left = regions[U(i), U(a)], regions[U(j), U(b)]
    entered, other_entered = regions[U(i), U(b)], regions[U(j), U(a)]
    return np.int64(
        np.int64(left == other_left)
        + np.int64(entered == other_entered)
        - np.int64(entered == left)
        - np.int64(entered == other_left)
        - np.int64(other_entered == left)
        - np.int64(other_entered == other_left)
    )


# Without branches: among many, Numba does not see that the arrays outlive the move, and counts
# references to them, which takes ten times as long as the move.
@kernel
def first_line(torus, n):
    """Return the index from which on each diagonal occurs once in its array."""
    if torus is None:
        return 0
    return n - 1


@kernel
def count_shared_diagonals(torus, regions, n, i, a, j, b):
    """Count the diagonals that the queens on rows ``a``, ``b`` of columns ``i``, ``j`` share."""
    if regions is not None:
        return 0
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


@kernel
def penalties(blocked, queens):
    """Count the conflicts of all queens with their squares."""
    total = 0
    if blocked is not None:
        for column in range(queens.size):
            total += penalty(blocked, column, queens[column])
    return total
