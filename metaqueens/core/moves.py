"""Neighbourhoods: how to draw a move, visit every one in turn, price it, and make it.

A move is a pair (i, j) whose meaning is its kind's. Kinds are numbers rather than
functions because Numba never finds a kernel that takes functions in its cache; a search
closes over one (``jit.per``) so that it is a constant where the loop is compiled.
"""

from typing import Literal

import numpy as np

from metaqueens.core.board import U, counted_load, load, shift
from metaqueens.core.choices import numbered
from metaqueens.core.close import close_change, close_pair
from metaqueens.core.jit import kernel
from metaqueens.core.random import below, flip
from metaqueens.core.rules import (
    movable_column,
    movable_count,
    own_load,
    reassigned_within,
    shared_diagonals,
    swapped_within,
)

# The neighbourhoods. All need n >= 2.
MoveName = Literal["swap", "reassign", "step"]
Moves = numbered("Moves", MoveName, __name__)

MEANINGS = {
    Moves.SWAP: "the queens of columns i and j trade rows",
    Moves.REASSIGN: "the queen of column i goes to row j, any other row",
    Moves.STEP: "the queen of column i goes to row j, one up or one down",
}


@kernel
def propose(kind, board, stream):
    """Draw a move, each equally likely."""
    n, movable = board.queens.size, board.rules.movable
    count = movable_count(movable, n)
    k = below(stream, count)
    i = movable_column(movable, k)
    if kind == Moves.STEP:
        j = board.queens[U(i)] + 2 * flip(stream) - 1
        while j < 0 or j >= n:  # a step off the board: draw again, column and all
            i = movable_column(movable, below(stream, count))
            j = board.queens[U(i)] + 2 * flip(stream) - 1
        return i, j
    return i, draw_target(kind, board, i, k, stream)


@kernel
def draw_target(kind, board, i, k, stream):
    """Draw the ``j`` of a swap or a reassignment of column ``i``, the ``k``-th that may move."""
    n, movable = board.queens.size, board.rules.movable
    if kind == Moves.SWAP:
        other = below(stream, movable_count(movable, n) - 1)
        return movable_column(movable, other + (other >= k))
    row = below(stream, n - 1)
    return row + (row >= board.queens[U(i)])


@kernel
def target_count(kind, board):
    """Return how many ``target`` there are of swaps, or of reassignments, of one queen."""
    n = board.queens.size
    return movable_count(board.rules.movable, n) if kind == Moves.SWAP else n


@kernel
def target(kind, board, k):
    """Return the ``k``-th column whose queen may move, or row; one of them is the queen's own."""
    return movable_column(board.rules.movable, k) if kind == Moves.SWAP else k


@kernel
def own_target(kind, board, i):
    """Return the ``target`` to which no move of the queen of column ``i`` goes."""
    return i if kind == Moves.SWAP else np.int64(board.queens[U(i)])


@kernel
def propose_for(kind, board, i, stream):
    """Draw a move of the queen of column ``i``, each equally likely."""
    n, row = board.queens.size, board.queens[U(i)]
    if kind == Moves.STEP:
        j = row + 2 * flip(stream) - 1
        return i, j if 0 <= j < n else 2 * row - j
    j = below(stream, n - 1)
    return i, j + (j >= (i if kind == Moves.SWAP else row))


@kernel
def count(kind, board):
    """How many moves there are."""
    n = board.queens.size
    if kind == Moves.SWAP:
        return n * (n - 1) // 2
    if kind == Moves.REASSIGN:
        return n * (n - 1)
    return 2 * n - board.rows[0] - board.rows[n - 1]


@kernel
def following(kind, board, i, j):
    """The move after (i, j) in a fixed cyclic order that visits every move once."""
    n = board.queens.size
    if kind == Moves.SWAP:
        if i > j:
            i, j = j, i
        if j + 1 < n:
            return i, j + 1
        i = i + 1 if i + 2 < n else 0
        return i, i + 1
    if kind == Moves.REASSIGN:
        j += 1
        if j == board.queens[U(i)]:
            j += 1
        if j >= n:
            i = i + 1 if i + 1 < n else 0
            j = 1 if board.queens[U(i)] == 0 else 0
        return i, j
    if j < board.queens[U(i)] and board.queens[U(i)] + 1 < n:
        return i, board.queens[U(i)] + 1
    i = i + 1 if i + 1 < n else 0
    return i, board.queens[U(i)] - 1 if board.queens[U(i)] > 0 else 1


@kernel
def delta(kind, board, i, j):
    """Change in guards that move (i, j) would bring, in O(1); the board stays as it is."""
    queens, rules = board.queens, board.rules
    if kind == Moves.SWAP:
        a, b = np.int64(queens[U(i)]), np.int64(queens[U(j)])
        if a == b:
            return 0
        # A load counts the queen that stands on the square, once per diagonal; and the
        # two queens guard each other after the swap exactly if they did before.
        mutual = shared_diagonals(rules.torus, rules.regions, queens.size, i, a, j, b)
        mutual += close_pair(rules.knights, rules.regions, rules.torus, queens.size, i, a, j, b)
        gained = counted_load(board, i, b) + counted_load(board, j, a) + mutual
        gained += swapped_within(rules.regions, i, a, j, b)
        gained += close_change(rules.knights, rules.regions, rules.torus, queens, i, a, b)
        gained += close_change(rules.knights, rules.regions, rules.torus, queens, j, b, a)
        own = 2 * (own_load(rules.regions) - 1)
        lost = counted_load(board, i, a) + counted_load(board, j, b) - own - mutual
    else:
        gained = load(board, i, j) - reassigned_within(rules.regions, i, np.int64(queens[U(i)]), j)
        lost = load(board, i, np.int64(queens[U(i)])) - own_load(rules.regions)
    return gained - lost


@kernel
def apply(kind, board, i, j):
    """Make move (i, j), in O(1)."""
    if kind == Moves.SWAP:
        a, b = np.int64(board.queens[U(i)]), np.int64(board.queens[U(j)])
        shift(board, i, b)
        shift(board, j, a)
    else:
        shift(board, i, j)
