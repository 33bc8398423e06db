"""Simulated annealing [1]_ under a choice of cooling schedules.

.. [1] Kirkpatrick, Gelatt & Vecchi (1983). Optimization by simulated annealing.
       Science 220: 671-680.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np

from metaqueens.algorithms.simulated_annealing.schedules import (
    Constant as Constant,
    Geometric as Geometric,
    Linear as Linear,
    Schedule,
    temperature_at,
)
from metaqueens.core.attacked import add_moved, draw_attacked, find_attacked
from metaqueens.core.choices import choice_of, numbered
from metaqueens.core.indexset import IndexSet
from metaqueens.core.jit import kernel, per
from metaqueens.core.moves import MoveName, Moves, apply, delta, propose, propose_for
from metaqueens.core.random import is_below_exp, stream_of, uniform
from metaqueens.problem.kernel_rules import ALL_BUT_PLACED, COUNTED
from metaqueens.problem.space import Space
from metaqueens.search.budget import Looks
from metaqueens.search.parameters import Parameters
from metaqueens.search.standing import Standing
from metaqueens.search.walk import Walk, found, leave

FocusName = Literal["all", "conflicted"]
Focus = numbered("Focus", FocusName, __name__)


class SimulatedAnnealing(Parameters):
    """Accept any move that does not worsen, and a worsening one with probability exp(-change / T).

    >>> from metaqueens import solve
    >>> warm = SimulatedAnnealing(schedule={"use": "constant", "temperature": 0.3})
    >>> solve(50, warm, seed=1).solved
    True

    Parameters
    ----------
    moves
        The neighbourhood; null for the encoding's own.
    schedule
        How the temperature T falls.
    focus
        ``all``: any queen moves. ``conflicted``: one that is attacked, drawn among those that were
        moved to where they are: on permutations it reaches 10^6 queens, but its boards no longer
        follow Boltzmann's law.
    """

    good_for = "few evaluations; `focus: conflicted` for one solution at large n"

    moves: MoveName | None = None
    schedule: Schedule = Geometric()
    focus: FocusName = "all"

    rules = COUNTED

    @property
    def supported_rules(self) -> tuple[str, ...]:
        # An attacked queen may be one that must not move.
        return ALL_BUT_PLACED if self.focus == "conflicted" else COUNTED

    @property
    def bytes_per_queen(self) -> int:
        return super().bytes_per_queen + (5 if self.focus == "conflicted" else 0)

    def check(self, space: Space) -> None:
        space.moves(self.moves)
        self.schedule.plan(space.n)

    def longest_step(self, space: Space) -> int:
        return 1

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        walk, stream = Walk.begin(space.random_board(rng)), stream_of(rng)
        focus, plan = choice_of(Focus, self.focus), self.schedule.plan(space.n)
        anneal = _anneal[space.moves(self.moves), focus]
        attacked = IndexSet.empty(space.n if focus == Focus.CONFLICTED else 0)
        if focus == Focus.CONFLICTED:
            find_attacked(walk.board, attacked)

        def signals() -> dict[str, float]:
            return {"temperature": float(temperature_at(plan, walk.evaluations & ~63))}

        while True:
            yield walk.report(signals=signals)
            walk = anneal(walk, attacked, looks.until(walk.standing), plan, stream)


@per(Moves, Focus)
def _anneal(moves, focus):
    @kernel
    def anneal(walk, attacked, until, plan, stream):
        board, guards, best, best_guards, found_at, evaluations, steps = walk
        coldness = 1 / temperature_at(plan, evaluations & ~63)
        while evaluations < until and best_guards > 0:
            # Every 64th evaluation, because a power costs as much as a move; and from the count
            # alone, so that where we pause changes nothing.
            if evaluations & 63 == 0:
                coldness = 1 / temperature_at(plan, evaluations)
            if focus == Focus.CONFLICTED:
                i, j = propose_for(moves, board, draw_attacked(board, attacked, stream), stream)
            else:
                i, j = propose(moves, board, stream)
            change = delta(moves, board, i, j)
            evaluations += 1
            if change <= 0 or is_below_exp(uniform(stream), change * coldness):
                if change > 0:
                    leave(guards, best_guards, board.queens, best)
                apply(moves, board, i, j)
                guards += change
                steps += 1
                if focus == Focus.CONFLICTED:
                    add_moved(moves, board, i, j, attacked)
                best_guards, found_at = found(guards, best_guards, found_at, evaluations)
        return Walk(board, guards, best, best_guards, found_at, evaluations, steps)

    return anneal
