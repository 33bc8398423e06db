"""The best moves of one queen, ties broken at random."""

import numpy as np

from metaqueens.core.board import U, load
from metaqueens.core.jit import kernel
from metaqueens.core.moves import Moves, delta, own_target, target, target_count
from metaqueens.core.random import below
from metaqueens.core.rules import falling_of, rising_of

# More than any change.
ANY_CHANGE = 2**40


@kernel
def best_move(moves, board, i, most, first, frozen_until, iteration, stream):
    """Return the best move of column ``i`` to where queens may move, its change, moves priced.

    One that changes the guards by at most ``most``, or -1 with the change ``most`` + 1; with
    ``first`` the first that improves. No swap is with a queen whose ``frozen_until`` is at or after
    ``iteration``; None for no such queens. A draw for each tie.
    """
    least, best, ties, priced = np.int64(most) + 1, np.int64(-1), 0, 0
    own = own_target(moves, board, i)
    for k in range(target_count(moves, board)):
        j = target(moves, board, k)
        if j == own or (moves == Moves.SWAP and _is_frozen(frozen_until, j, iteration)):
            continue
        change = delta(moves, board, i, j)
        priced += 1
        if change < least:
            least, best, ties = change, j, 1
            if first and change < 0:
                break
        elif change == least and ties > 0:
            ties += 1
            if below(stream, ties) == 0:
                best = j
    return best, least, priced


@kernel
def _is_frozen(frozen_until, column, iteration):
    if frozen_until is None:
        return False
    return frozen_until[U(column)] >= iteration


@kernel
def best_move_of(moves, board, i, prices, stream):
    """Return the best of all moves of the queen of column ``i``, and its change, by a single draw.

    ``prices`` is room: what is priced there at once is priced in vector instructions.
    """
    n = prices.size
    for j in range(n):
        prices[U(j)] = delta(moves, board, i, j)
    # Staying is no move.
    prices[U(i if moves == Moves.SWAP else board.queens[U(i)])] = 4 * n
    least = prices.min()
    ties = 0
    for j in range(n):
        ties += prices[U(j)] == least
    return kth_equal(prices, least, below(stream, ties)), np.int64(least)


@kernel
def kth_equal(values, value, k):
    """The place of the ``k``-th of the values, from 0, that equal ``value``; there are so many."""
    place = -1
    while k >= 0:
        place += 1
        k -= values[U(place)] == value
    return place


@kernel
def least_attacked(board, column, stream):
    """The row of ``column``, whose queen is off the board, where it is attacked least."""
    rules = board.rules
    return _least_attacked(board, rules.blocked, rules.knights, rules.regions, column, stream)


@kernel
def _least_attacked(board, blocked, knights, regions, column, stream):
    """The same; rules that more than lines decide take loads square by square.

    On a column its diagonals follow one another as its rows do, so that all rows are alike to the
    loops, which then run in vector instructions.
    """
    if blocked is not None:
        return _least_loaded(board, column, stream)
    if knights is not None:
        return _least_loaded(board, column, stream)
    if regions is not None:
        return _least_loaded(board, column, stream)
    n = board.queens.size
    rising = board.rising[rising_of(n, column, 0) :]
    falling = board.falling[falling_of(column, 0) :]
    least = 3 * n
    for row in range(n):
        least = min(least, board.rows[row] + rising[row] + falling[row])
    ties = np.int64(0)
    for row in range(n):
        ties += board.rows[row] + rising[row] + falling[row] == least
    skip = below(stream, ties)
    row = -1
    while skip >= 0:
        row += 1
        skip -= board.rows[row] + rising[row] + falling[row] == least
    return row


@kernel
def _least_loaded(board, column, stream):
    """The row of ``column``, whose queen is off the board, with the least load."""
    best, least, ties = 0, load(board, column, 0), 1
    for row in range(1, board.queens.size):
        attacks = load(board, column, row)
        if attacks < least:
            best, least, ties = row, attacks, 1
        elif attacks == least:
            ties += 1
            if below(stream, ties) == 0:
                best = row
    return best


@kernel
def least_attacked_of_sample(board, column, samples, stream):
    """The row attacked least of some drawn at random, and how many were looked at."""
    n = board.queens.size
    best, least, seen = 0, 3 * n, 0
    while seen < samples and least > 0:
        row = below(stream, n)
        attacks = load(board, column, row)
        seen += 1
        if attacks < least:
            best, least = row, attacks
    return best, seen
