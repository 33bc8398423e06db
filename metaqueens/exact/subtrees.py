"""The kernels that count the solutions inside borders: row by row, with bit masks [1]_.

A state is four masks, a bit for each column of a row: the squares to be tried, and the columns that
queens attack, straight down and along either diagonal. The states of a row are an array of shape
(4, CAPACITY + SPARE): its lines are those masks, so that a vector holds the same mask of
neighbouring states.

It is unpredictable which states have a square left. An instruction that packs the words of a vector
moves them together: that of AVX-512 VBMI2, or on other x86 processors and on ARM the one that
shuffles bytes, with a table of the orders [2]_.

.. [1] Richards (1997). Backtracking algorithms in MCPL using bit patterns and recursion.
       University of Cambridge Computer Laboratory.
.. [2] Polychroniou, Raghavan & Ross (2015). Rethinking SIMD vectorization for in-memory databases.
       ACM SIGMOD International Conference on Management of Data, 1493-1508.
"""

from typing import Any

import numpy as np

from metaqueens.core.jit import Native, kernel

COUNTS_UP_TO = 24
U = np.uint64
# States of a row; those of the deepest rows, the most frequent, should fit into a core's own cache.
CAPACITY = 2048
# Words behind them, which a vector may overwrite.
SPARE = 32


@kernel
def place_in_each(here, first, end, below, filled, taken, step):
    """Place a queen on the lowest free square of the states ``first`` to ``end`` of a row.

    States that have a square left stay. The states that follow, with a square in the row ``step``
    below, are appended to the first ``filled`` of ``below``. ``taken`` are the squares of that row
    on which no queen may stand, and all bits beyond the board. Returns the new numbers of states in
    both rows.
    """
    left, down = first, U(step)
    for at in range(first, end):
        free, columns = U(here[0, at]), U(here[1, at])
        falling, rising = U(here[2, at]), U(here[3, at])
        queen = free & (~free + U(1))
        rest, columns_below = free ^ queen, columns | queen
        falling_below, rising_below = (falling | queen) >> down, (rising | queen) << down
        free_below = ~(columns_below | falling_below | rising_below | U(taken))
        # Without a branch: a wrong prediction of the processor would take longer than all of this.
        here[0, left], here[1, left] = rest, columns
        here[2, left], here[3, left] = falling, rising
        left += rest != U(0)
        below[0, filled], below[1, filled] = free_below, columns_below
        below[2, filled], below[3, filled] = falling_below, rising_below
        filled += free_below != U(0)
    return left, filled


def _make_vector_kernel() -> Any:
    from numba.core.registry import cpu_target

    from metaqueens.exact import vectors

    pack = vectors.packing(*cpu_target.target_context.codegen().magic_tuple())
    return place_in_each if pack is None else vectors.place_with(pack)


# The same states in the same order, one by one without the compiler or such instructions.
place = Native(place_in_each, _make_vector_kernel)


def room(n: int) -> np.ndarray:
    """Return arrays for the states of the rows inside a border of ``n`` queens."""
    # Twice as many of the shorter words are in a vector.
    return np.empty((n, 4, CAPACITY + SPARE), np.uint16 if n <= 18 else np.uint32)


@kernel
def count_inside(n, sides, sizes, states):
    """Count the solutions inside some borders, times the sizes of their orbits, and queens placed.

    The last queen of a solution is not placed: any free square of the last row makes a solution.
    """
    solutions = nodes = 0
    rows, taken, waiting = np.empty(n, np.int64), np.empty(n, np.int64), np.zeros(n, np.int64)
    for k in range(sizes.size):
        last = _open_rows(n, sides[k], rows, taken) - 1
        if last < 0:
            solutions += sizes[k]
        elif taken[0] != -1:
            states[0, 0, 0], waiting[0] = ~taken[0], 1
            states[0, 1, 0] = states[0, 2, 0] = states[0, 3, 0] = 0
            found, placed = _walk(states, waiting, rows, taken, last)
            solutions += found * sizes[k]
            nodes += placed
    return solutions, nodes


@kernel
def _walk(states, waiting, rows, taken, last):
    """Walk the subtree below the first open row; return its solutions, and queens placed.

    It takes many states of a row at once, until the row below is full or none is left.
    """
    solutions, nodes, row = 0, 0, 0
    while row >= 0:
        if row == last:  # any square left makes a solution
            solutions += waiting[row]
            waiting[row] = 0
            row -= 1
            continue
        end, filled = waiting[row], waiting[row + 1]
        many = min(end, CAPACITY - filled)
        if many > 0:
            step = rows[row + 1] - rows[row]
            waiting[row], waiting[row + 1] = place(
                states[row], end - many, end, states[row + 1], filled, taken[row + 1], step
            )
            nodes += many
        else:
            row += 1 if filled > 0 else -1
    return solutions, nodes


@kernel
def _open_rows(n, sides, rows, taken):
    """List the rows that the border leaves open, and the squares that it attacks in each.

    Returns their number. Bit 0 is column 1; all bits beyond column n - 2 are set.
    """
    found = 0
    for row in range(1, n - 1):
        if row != sides[2] and row != sides[3]:
            rows[found], taken[found] = row, _find_attacked(n, sides, row)
            found += 1
    return found


@kernel
def _find_attacked(n, sides, row):
    bits = -(1 << (n - 2))
    for side in range(4):
        queen_row = (0, n - 1, sides[2], sides[3])[side]
        queen_column = (sides[0], sides[1], 0, n - 1)[side]
        for slope in range(-1, 2):
            column = queen_column + slope * (row - queen_row)
            if 0 < column < n - 1:
                bits |= 1 << (column - 1)
    return bits
