"""The kernel that counts the solutions inside borders: row by row, with bit masks [1]_.

.. [1] Richards (1997). Backtracking algorithms in MCPL using bit patterns and recursion.
       University of Cambridge Computer Laboratory.
"""

from typing import NamedTuple

import numpy as np

from metaqueens.core.jit import kernel

U = np.uint64
# A diagonal mask spans three boards less their borders, and must fit 64 bits.
COUNTS_UP_TO = 24


class Lane(NamedTuple):
    """A subtree that is being walked: a stack of rows that have squares still to be tried.

    free, columns, falling, rising : (n + 1,) uint64, those squares, and the columns that queens
        have taken, straight down and along either diagonal
    row : (n + 1,) uint64, which of the open rows it is, from 0
    steps : (n,) uint64, how far below each open row the next one is
    """

    free: np.ndarray
    columns: np.ndarray
    falling: np.ndarray
    rising: np.ndarray
    row: np.ndarray
    steps: np.ndarray


@kernel
def count_inside(n, sides, sizes):
    """Solutions inside some borders, each as often as its orbit is large, and queens placed.

    Two subtrees are walked in turn: every step waits for the one before it, and the processor does
    a step of the other in that time. That halves the time of the whole.
    """
    one, two = _lane(n), _lane(n)
    at, top, last, size, solutions = _next_subtree(n, sides, sizes, 0, one)
    at, top2, last2, size2, more = _next_subtree(n, sides, sizes, at, two)
    solutions += more
    found, found2, nodes = U(0), U(0), 0
    while top > U(0) and top2 > U(0):
        while top > U(0) and top2 > U(0):
            top, leaf = _place(one, top, last)
            top2, leaf2 = _place(two, top2, last2)
            found, found2 = found + leaf, found2 + leaf2
            nodes += 2
        if top == U(0):
            solutions += np.int64(found) * size
            found = U(0)
            at, top, last, size, more = _next_subtree(n, sides, sizes, at, one)
            solutions += more
        if top2 == U(0):
            solutions += np.int64(found2) * size2
            found2 = U(0)
            at, top2, last2, size2, more = _next_subtree(n, sides, sizes, at, two)
            solutions += more
    rest, placed = _finish(one, top, last)
    rest2, placed2 = _finish(two, top2, last2)
    solutions += np.int64(found + rest) * size + np.int64(found2 + rest2) * size2
    return solutions, nodes + placed + placed2


@kernel
def _place(lane, top, last):
    """Place a queen in the row on top of the stack: the new top, and whether the board is full.

    Without a branch: which way it goes is as good as random, and a wrong guess of the processor
    costs more than all of this.
    """
    here, row = lane.free[top], lane.row[top]
    queen = here & (~here + U(1))
    step = lane.steps[row]
    columns = lane.columns[top] | queen
    falling = (lane.falling[top] | queen) >> step
    rising = (lane.rising[top] | queen) << step
    lane.free[top] = here ^ queen
    below = ~(columns | falling | rising)
    above = top + U(1) - U(here == queen)  # a row with no square left makes room for the next
    lane.free[above], lane.row[above] = below, row + U(1)
    lane.columns[above], lane.falling[above], lane.rising[above] = columns, falling, rising
    alive, deepest = U(below != U(0)), U(row == last)
    return above - U(1) + (alive & (deepest ^ U(1))), alive & deepest


@kernel
def _finish(lane, top, last):
    """Walk the rest of a subtree: solutions, and queens placed."""
    found, nodes = U(0), 0
    while top > U(0):
        top, leaf = _place(lane, top, last)
        found += leaf
        nodes += 1
    return found, nodes


@kernel
def _next_subtree(n, sides, sizes, at, lane):
    """Load the next border that leaves something to walk: see the names of what it returns.

    ``at`` is the border after it, ``top`` is 0 where there is none, ``last`` the row before the
    last: where its queen leaves a square in the last row, that is a solution. ``solutions`` are
    those of the borders that were passed over, which leave one row at most.
    """
    solutions = 0
    while at < sizes.size:
        size = sizes[at]
        rows = _open_rows(n, sides[at], lane.steps)
        columns, falling, rising = _masks(n, sides[at], lane.steps[n - 1])
        at += 1
        free = ~(columns | falling | rising)
        if rows > 1 and free != U(0):
            lane.free[1], lane.row[1], lane.columns[1] = free, U(0), columns
            lane.falling[1], lane.rising[1] = falling, rising
            return at, U(1), U(rows - 2), size, solutions
        if rows == 0 or (rows == 1 and free != U(0)):
            solutions += size
    return at, U(0), U(0), 0, solutions


@kernel
def _lane(n):
    """A lane with an empty stack; the first place is never used."""
    size = n + 1
    return Lane(
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty(n, np.uint64),
    )


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
