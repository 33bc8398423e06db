"""The board: one queen per column, and the counts that price a move in O(1)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from metaqueens import drawing
from metaqueens.core.jit import kernel

# Kernels index by unsigned numbers, which spares the test for Python's negative indices: an
# annealing move costs 11 ns with it and 20 without.
U = np.uint64
BYTES_PER_QUEEN = 24


class Board(NamedTuple):
    """Queens, and how many of them stand on each line. All int32: 24 bytes a queen.

    queens : (n,) row of the queen in each column, from 0
    rows : (n,) queens on each row
    rising : (2n - 1,) queens on each diagonal ``row - column + n - 1``
    falling : (2n - 1,) queens on each diagonal ``row + column``
    """

    queens: np.ndarray
    rows: np.ndarray
    rising: np.ndarray
    falling: np.ndarray

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it."""
        return (
            drawing.svg(self.queens.tolist()) if self.queens.size <= drawing.DRAWN_UP_TO else None
        )


def board_of(queens: Sequence[int] | np.ndarray) -> Board:
    """Lay out ``queens``, the row of the queen in each column, and count every line.

    Raises ``ValueError`` for a queen that is not on the board.
    """
    rows = np.asarray(queens)
    if rows.ndim != 1 or rows.size == 0 or rows.dtype.kind not in "iu":
        raise ValueError("a board is a list of whole numbers: the row of the queen in each column")
    if rows.min() < 0 or rows.max() >= rows.size:
        column = int(np.argmax((rows < 0) | (rows >= rows.size)))
        raise ValueError(
            f"column {column}: row {rows[column]} is not on a board of {rows.size} rows"
            f" (0 to {rows.size - 1})"
        )
    board = empty_board(rows.size)
    board.queens[:] = rows
    count_lines(board)
    return board


def empty_board(n: int) -> Board:
    """Room for ``n`` queens, all of them on row 0 and none counted yet."""
    sizes = (n, n, 2 * n - 1, 2 * n - 1)
    return Board(*(np.zeros(size, np.int32) for size in sizes))


@kernel
def count_lines(board):
    """Count the queens on every line afresh."""
    queens, n = board.queens, board.queens.size
    board.rows[:] = 0
    board.rising[:] = 0
    board.falling[:] = 0
    for column in range(n):
        row = queens[column]
        board.rows[row] += 1
        board.rising[row - column + n - 1] += 1
        board.falling[row + column] += 1


@kernel
def count_guards(board):
    """Pairs of queens that attack each other: a line of k queens holds k(k - 1)/2."""
    guards = 0
    for k in board.rows:
        guards += np.int64(k) * (k - 1) // 2
    for k in board.rising:
        guards += np.int64(k) * (k - 1) // 2
    for k in board.falling:
        guards += np.int64(k) * (k - 1) // 2
    return guards


@kernel
def diagonal_load(board, column, row):
    """Queens on the two diagonals through a square, one that stands on it counted twice."""
    n = board.queens.size
    return board.rising[U(row - column + n - 1)] + board.falling[U(row + column)]


@kernel
def load(board, column, row):
    """Queens on the three lines through a square, one that stands on it counted three times."""
    return board.rows[U(row)] + diagonal_load(board, column, row)


@kernel
def attackers(board, column):
    """How many times the queen of ``column`` is attacked."""
    return load(board, column, board.queens[U(column)]) - 3


@kernel
def shift(board, column, row):
    """Move the queen of ``column`` to ``row``."""
    lift(board, column)
    put(board, column, row)


@kernel
def lift(board, column):
    """Take the queen of ``column`` off its lines."""
    n, row = board.queens.size, board.queens[U(column)]
    board.rows[U(row)] -= 1
    board.rising[U(row - column + n - 1)] -= 1
    board.falling[U(row + column)] -= 1


@kernel
def put(board, column, row):
    """Set the queen of ``column``, which stands on no line, on ``row``."""
    n = board.queens.size
    board.queens[U(column)] = row
    board.rows[U(row)] += 1
    board.rising[U(row - column + n - 1)] += 1
    board.falling[U(row + column)] += 1
