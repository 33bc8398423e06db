"""The rules of an instance beside no attacks, as kernels take them.

A member is None where nothing is asked. Numba knows that by its type and leaves out what stands
under ``is not None``, so that a plain board runs the machine code it had without any rules: a test
compares the instructions. For the same reason each kernel here takes one member as an argument:
a branch is left out only if an argument decides it.

The indices of diagonals, too, are said here: a rising one is ``row - column + n - 1``, a falling
one ``row + column``; both go from 0 to 2n - 2.
"""

from typing import Any, NamedTuple

import numpy as np

from metaqueens.core.jit import kernel

U = np.uint64


@kernel
def rising_of(n, column, row):
    """The index of the rising diagonal through a square."""
    return row - column + n - 1


@kernel
def falling_of(column, row):
    """The index of the falling diagonal through a square."""
    return row + column


def diagonals(n: int) -> int:
    """Return how many diagonals of either kind a board has."""
    return 2 * n - 1


class Rules(NamedTuple):
    """The rules of one instance.

    torus : True where diagonals go on at the opposite side
    movable : (m,) int32, the columns whose queens may move, ascending; the others are placed
    blocked : (n, n) int8 by column and row, the conflicts of a queen with its square
    rising, falling : (2n - 1,) int32, 1 for each excluded diagonal: it counts as a queen there that
        never moves. On a torus both planar parts of an excluded diagonal have a 1.
    regions : (n, n) int32 by column and row, the region of each square; diagonals count no more
    in_region : (n,) int32, the queens in each region
    """

    torus: Any = None
    movable: Any = None
    blocked: Any = None
    rising: Any = None
    falling: Any = None
    regions: Any = None
    in_region: Any = None


# A board that asks for nothing beside no attacks.
NO_RULES = Rules()


@kernel
def on_diagonals(regions, rising, falling, n, column, row):
    """Queens on the two diagonals through a square; none if diagonals do not count."""
    if regions is not None:
        return 0
    return rising[U(rising_of(n, column, row))] + falling[U(falling_of(column, row))]


@kernel
def reset(counts, excluded):
    """Set the counts of diagonals to what they are without queens."""
    if excluded is None:
        counts[:] = 0
    else:
        counts[:] = excluded


@kernel
def count_wrapped(torus, regions, rising, falling, n, column, row, by):
    """On a torus, count a queen on the other planar part of its diagonals too.

    So a look-up stays one read.
    """
    if torus is not None and regions is None:
        up, down = rising_of(n, column, row), falling_of(column, row)
        if up != n - 1:
            rising[U(up - n if up >= n else up + n)] += by
        if down != n - 1:
            falling[U(down - n if down >= n else down + n)] += by


@kernel
def count_on_lines(regions, in_region, rising, falling, n, column, row, by):
    """Count a queen on the diagonals of a square, or in its region where diagonals do not count."""
    if regions is None:
        rising[U(rising_of(n, column, row))] += by
        falling[U(falling_of(column, row))] += by
    else:
        in_region[U(regions[U(column), U(row)])] += by


@kernel
def pairs_in_regions(in_region):
    """Pairs of queens in one region."""
    pairs = 0
    if in_region is not None:
        for k in in_region:
            pairs += np.int64(k) * (k - 1) // 2
    return pairs


@kernel
def clear_regions(in_region):
    """Set the counts of regions to what they are without queens."""
    if in_region is not None:
        in_region[:] = 0


@kernel
def region_load(regions, in_region, column, row):
    """Queens in the region of a square, one that stands on it counted once."""
    if regions is None:
        return 0
    return np.int64(in_region[U(regions[U(column), U(row)])])


@kernel
def same_region(regions, i, a, j, b):
    """1 where two squares are in one region, else 0."""
    if regions is None:
        return 0
    return np.int64(regions[U(i), U(a)] == regions[U(j), U(b)])


@kernel
def own_load(regions):
    """How often the load of a square counts the queen that stands on it."""
    if regions is None:
        return 3
    return 2


@kernel
def correct_reassignment(regions, column, row, other):
    """1 where two squares of a column are in one region, whose load counts the queen that moves."""
    if regions is None:
        return 0
    return np.int64(regions[U(column), U(row)] == regions[U(column), U(other)])


@kernel
def correct_swap(regions, i, a, j, b):
    """What loads before a swap of rows ``a`` and ``b`` say of regions too little, less too much."""
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


# Without branches: among many, Numba no longer sees that the arrays outlive the move, and counts
# references to them, which takes ten times as long as the move.
@kernel
def first_line(torus, n):
    """The index from which on each diagonal stands once in its array."""
    if torus is None:
        return 0
    return n - 1


@kernel
def count_shared_diagonals(torus, regions, n, i, a, j, b):
    """On how many diagonals the queens on rows ``a`` and ``b`` of columns ``i``, ``j`` meet."""
    if regions is not None:
        return 0
    if torus is None:
        return np.int64(abs(a - b) == abs(i - j))
    # Both sums are between -2n and 2n, where comparing takes a tenth of the time of a remainder.
    up, down = abs(np.int64(a) - b - i + j), abs(np.int64(a) - b + i - j)
    return np.int64(up == 0 or up == n) + np.int64(down == 0 or down == n)


@kernel
def penalty(blocked, column, row):
    """Conflicts of a queen with its square."""
    if blocked is None:
        return 0
    return np.int64(blocked[U(column), U(row)])


@kernel
def penalties(blocked, queens):
    """Conflicts of all queens with their squares."""
    total = 0
    if blocked is not None:
        for column in range(queens.size):
            total += penalty(blocked, column, queens[column])
    return total
