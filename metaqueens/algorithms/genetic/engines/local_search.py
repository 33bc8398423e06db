"""The memetic part [1]_: some steps of a local search on a child, which inherits what they reach.

.. [1] Moscato (1989). On evolution, search, optimization, genetic algorithms and martial arts:
       towards memetic algorithms. Caltech Concurrent Computation Program, report 826.
"""

from enum import IntEnum

import numpy as np

from metaqueens.core.attacked import draw_attacked, suspect_attacked, suspect_moved
from metaqueens.core.board import U, count_lines
from metaqueens.core.jit import kernel
from metaqueens.core.moves import Moves, apply, delta, propose_for
from metaqueens.core.random import below
from metaqueens.problem.space import Encoding


class Searching(IntEnum):
    """What kernels call the local searches."""

    NONE = 0
    MIN_CONFLICTS = 1
    HILL_CLIMBING = 2


@kernel
def improve(encoding, kind, steps, board, guards, suspects, prices, stream):
    """Search from ``board``, whose lines are yet to be counted, in place.

    Its guards then, the evaluations made, and at which of them those guards were reached.
    """
    moves = Moves.SWAP if encoding == Encoding.PERMUTATION else Moves.REASSIGN
    count_lines(board)
    suspect_attacked(board, suspects)
    evaluations, found_at = 0, 0
    for _ in range(steps):
        if guards == 0:
            break
        i = np.int64(draw_attacked(board, suspects, stream))
        if kind == Searching.MIN_CONFLICTS:
            j, change = best_move_of(moves, board, i, prices, stream)
            evaluations += board.queens.size - 1
        else:
            i, j = propose_for(moves, board, i, stream)
            change = delta(moves, board, i, j)
            evaluations += 1
        if change <= 0:
            apply(moves, board, i, j)
            suspect_moved(moves, board, i, j, suspects)
            guards += change
            found_at = evaluations if change < 0 else found_at
    return guards, evaluations, found_at


@kernel
def best_move_of(moves, board, i, prices, stream):
    """The best of all moves of the queen of column ``i``, ties at random; and its change."""
    n = prices.size
    for j in range(n):
        prices[U(j)] = delta(moves, board, i, j)
    # Staying is no move.
    prices[U(i if moves == Moves.SWAP else board.queens[U(i)])] = 4 * n
    least = prices.min()
    ties = 0
    for j in range(n):
        ties += prices[U(j)] == least
    skip, j = below(stream, ties), -1
    while skip >= 0:
        j += 1
        skip -= prices[U(j)] == least
    return j, np.int64(least)
