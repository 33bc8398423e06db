"""Iterated local search [1]_: descend, perturb the local optimum, descend, keep the better one.

.. [1] Lourenco, Martin & Stuetzle (2003). Iterated local search. Handbook of Metaheuristics:
       320-353.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from pydantic import Field, PositiveInt

from metaqueens.core.choices import Moves, choice_of, make_enum
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import count_moves, propose
from metaqueens.core.random import start_stream
from metaqueens.core.state import apply, copy_values, delta, rebuild
from metaqueens.problem.space import Space
from metaqueens.search import Checkpoints, Snapshot
from metaqueens.search.walk import MoveSearch, Walk, keep_best, update_best

KeepName = Literal["better", "always"]
Keep = make_enum("Keep", KeepName, __name__)


class Descent(NamedTuple):
    """The present descent.

    home_cost : the cost of the local optimum that was perturbed
    lowest, since : the lowest cost of this descent, and the evaluations since it was reached
    kicks : the remaining moves of the perturbation
    """

    home_cost: int
    lowest: int
    since: int
    kicks: int


class IteratedLocalSearch(MoveSearch):
    """Descend by moves that do not worsen, perturb, descend; keep the new optimum or go back.

    Moves are drawn at random. A descent ends after ``patience`` evaluations without an improvement.
    The perturbation makes random moves and accepts all of them.

    >>> from metaqueens import solve
    >>> solve(20, IteratedLocalSearch(), seed=1).solved
    True

    Parameters
    ----------
    strength
        Number of moves of a perturbation.
    keep
        ``better``: the new optimum if it is no worse, else the old one. ``always``: the new one.
    patience
        Number of evaluations without an improvement that ends a descent; null for the number of
        moves.
    """

    strength: int = Field(default=2, ge=1)
    keep: KeepName = "better"
    patience: PositiveInt | None = None

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        moves = space.moves(self.moves)
        patience = self.patience or int(count_moves(int(moves), walk.state))
        descend = _descend[moves, choice_of(Keep, self.keep)]
        home = walk.state.values.copy()
        descent = Descent(walk.cost, walk.cost, 0, 0)

        def signals() -> dict[str, float]:
            return {"local optimum": descent.home_cost}

        while True:
            yield walk.report(signals=signals)
            until = checkpoints.next_report(walk.snapshot)
            walk, descent = descend(walk, descent, home, until, patience, self.strength, stream)


@specialise(Moves, Keep)
def _descend(moves, keep):
    @kernel
    def descend(walk, descent, home, until, patience, strength, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        home_cost, lowest, since, kicks = descent
        while evaluations < until and best_cost > 0:
            i, j = propose(moves, state, stream)
            change = delta(moves, state, i, j)
            evaluations += 1
            since += 1
            if kicks > 0 or change <= 0:
                if change > 0:
                    keep_best(cost, best_cost, state.values, best)
                apply(moves, state, i, j)
                cost += change
                steps += 1
                best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
            if kicks > 0:
                kicks -= 1
                lowest, since = cost, 0
            elif cost < lowest:
                lowest, since = cost, 0
            elif since >= patience:
                if keep == Keep.ALWAYS or cost <= home_cost:
                    copy_values(home, state.values)
                    home_cost = cost
                else:
                    copy_values(state.values, home)
                    rebuild(state)
                    cost = home_cost
                kicks = strength
        walk = Walk(state, cost, best, best_cost, found_at, evaluations, steps)
        return walk, Descent(home_cost, lowest, since, kicks)

    return descend
