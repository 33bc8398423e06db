"""The plain board: one queen per column, and the counts by which a move is evaluated in O(1)."""

from typing import NamedTuple

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.conflicting import add
from metaqueens.core.jit import Kernel, entry, kernel
from metaqueens.core.random import draw_below
from metaqueens.core.state import U
from metaqueens.queens.kernels.plain_cost import (
    evaluate as evaluate,
    evaluate_child as evaluate_child,
)
from metaqueens.queens.kernels.rules import diagonals, falling_of, rising_of


@kernel
def delta(kind, board, i, j):
    """Return the change of the guards by move (i, j), without making it, in O(1)."""
    a, b = np.int64(board.values[U(i)]), np.int64(board.values[U(j)])
    if kind == Moves.SWAP:
        if a == b:
            return 0
        # A queen is counted on the diagonals that it leaves. Two that guard each other before the
        # swap do so after it.
        mutual = np.int64(abs(a - b) == abs(i - j))
        gained = on_diagonals(board, i, b) + on_diagonals(board, j, a) + mutual
        return gained - (on_diagonals(board, i, a) + on_diagonals(board, j, b) - 4 - mutual)
    return value_cost(board, i, j) - (value_cost(board, i, a) - 3)


@kernel
def count_variable(board, column, row, by):
    """Count a queen on the lines through a square, or remove it with ``by`` = -1."""
    board.rows[U(row)] += by
    board.rising[U(rising_of(board.values.size, column, row))] += by
    board.falling[U(falling_of(column, row))] += by


@kernel
def on_diagonals(board, column, row):
    """Count the queens on the diagonals through a square, one on the square itself twice."""
    rising = board.rising[U(rising_of(board.values.size, column, row))]
    return rising + board.falling[U(falling_of(column, row))]


@kernel
def value_cost(board, column, row):
    """Count the queens on the lines through a square, one on the square itself three times."""
    return board.rows[U(row)] + on_diagonals(board, column, row)


@kernel
def count_conflicts(board, column):
    """Count the attacks on the queen of ``column``."""
    return value_cost(board, np.int64(column), np.int64(board.values[U(column)])) - 3


@kernel
def clear_counts(board):
    """Set the counts of all lines to 0."""
    board.rows[:] = 0
    board.rising[:] = 0
    board.falling[:] = 0


@entry
def compute_cost(board):
    """Count the pairs of queens that attack each other."""
    return count_pairs(board.rows) + count_pairs(board.rising) + count_pairs(board.falling)


@kernel
def count_pairs(lines):
    """Count the pairs of queens on lines with these numbers: k queens are k(k - 1)/2 pairs."""
    pairs = 0
    for k in lines:
        pairs += np.int64(k) * (k - 1) // 2
    return pairs


@kernel
def are_in_conflict(board, column, other):
    """Return whether two queens attack each other."""
    up = abs(board.values[column] - board.values[other])
    return up == 0 or up == abs(column - other)


@kernel
def best_value(board, column, stream):
    """Draw one of the least attacked rows of ``column``, whose queen is off the board.

    The diagonals of a column have consecutive indices, as its rows do, so that the loops run in
    vector instructions.
    """
    n = board.values.size
    rising = board.rising[rising_of(n, column, 0) :]
    falling = board.falling[falling_of(column, 0) :]
    least = 3 * n
    for row in range(n):
        least = min(least, board.rows[row] + rising[row] + falling[row])
    ties = np.int64(0)
    for row in range(n):
        ties += board.rows[row] + rising[row] + falling[row] == least
    skip = draw_below(stream, ties)
    row = -1
    while skip >= 0:
        row += 1
        skip -= board.rows[row] + rising[row] + falling[row] == least
    return row


# Partners: a board that has, for each line, the exclusive or of its queens' columns in the place of
# their number: of two, each gives the other. So min-conflicts on samples of the rows finds queens
# that share a line in O(1).


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
    clear_counts(lines)
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


@kernel
def replace_values(board, values):
    return PlainBoard(values, board.rows, board.rising, board.falling)


class PlainBoard(NamedTuple):
    """Queens, and their numbers on each line. All int32: 24 bytes per queen.

    values : (n,) row of the queen in each column, from 0
    rows : (n,) queens on each row
    rising, falling : (2n - 1,) queens on each diagonal, by its index in ``kernels.rules``
    """

    values: np.ndarray
    rows: np.ndarray
    rising: np.ndarray
    falling: np.ndarray


# Those with a name of the interface of a state take the place of its defaults.
PlainBoard.kernels = {  # type: ignore[attr-defined]
    name: made for name, made in globals().items() if isinstance(made, Kernel)
}


def empty_board(n: int) -> PlainBoard:
    """Return memory for ``n`` queens, all on row 0 and none counted."""
    sizes = (n, n, diagonals(n), diagonals(n))
    return PlainBoard(*(np.zeros(size, np.int32) for size in sizes))


PlainBoard.empty_partners = empty_board  # type: ignore[attr-defined]
