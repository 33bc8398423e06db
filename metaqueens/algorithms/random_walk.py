"""A random walk [1]_: every move is made. A baseline for acceptance criteria.

.. [1] Hoos & Stuetzle (2005). Stochastic Local Search: Foundations and Applications, section 1.5:
       uninformed random walk.
"""

from collections.abc import Iterator

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import propose
from metaqueens.core.random import start_stream
from metaqueens.core.state import apply, delta
from metaqueens.problem.space import Space
from metaqueens.search import Checkpoints, Snapshot
from metaqueens.search.walk import MoveSearch, Walk, keep_best, update_best


class RandomWalk(MoveSearch):
    """Make random moves, accept all of them, and keep the best solution.

    >>> from metaqueens import solve
    >>> solve(6, RandomWalk(), seed=1).solved
    True
    """

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        walk_on = _walk[space.moves(self.moves)]
        while True:
            yield walk.snapshot
            walk = walk_on(walk, checkpoints.next_report(walk.snapshot), stream)


@specialise(Moves)
def _walk(moves):
    @kernel
    def walk_on(walk, until, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        while evaluations < until and best_cost > 0:
            i, j = propose(moves, state, stream)
            change = delta(moves, state, i, j)
            evaluations += 1
            if change > 0:
                keep_best(cost, best_cost, state.values, best)
            apply(moves, state, i, j)
            cost += change
            steps += 1
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps)

    return walk_on
