"""The best moves of one queen, ties broken at random."""

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel
from metaqueens.core.moves import own_target, target, target_count
from metaqueens.core.random import draw_below
from metaqueens.core.state import U, delta, value_cost

# More than any change.
ANY_CHANGE = 2**40


@kernel
def best_move(moves, state, i, limit, first, frozen_until, iteration, stream):
    """Return the best move of column ``i`` to where queens may move, its change, moves priced.

    One that changes the guards by at most ``most``, or -1 with the change ``most`` + 1; with
    ``first`` the first that improves. No swap is with a queen whose ``frozen_until`` is at or after
    ``iteration``; None for no such queens. A draw for each tie.
    """
    least, best, ties, priced = np.int64(limit) + 1, np.int64(-1), 0, 0
    own = own_target(moves, state, i)
    for k in range(target_count(moves, state)):
        j = target(moves, state, k)
        if j == own or (moves == Moves.SWAP and _is_frozen(frozen_until, j, iteration)):
            continue
        change = delta(moves, state, i, j)
        priced += 1
        if change < least:
            least, best, ties = change, j, 1
            if first and change < 0:
                break
        elif change == least and ties > 0:
            ties += 1
            if draw_below(stream, ties) == 0:
                best = j
    return best, least, priced


@kernel
def _is_frozen(frozen_until, column, iteration):
    if frozen_until is None:
        return False
    return frozen_until[U(column)] >= iteration


@kernel
def best_move_of(moves, state, i, prices, stream):
    """Return the best of all moves of the queen of column ``i``, and its change, by a single draw.

    ``prices`` is room: what is priced there at once is priced in vector instructions.
    """
    n = prices.size
    for j in range(n):
        prices[U(j)] = delta(moves, state, i, j)
    # Staying is no move.
    prices[U(i if moves == Moves.SWAP else state.values[U(i)])] = 4 * n
    least = prices.min()
    ties = 0
    for j in range(n):
        ties += prices[U(j)] == least
    return kth_equal(prices, least, draw_below(stream, ties)), np.int64(least)


@kernel
def kth_equal(values, value, k):
    """The place of the ``k``-th of the values, from 0, that equal ``value``; there are so many."""
    place = -1
    while k >= 0:
        place += 1
        k -= values[U(place)] == value
    return place


@kernel
def best_of_sample(state, column, samples, stream):
    """The row attacked least of some drawn at random, and how many were looked at."""
    n = state.values.size
    best, least, seen = 0, 3 * n, 0
    while seen < samples and least > 0:
        row = draw_below(stream, n)
        attacks = value_cost(state, column, row)
        seen += 1
        if attacks < least:
            best, least = row, attacks
    return best, seen
