"""The memetic part [1]_: some steps of a local search on a child, which inherits what they reach.

.. [1] Moscato (1989). On evolution, search, optimization, genetic algorithms and martial arts:
       towards memetic algorithms. Caltech Concurrent Computation Program, report 826.
"""

from typing import Literal

import numpy as np

from metaqueens.core.attacked import add_moved, draw_attacked, find_attacked
from metaqueens.core.best_move import best_move_of
from metaqueens.core.board import count_lines
from metaqueens.core.choices import numbered
from metaqueens.core.jit import outlined
from metaqueens.core.moves import Moves, apply, delta, propose_for
from metaqueens.problem.space import Encoding

LocalSearchName = Literal["min_conflicts", "hill_climbing"]
LocalSearchKind = numbered("LocalSearchKind", LocalSearchName, __name__)


@outlined
def improve(encoding, kind, steps, board, guards, attacked, prices, stream):
    """Search from ``board``, whose lines are yet to be counted, in place.

    Its guards then, the evaluations made, and at which of them those guards were reached.
    """
    moves = Moves.SWAP if encoding == Encoding.PERMUTATION else Moves.REASSIGN
    count_lines(board)
    find_attacked(board, attacked)
    evaluations, found_at = 0, 0
    for _ in range(steps):
        if guards == 0:
            break
        i = np.int64(draw_attacked(board, attacked, stream))
        if kind == LocalSearchKind.MIN_CONFLICTS:
            j, change = best_move_of(moves, board, i, prices, stream)
            evaluations += board.queens.size - 1
        else:
            i, j = propose_for(moves, board, i, stream)
            change = delta(moves, board, i, j)
            evaluations += 1
        if change <= 0:
            apply(moves, board, i, j)
            add_moved(moves, board, i, j, attacked)
            guards += change
            found_at = evaluations if change < 0 else found_at
    return guards, evaluations, found_at
