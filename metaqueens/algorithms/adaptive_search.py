"""Adaptive search [1]_: the worst variable makes its best move, or is frozen for a while.

.. [1] Codognet & Diaz (2001). Yet another local search method for constraint solving. SAGA 2001,
       LNCS 2264: 73-90.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic import Field, NonNegativeInt, PositiveInt

from metaqueens.core.best_move import best_move
from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import propose
from metaqueens.core.random import draw_below, draw_uniform, start_stream
from metaqueens.core.state import U, apply, compute_cost, count_conflicts, free_count, free_variable
from metaqueens.problem.base import COUNTED
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm, Checkpoints, Snapshot
from metaqueens.search.walk import Walk, keep_best, update_best


class AdaptiveSearch(Algorithm):
    """Make the best move of the worst variable that is not frozen.

    In n queens it is the most attacked queen. If no move improves, the variable makes a move that
    does not change the cost, with probability ``plateau``, or is frozen. If ``reset_after``
    variables are frozen, a reset makes random moves and unfreezes all. Ties are broken at random.
    Moves are swaps of variables that are not frozen on ``permutation``, other values on ``rows``.
    The authors' program for queens has tenure 3 and resets at n / 5 frozen queens, which large
    boards never reach; on a plain board it makes no difference.

    >>> from metaqueens import solve
    >>> solve(20, AdaptiveSearch(), seed=1).solved
    True

    Parameters
    ----------
    improvement
        ``first``: the first move that improves, in the order of variables or values. ``best``: the
        best of all.
    plateau
        Probability to make a move that does not change the cost if none improves.
    tenure
        Number of iterations for which a variable is frozen.
    reset_after
        Number of frozen variables that triggers a reset; above ``tenure`` there is none.
    reset_share
        Random moves of a reset, as a share of the number of variables; at least one move.
    """

    improvement: Literal["first", "best"] = "first"
    plateau: float = Field(default=0.94, ge=0, le=1)
    tenure: NonNegativeInt = 2
    reset_after: PositiveInt = 2
    reset_share: float = Field(default=0.1, gt=0, le=1)

    needs = ("variable_cost",)
    rules = COUNTED

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        movable = space.n - len(space.problem.fixed)
        reset_at = max(1, min(self.reset_after, movable))
        moved = max(1, round(self.reset_share * movable))
        parameters = self.improvement == "first", self.plateau, self.tenure, reset_at, moved
        search, iteration, resets = _search[space.moves()], 0, 0
        # The last iteration in which each variable is frozen.
        frozen_until = np.zeros(space.n, np.int64)

        def signals() -> dict[str, float]:
            return {"frozen_queens": int((frozen_until > iteration).sum())}

        while True:
            snapshot = walk.report({"resets": resets}, signals)
            yield snapshot
            until = checkpoints.next_report(snapshot)
            walk, iteration, resets = search(
                walk, frozen_until, iteration, resets, parameters, until, stream
            )


@specialise(Moves)
def _search(moves):
    @kernel
    def search(walk, frozen_until, iteration, resets, parameters, until, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        first, plateau, tenure, reset_at, moved = parameters
        while evaluations < until and best_cost > 0:
            iteration += 1
            worst, count = _find_worst(state, frozen_until, iteration, stream)
            change, other, tried = 1, 0, 0
            if worst >= 0:
                other, change, tried = best_move(
                    moves, state, worst, 0, first, frozen_until, iteration, stream
                )
            evaluations += tried
            if change < 0 or (change == 0 and draw_uniform(stream) < plateau):
                apply(moves, state, worst, other)
                cost += change
                steps += 1
            else:
                if worst >= 0:
                    frozen_until[worst] = iteration + tenure
                if count + 1 >= reset_at:
                    keep_best(cost, best_cost, state.values, best)
                    for _ in range(moved):
                        i, j = propose(moves, state, stream)
                        apply(moves, state, i, j)
                    frozen_until[:] = 0
                    cost = compute_cost(state)
                    evaluations += 1
                    resets += 1
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
        walk = Walk(state, cost, best, best_cost, found_at, evaluations, steps)
        return walk, iteration, resets

    return search


@kernel
def _find_worst(state, frozen_until, iteration, stream):
    """Find the worst variable not frozen, or -1; return it and the number of frozen ones."""
    worst, highest, ties, frozen = -1, 0, 0, 0
    for k in range(free_count(state)):
        variable = free_variable(state, k)
        if frozen_until[U(variable)] >= iteration:
            frozen += 1
            continue
        conflicts = count_conflicts(state, variable)
        if conflicts > highest or ties == 0:
            worst, highest, ties = variable, conflicts, 1
        elif conflicts == highest:
            ties += 1
            if draw_below(stream, ties) == 0:
                worst = variable
    return worst, frozen
