"""The plain board: one queen per column, and the counts by which a move is evaluated in O(1)."""

from typing import NamedTuple

import numpy as np

from metaqueens.core.choices import Encoding, Moves
from metaqueens.core.conflicting import add
from metaqueens.core.jit import Kernel, entry, kernel
from metaqueens.core.random import draw_below
from metaqueens.core.state import U
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
def evaluate(encoding, board, queens):
    """Return the guards of a board in O(n); the counts of ``board`` are invalid afterwards."""
    n, guards = queens.size, 0
    rows, rising, falling = board.rows, board.rising, board.falling
    clear_counts(board)
    # A call for each square, although inlined, would take a tenth more.
    first = rising_of(n, 0, 0)
    for column in range(n):
        row = np.int64(queens[U(column)])
        up, down = U(row - column + first), U(falling_of(column, row))
        # The queens already on a line are the pairs that a new one makes.
        guards += rising[up] + falling[down]
        rising[up] += 1
        falling[down] += 1
        if encoding == Encoding.ROWS:
            guards += rows[U(row)]
            rows[U(row)] += 1
    return guards


@kernel
def differences(child, parent):
    """Count the columns in which two boards differ; return the first and the last of them too."""
    count, first, last = np.int32(0), np.int32(child.size), np.int32(-1)
    for column in range(child.size):
        differ = child[U(column)] != parent[U(column)]
        count += np.int32(differ)
        first = min(first, np.int32(column) if differ else np.int32(child.size))
        last = max(last, np.int32(column) if differ else np.int32(-1))
    return count, np.int64(first), np.int64(last)


@kernel
def evaluate_child(encoding, board, child, parent, guards):
    """Return the guards of ``child``, by difference from ``parent`` if few columns differ."""
    count, i, j = differences(child, parent)
    if count == 0:
        return guards
    if count > 2:
        return evaluate(encoding, board, child)
    if count == 1:
        j = i + 1 if i + 1 < child.size else i - 1
    return guards + change(encoding, child, parent, i, j)


@kernel
def change(encoding, child, parent, i, j):
    """Return the guards of ``child`` minus those of ``parent``, which differs in columns i and j.

    It reads every queen, in vector instructions: half the work of a full evaluation, without counts
    for each board.
    """
    a, b, old_a, old_b = child[U(i)], child[U(j)], parent[U(i)], parent[U(j)]
    attacks = np.int32(0)
    x, y = np.int32(i), np.int32(j)
    up_a, up_b, up_old_a, up_old_b = a - x, b - y, old_a - x, old_b - y
    down_a, down_b, down_old_a, down_old_b = a + x, b + y, old_a + x, old_b + y
    for column in range(child.size):
        row = child[U(column)]
        up, down = np.int32(row - np.int32(column)), np.int32(row + np.int32(column))
        attacks += np.int32(up == up_a) + np.int32(up == up_b)
        attacks += np.int32(down == down_a) + np.int32(down == down_b)
        attacks -= np.int32(up == up_old_a) + np.int32(up == up_old_b)
        attacks -= np.int32(down == down_old_a) + np.int32(down == down_old_b)
        if encoding == Encoding.ROWS:
            attacks += np.int32(row == a) + np.int32(row == b)
            attacks -= np.int32(row == old_a) + np.int32(row == old_b)
    # Subtract each moved queen itself on every line, the pair counted twice, and old with new.
    attacks -= (3 if encoding == Encoding.ROWS else 2) * (np.int32(a != old_a) + (b != old_b))
    attacks += _attack(encoding, i, old_a, j, b) + _attack(encoding, j, old_b, i, a)
    return attacks - _attack(encoding, i, a, j, b) - _attack(encoding, i, old_a, j, old_b)


@kernel
def _attack(encoding, i, a, j, b):
    on_a_diagonal = np.int64(abs(a - b) == abs(i - j))
    return on_a_diagonal + np.int64(a == b) if encoding == Encoding.ROWS else on_a_diagonal


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
