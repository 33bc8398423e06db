"""Queens that share a line, found in O(1), for min-conflicts on samples of the rows."""

from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.conflicting import add
from metaqueens.core.jit import kernel
from metaqueens.core.state import U
from metaqueens.queens.kernels.rules import diagonals, falling_of, rising_of


class Partners(NamedTuple):
    """For each line the exclusive or of its queens' columns: of two, each gives the other.

    rows : (n,) int32
    rising, falling : (2n - 1,) int32
    """

    rows: np.ndarray
    rising: np.ndarray
    falling: np.ndarray

    @classmethod
    def empty(cls, n: int) -> Self:
        """Make lines without queens."""
        return cls(*(np.zeros(size, np.int32) for size in (n, diagonals(n), diagonals(n))))


@kernel
def toggle_partner(state, lines, column, row):
    """Add a queen on a square, or remove it."""
    n = lines.rows.size
    lines.rows[U(row)] ^= column
    lines.rising[U(rising_of(n, column, row))] ^= column
    lines.falling[U(falling_of(column, row))] ^= column


@kernel
def count_partners(state, lines):
    """Add all queens."""
    lines.rows[:] = 0
    lines.rising[:] = 0
    lines.falling[:] = 0
    for column in range(state.values.size):
        toggle_partner(state, lines, column, state.values[column])


@kernel
def add_partners(state, column, lines, attacked):
    """Add the queens attacked from ``column``, or it itself on lines of three or more, in O(1)."""
    n, row = state.values.size, state.values[column]
    up, down = rising_of(n, column, row), falling_of(column, row)
    for load, columns in (
        (state.rows[row], lines.rows[row]),
        (state.rising[up], lines.rising[up]),
        (state.falling[down], lines.falling[down]),
    ):
        if load > 1:
            add(attacked, columns ^ column if load == 2 else column)
