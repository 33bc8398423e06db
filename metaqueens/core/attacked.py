"""The queens that may be attacked: so that a search looks after them and passes over the others."""

from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.board import U, attackers
from metaqueens.core.jit import kernel
from metaqueens.core.moves import Moves
from metaqueens.core.random import below


class Suspects(NamedTuple):
    """Queens under suspicion. One that is not attacked is dropped when it is drawn.

    A search lists either every attacked queen, or those that it moved to where they are attacked:
    then at least one queen of every attacking pair is listed, and that costs O(1) a move.

    columns : (n,) int32, the suspects' columns in the first ``size[0]`` places
    listed : (n,) bool, whether a column is among them
    size : (1,) how many there are
    """

    columns: np.ndarray
    listed: np.ndarray
    size: np.ndarray

    @classmethod
    def none(cls, n: int) -> Self:
        """An empty list with room for ``n``."""
        return cls(np.zeros(n, np.int32), np.zeros(n, np.bool_), np.zeros(1, np.int64))


class Partners(NamedTuple):
    """Who stands on each line: the exclusive or of their columns, so each other's where two do.

    rows : (n,) int32
    rising, falling : (2n - 1,) int32
    """

    rows: np.ndarray
    rising: np.ndarray
    falling: np.ndarray

    @classmethod
    def none(cls, n: int) -> Self:
        """Lines without queens."""
        return cls(*(np.zeros(size, np.int32) for size in (n, 2 * n - 1, 2 * n - 1)))


@kernel
def draw_attacked(board, suspects, stream):
    """The column of an attacked queen, each that is listed equally likely; there must be one."""
    columns, listed, size = suspects
    while True:
        place = below(stream, size[0])
        column = columns[place]
        if attackers(board, column) > 0:
            return column
        listed[column] = False
        size[0] -= 1
        columns[place] = columns[size[0]]


@kernel
def suspect(column, suspects):
    """List the queen of ``column``."""
    columns, listed, size = suspects
    if not listed[column]:
        listed[column] = True
        columns[size[0]] = column
        size[0] += 1


@kernel
def suspect_if_attacked(board, column, suspects):
    """List the queen of ``column`` where it is attacked, in O(1)."""
    if attackers(board, column) > 0:
        suspect(column, suspects)


@kernel
def suspect_attacked(board, suspects):
    """List every attacked queen, and nobody else, in O(n)."""
    suspects.listed[:] = False
    suspects.size[0] = 0
    for column in range(board.queens.size):
        suspect_if_attacked(board, column, suspects)


@kernel
def suspect_moved(kind, board, i, j, suspects):
    """List the queens that move (i, j) brought to where they are attacked, in O(1)."""
    suspect_if_attacked(board, i, suspects)
    if kind == Moves.SWAP:
        suspect_if_attacked(board, j, suspects)


@kernel
def suspect_attacked_by(board, column, suspects):
    """List the queen of ``column`` and those that it attacks, in O(n)."""
    row = board.queens[column]
    for other in range(board.queens.size):
        apart = board.queens[other] - row
        if apart == 0 or abs(apart) == abs(other - column):
            suspect(other, suspects)


@kernel
def suspect_partners(board, column, partners, suspects):
    """List whom the queen of ``column`` attacks, or itself on lines of three and more, in O(1)."""
    n, row = board.queens.size, board.queens[column]
    up, down = row - column + n - 1, row + column
    for load, columns in (
        (board.rows[row], partners.rows[row]),
        (board.rising[up], partners.rising[up]),
        (board.falling[down], partners.falling[down]),
    ):
        if load > 1:
            suspect(columns ^ column if load == 2 else column, suspects)


@kernel
def note_partner(partners, column, row):
    """Note that a queen came to a square, or left it."""
    n = partners.rows.size
    partners.rows[U(row)] ^= column
    partners.rising[U(row - column + n - 1)] ^= column
    partners.falling[U(row + column)] ^= column


@kernel
def note_partners(board, partners):
    """Note where every queen stands."""
    partners.rows[:] = 0
    partners.rising[:] = 0
    partners.falling[:] = 0
    for column in range(board.queens.size):
        note_partner(partners, column, board.queens[column])
