"""A random walk [1]_: every move is made. The baseline that tells what accepting moves is worth.

.. [1] Hoos & Stuetzle (2005). Stochastic Local Search: Foundations and Applications, section 1.5:
       uninformed random walk.
"""

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from metaqueens.core.jit import kernel, per
from metaqueens.core.moves import Moves, apply, delta, propose
from metaqueens.core.random import stream_of
from metaqueens.problem.space import Space
from metaqueens.search.budget import Looks
from metaqueens.search.standing import Standing
from metaqueens.search.walk import MoveSearch, Walk, found, leave


class RandomWalk(MoveSearch):
    """Make random moves, each whatever it brings, and keep the best board.

    >>> from metaqueens import solve
    >>> solve(6, RandomWalk(), seed=1).solved
    True
    """

    good_for: ClassVar[str] = "a baseline: the same moves, none refused"

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        walk, stream = Walk.begin(space.random_board(rng)), stream_of(rng)
        stroll = _stroll[space.moves(self.moves)]
        while True:
            yield walk.standing
            walk = stroll(walk, looks.until(walk.standing), stream)


@per(Moves)
def _stroll(moves):
    @kernel
    def stroll(walk, until, stream):
        board, guards, best, best_guards, found_at, evaluations, steps = walk
        while evaluations < until and best_guards > 0:
            i, j = propose(moves, board, stream)
            change = delta(moves, board, i, j)
            evaluations += 1
            if change > 0:
                leave(guards, best_guards, board.queens, best)
            apply(moves, board, i, j)
            guards += change
            steps += 1
            best_guards, found_at = found(guards, best_guards, found_at, evaluations)
        return Walk(board, guards, best, best_guards, found_at, evaluations, steps)

    return stroll
