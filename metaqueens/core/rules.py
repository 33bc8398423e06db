"""The rules of an instance beside no attacks, as kernels take them.

A member is None where nothing is asked. Numba knows that by its type and leaves out what stands
under ``is not None``, so that a plain board runs the machine code it had without any rules: a test
compares the instructions. For the same reason each kernel here takes one member as an argument:
a branch is left out only where an argument decides it.
"""

from typing import Any, NamedTuple

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.core.lines import falling_of, rising_of

U = np.uint64


class Rules(NamedTuple):
    """The rules of one instance.

    torus : True where diagonals go on at the opposite side
    movable : (m,) int32, the columns whose queens may move, ascending; the others are placed
    blocked : (n, n) bool by column and row, a queen there counts as one conflict
    rising, falling : (2n - 1,) int32, 1 for each excluded diagonal: it counts as a queen there that
        never moves. On a torus both planar parts of an excluded diagonal have a 1.
    """

    torus: Any = None
    movable: Any = None
    blocked: Any = None
    rising: Any = None
    falling: Any = None


PLAIN = Rules()


@kernel
def reset(counts, excluded):
    """Set the counts of diagonals to what they are without queens."""
    if excluded is None:
        counts[:] = 0
    else:
        counts[:] = excluded


@kernel
def count_wrapped(torus, rising, falling, n, column, row, by):
    """On a torus, count a queen on the other planar part of its diagonals too.

    So a look-up stays one read.
    """
    if torus is not None:
        up, down = rising_of(n, column, row), falling_of(column, row)
        if up != n - 1:
            rising[U(up - n if up >= n else up + n)] += by
        if down != n - 1:
            falling[U(down - n if down >= n else down + n)] += by


@kernel
def first_line(torus, n):
    """The index from which on each diagonal stands once in its array."""
    if torus is None:
        return 0
    return n - 1


@kernel
def shared_diagonals(torus, n, i, a, j, b):
    """On how many diagonals the queens on rows ``a`` and ``b`` of columns ``i``, ``j`` meet."""
    if torus is None:
        return np.int64(abs(a - b) == abs(i - j))
    return np.int64((a - b - i + j) % n == 0) + np.int64((a - b + i - j) % n == 0)


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


@kernel
def movable_count(movable, n):
    """How many queens may move."""
    if movable is None:
        return n
    return movable.size


@kernel
def movable_column(movable, k):
    """The column of the k-th queen that may move."""
    if movable is None:
        return k
    return np.int64(movable[U(k)])
