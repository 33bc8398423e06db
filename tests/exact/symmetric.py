"""Solutions that turns of the board leave as they are, found by a search."""

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.queens.kernels.rules import falling_of, rising_of

U = np.uint64


def symmetric(n):
    """Count the solutions of ``n`` queens that a half turn and a quarter turn leave as they are."""
    half, quarter = _count_symmetric(n, np.zeros(n, np.int64))
    return int(half), int(quarter)


@kernel
def _count_symmetric(n, queens):
    """Place queens in pairs, each with its half-turn image, from the outer columns inwards."""
    half, quarter, column, pairs = 0, 0, 0, n // 2
    rows = falling = rising = U(0)
    if n % 2 == 1:  # the queen of the middle column is its own image
        queens[pairs] = pairs
        rows, falling, rising = U(1) << U(pairs), U(1) << U(n - 1), U(1) << U(n - 1)
    # One array with rows set from tuples would take three times as long to compile.
    old_rows = np.empty(pairs + 1, np.uint64)
    old_falling, old_rising = np.empty(pairs + 1, np.uint64), np.empty(pairs + 1, np.uint64)
    trial = np.zeros(pairs + 1, np.int64)
    while column >= 0:
        if column == pairs:
            half += 1
            quarter += _turns_onto_itself(queens)
            column -= 1
            continue
        if trial[column] == 0:
            old_rows[column], old_falling[column], old_rising[column] = rows, falling, rising
        row = trial[column]
        rows, falling, rising = old_rows[column], old_falling[column], old_rising[column]
        trial[column] += 1
        if row == n:
            trial[column] = 0
            column -= 1
        elif _stands(n, column, row, rows, falling, rising):
            queens[column], queens[n - 1 - column] = row, n - 1 - row
            rows |= U(1) << U(row) | U(1) << U(n - 1 - row)
            down, up = falling_of(column, row), rising_of(n, column, row)
            falling |= U(1) << U(down) | U(1) << U(2 * n - 2 - down)
            rising |= U(1) << U(up) | U(1) << U(2 * n - 2 - up)
            column += 1
    return half, quarter


@kernel
def _stands(n, column, row, rows, falling, rising):
    """Whether a queen may be placed together with its half-turn image."""
    apart = row + column != n - 1 and row != column
    on_falling = falling >> U(falling_of(column, row))
    taken = (rows >> U(row)) | on_falling | (rising >> U(rising_of(n, column, row)))
    return apart and taken & U(1) == 0


@kernel
def _turns_onto_itself(queens):
    """Whether a quarter turn leaves the board as it is."""
    n, fixed = queens.size, 0
    for column in range(n):
        fixed += queens[n - 1 - queens[column]] == column
    return fixed == n
