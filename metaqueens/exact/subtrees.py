"""The kernel that counts the solutions inside borders: row by row, with bit masks [1]_.

.. [1] Richards (1997). Backtracking algorithms in MCPL using bit patterns and recursion.
       University of Cambridge Computer Laboratory.
"""

from typing import NamedTuple

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.exact.bitmask import ones

U = np.uint64
# A diagonal mask spans three boards less their borders, and must fit 64 bits.
COUNTS_UP_TO = 24


class Lane(NamedTuple):
    """A subtree that is being walked: a stack of rows that have squares still to be tried.

    stack : (WORDS * (n + 1),) uint64, of each row those squares, and the columns that queens have
        taken, straight down and along either diagonal; side by side, as every step needs all four
    steps : (n,) uint64, by the number of rows that are left how far below a row the next open one
        is, and in the row before the last LAST more
    down : (n,) uint64, the same by open row, from 0
    """

    stack: np.ndarray
    steps: np.ndarray
    down: np.ndarray


WORDS, LAST = U(4), U(64)


@kernel
def count_inside(n, sides, sizes):
    """Solutions inside some borders, each as often as its orbit is large, and queens placed.

    Three subtrees are walked in turn: every step waits for the one before it, and the processor
    does steps of the others in that time. Four or six at once are no faster.
    """
    one, two, three = _lane(n), _lane(n), _lane(n)
    at, top, size, solutions = _next_subtree(n, sides, sizes, 0, one)
    at, top2, size2, more = _next_subtree(n, sides, sizes, at, two)
    at, top3, size3, most = _next_subtree(n, sides, sizes, at, three)
    solutions += more + most
    found, found2, found3, nodes = U(0), U(0), U(0), 0
    while top > U(0) and top2 > U(0) and top3 > U(0):
        while top > U(0) and top2 > U(0) and top3 > U(0):
            top, leaf = _place(one, top)
            top2, leaf2 = _place(two, top2)
            top3, leaf3 = _place(three, top3)
            found, found2, found3 = found + leaf, found2 + leaf2, found3 + leaf3
            nodes += 3
        if top == U(0):
            solutions += np.int64(found) * size
            found = U(0)
            at, top, size, more = _next_subtree(n, sides, sizes, at, one)
            solutions += more
        if top2 == U(0):
            solutions += np.int64(found2) * size2
            found2 = U(0)
            at, top2, size2, more = _next_subtree(n, sides, sizes, at, two)
            solutions += more
        if top3 == U(0):
            solutions += np.int64(found3) * size3
            found3 = U(0)
            at, top3, size3, more = _next_subtree(n, sides, sizes, at, three)
            solutions += more
    rest, placed = _finish(one, top)
    rest2, placed2 = _finish(two, top2)
    rest3, placed3 = _finish(three, top3)
    solutions += np.int64(found + rest) * size + np.int64(found2 + rest2) * size2
    solutions += np.int64(found3 + rest3) * size3
    return solutions, nodes + placed + placed2 + placed3


@kernel
def _place(lane, top):
    """Place a queen in the row on top of the stack: the new top, and whether the board is full.

    Without a branch: which way it goes is as good as random, and a wrong guess of the processor
    costs more than all of this. The row is not kept: as many are left as columns.
    """
    stack = lane.stack
    here, columns = stack[top], stack[top + U(1)]
    queen = here & (~here + U(1))
    rest, told = here ^ queen, lane.steps[U(ones(~columns))]
    step, deepest = told & (LAST - U(1)), told // LAST
    columns |= queen
    falling = (stack[top + U(2)] | queen) >> step
    rising = (stack[top + U(3)] | queen) << step
    stack[top] = rest
    below = ~(columns | falling | rising)
    # A row with no square left makes room for the next.
    above = top + U(rest != U(0)) * WORDS
    stack[above], stack[above + U(1)] = below, columns
    stack[above + U(2)], stack[above + U(3)] = falling, rising
    alive = U(below != U(0))
    return above - WORDS + (alive & (deepest ^ U(1))) * WORDS, alive & deepest


@kernel
def _finish(lane, top):
    """Walk the rest of a subtree: solutions, and queens placed."""
    found, nodes = U(0), 0
    while top > U(0):
        top, leaf = _place(lane, top)
        found += leaf
        nodes += 1
    return found, nodes


@kernel
def _next_subtree(n, sides, sizes, at, lane):
    """Load the next border that leaves something to walk: see the names of what it returns.

    ``at`` is the border after it, ``top`` is 0 where there is none. In the row before the last a
    queen that leaves a square in the last row is a solution. ``solutions`` are those of the borders
    that were passed over, which leave one row at most.
    """
    solutions = 0
    while at < sizes.size:
        size = sizes[at]
        rows = _open_rows(n, sides[at], lane.down)
        columns, falling, rising = _masks(n, sides[at], lane.down[n - 1])
        at += 1
        free = ~(columns | falling | rising)
        if rows > 1 and free != U(0):
            for row in range(rows):
                lane.steps[rows - row] = lane.down[row]
            lane.steps[2] += LAST
            stack = lane.stack
            stack[4], stack[5], stack[6], stack[7] = free, columns, falling, rising
            return at, WORDS, size, solutions
        if rows == 0 or (rows == 1 and free != U(0)):
            solutions += size
    return at, U(0), 0, solutions


@kernel
def _lane(n):
    """A lane with an empty stack; the first row of it is never used."""
    words = 4 * (n + 1)
    return Lane(np.empty(words, np.uint64), np.empty(n, np.uint64), np.empty(n, np.uint64))


@kernel
def _open_rows(n, sides, steps):
    """How many rows the border leaves open, and in ``steps`` the way from each to the next.

    The last place of ``steps`` holds the way from row 1 to the first of them.
    """
    rows, before = 0, 1
    for row in range(1, n - 1):
        if row != sides[2] and row != sides[3]:
            steps[rows - 1] = row - before  # rows = 0: the last place
            before = row
            rows += 1
    return rows


@kernel
def _masks(n, sides, step):
    """What the queens of a border attack ``step`` rows below row 1: columns and both diagonals.

    Column 1 is bit n - 3: there is room on either side for the diagonals that enter further down.
    """
    columns = ~(((U(1) << U(n - 2)) - U(1)) << U(n - 3))
    falling = rising = U(0)
    for side in range(4):
        row = (0, n - 1, sides[2], sides[3])[side]
        column = (sides[0], sides[1], 0, n - 1)[side]
        if 0 < column < n - 1:
            columns |= U(1) << U(column + n - 4)
        # Not the index of a diagonal: where it enters a word that is shifted row by row.
        for_falling, for_rising = row + column + n - 5, column - row + n - 3
        if 0 <= for_falling < 64:
            falling |= U(1) << U(for_falling)
        if 0 <= for_rising < 64:
            rising |= U(1) << U(for_rising)
    return columns, falling >> step, rising << step
