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
    """Find the best move of variable ``i``; return its target, its change, and the moves evaluated.

    The change is at most ``limit``; if there is no such move, the target is -1 and the change
    ``limit`` + 1. With ``first`` it is the first move that improves. A swap with a variable whose
    ``frozen_until`` is at or after ``iteration`` is skipped, unless ``frozen_until`` is None. Each
    tie takes a random draw.
    """
    least, best, ties, tried = np.int64(limit) + 1, np.int64(-1), 0, 0
    own = own_target(moves, state, i)
    for k in range(target_count(moves, state)):
        j = target(moves, state, k)
        if j == own:
            continue
        if frozen_until is not None and moves == Moves.SWAP and frozen_until[U(j)] >= iteration:
            continue
        change = delta(moves, state, i, j)
        tried += 1
        if change < least:
            least, best, ties = change, j, 1
            if first and change < 0:
                break
        elif change == least and ties > 0:
            ties += 1
            if draw_below(stream, ties) == 0:
                best = j
    return best, least, tried


@kernel
def best_of_all_moves(moves, state, i, changes, stream):
    """Find the best of all moves of the queen of column ``i`` by one draw; return it, its change.

    ``changes`` is memory for the changes, which are computed in vector instructions.
    """
    n = changes.size
    for j in range(n):
        changes[U(j)] = delta(moves, state, i, j)
    # Staying is no move.
    changes[U(i if moves == Moves.SWAP else state.values[U(i)])] = 4 * n
    least = changes.min()
    return draw_equal(changes, n, least, stream), np.int64(least)


@kernel
def draw_equal(values, size, value, stream):
    """Draw the index of one of the first ``size`` values that equal ``value``."""
    ties = 0
    for k in range(size):
        ties += values[U(k)] == value
    return kth_equal(values, value, draw_below(stream, ties))


@kernel
def kth_equal(values, value, k):
    """Return the index of the ``k``-th of the values, from 0, that equal ``value``."""
    place = -1
    while k >= 0:
        place += 1
        k -= values[U(place)] == value
    return place


@kernel
def best_of_sample(state, column, samples, stream):
    """Draw rows at random; return the one attacked least, and the number of rows drawn."""
    n = state.values.size
    best, least, seen = 0, 3 * n, 0
    while seen < samples and least > 0:
        row = draw_below(stream, n)
        attacks = value_cost(state, column, row)
        seen += 1
        if attacks < least:
            best, least = row, attacks
    return best, seen
