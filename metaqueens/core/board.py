"""The board: one queen per column, and the counts that price a move in O(1)."""

from typing import NamedTuple

import numpy as np

from metaqueens.core.close import close_load, close_pairs
from metaqueens.core.jit import entry, kernel
from metaqueens.core.rules import (
    PLAIN,
    Rules,
    clear_regions,
    count_on_lines,
    count_wrapped,
    diagonals,
    first_line,
    on_diagonals,
    own_load,
    pairs_in_regions,
    penalties,
    penalty,
    region_load,
    reset,
)

# Kernels index by unsigned numbers, which spares the test for Python's negative indices: an
# annealing move costs 11 ns with it and 20 without. Columns and rows are np.int64 in
# calls: for each other type of number a kernel is compiled again.
U = np.uint64
BYTES_PER_QUEEN = 24


class Board(NamedTuple):
    """Queens, and how many of them stand on each line. All int32: 24 bytes a queen.

    queens : (n,) row of the queen in each column, from 0
    rows : (n,) queens on each row
    rising, falling : (2n - 1,) queens on each diagonal, by its index in ``core.rules``
    rules : what the instance asks beside no attacks
    """

    queens: np.ndarray
    rows: np.ndarray
    rising: np.ndarray
    falling: np.ndarray
    rules: Rules = PLAIN


def empty_board(n: int, rules: Rules = PLAIN) -> Board:
    """Room for ``n`` queens, all of them on row 0 and none counted yet."""
    sizes = (n, n, diagonals(n), diagonals(n))
    queens, rows, rising, falling = (np.zeros(size, np.int32) for size in sizes)
    return Board(queens, rows, rising, falling, rules)


@kernel
def count_lines(board):
    """Count the queens on every line afresh."""
    clear_lines(board)
    for column in range(board.queens.size):
        add_to_lines(board, column, np.int64(board.queens[column]), np.int64(1))


@kernel
def clear_lines(board):
    """Set every line to what it is without queens."""
    board.rows[:] = 0
    clear_diagonals(board)


@kernel
def clear_diagonals(board):
    """Set every diagonal to what it is without queens."""
    reset(board.rising, board.rules.rising)
    reset(board.falling, board.rules.falling)
    clear_regions(board.rules.in_region)


@kernel
def add_to_lines(board, column, row, by):
    """Count a queen on the lines through a square, or with ``by`` = -1 no longer."""
    board.rows[U(row)] += by
    add_to_diagonals(board, column, row, by)


@kernel
def add_to_diagonals(board, column, row, by):
    """Count a queen on the diagonals through a square, or with ``by`` = -1 no longer."""
    n, rules = board.queens.size, board.rules
    count_on_lines(rules.regions, rules.in_region, board.rising, board.falling, n, column, row, by)
    count_wrapped(rules.torus, rules.regions, board.rising, board.falling, n, column, row, by)


@entry
def count_guards(board):
    """Pairs of queens that attack each other: a line of k queens holds k(k - 1)/2."""
    rules = board.rules
    guards = penalties(rules.blocked, board.queens)
    guards += pairs_in_regions(rules.in_region)
    guards += close_pairs(rules.knights, rules.regions, rules.torus, board.queens)
    first = first_line(board.rules.torus, board.queens.size)
    for k in board.rows:
        guards += np.int64(k) * (k - 1) // 2
    for k in board.rising[first:]:
        guards += np.int64(k) * (k - 1) // 2
    for k in board.falling[first:]:
        guards += np.int64(k) * (k - 1) // 2
    return guards


@kernel
def diagonal_load(board, column, row):
    """Queens on the two diagonals through a square, one that stands on it counted twice."""
    rules = board.rules
    close = close_load(rules.knights, rules.regions, rules.torus, board.queens, column, row)
    return counted_load(board, column, row) + close


@kernel
def counted_load(board, column, row):
    """The part of ``diagonal_load`` that is read from counts."""
    rules, n = board.rules, board.queens.size
    return (
        on_diagonals(rules.regions, board.rising, board.falling, n, column, row)
        + penalty(rules.blocked, column, row)
        + region_load(rules.regions, rules.in_region, column, row)
    )


@kernel
def load(board, column, row):
    """Queens on the three lines through a square, one that stands on it counted three times."""
    return board.rows[U(row)] + diagonal_load(board, column, row)


@kernel
def attackers(board, column):
    """How many times the queen of ``column`` is attacked."""
    row = np.int64(board.queens[U(column)])
    return load(board, np.int64(column), row) - own_load(board.rules.regions)


@kernel
def shift(board, column, row):
    """Move the queen of ``column`` to ``row``."""
    lift(board, column)
    put(board, column, row)


@kernel
def lift(board, column):
    """Take the queen of ``column`` off its lines."""
    add_to_lines(board, np.int64(column), np.int64(board.queens[U(column)]), np.int64(-1))


@kernel
def put(board, column, row):
    """Set the queen of ``column``, which stands on no line, on ``row``."""
    board.queens[U(column)] = row
    add_to_lines(board, np.int64(column), np.int64(row), np.int64(1))


@kernel
def copy_queens(to, source):
    """Copy the queens of a board; a slice costs the loops around it a tenth of their speed."""
    for column in range(to.size):
        to[U(column)] = source[U(column)]
