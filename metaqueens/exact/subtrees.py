"""The kernel that counts the solutions inside borders: row by row, with bit masks [1]_.

.. [1] Richards (1997). Backtracking algorithms in MCPL using bit patterns and recursion.
       University of Cambridge Computer Laboratory.
"""

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.exact.placing import CAPACITY, SPARE, place

COUNTS_UP_TO = 24


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
