"""Local search by random moves, with a choice of acceptance criteria."""

from collections.abc import Iterator

import numpy as np

from metaqueens.algorithms.local_search.acceptance import (
    Acceptance,
    Criterion,
    GreatDeluge as GreatDeluge,
    LateAcceptance as LateAcceptance,
    Metropolis as Metropolis,
    RecordToRecord as RecordToRecord,
    Threshold as Threshold,
    accepts,
    level_at,
    memory_of,
    raise_memory,
    raise_water,
)
from metaqueens.core.choices import Moves, choice_of
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import propose
from metaqueens.core.random import start_stream
from metaqueens.core.state import apply, delta
from metaqueens.problem.space import Space
from metaqueens.search import Checkpoints, Snapshot
from metaqueens.search.measurement import measure
from metaqueens.search.walk import MoveSearch, Walk, keep_best, update_best


class LocalSearch(MoveSearch):
    """Draw a move, make it if the acceptance criterion accepts it, and draw the next [1]_.

    Each criterion has its own paper; see ``acceptance``.

    .. [1] Hoos & Stuetzle (2005). Stochastic Local Search: Foundations and Applications.

    >>> from metaqueens import solve
    >>> solve(20, LocalSearch(), seed=1).solved
    True

    Parameters
    ----------
    acceptance
        The acceptance criterion.
    """

    acceptance: Acceptance = LateAcceptance()

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        kind, acceptance = space.moves(self.moves), self.acceptance
        criterion, plan = choice_of(Criterion, acceptance.use), acceptance.plan(space.problem)
        memory = memory_of(plan, walk.cost)
        walk_on = _walk[kind, criterion]
        if not space.problem.has("queens") and getattr(acceptance, "temperature", None) is None:
            # Compiled here: a warm-up may end before the measurement does.
            walk_on(walk, memory, 0, plan, stream)
            walk, measured = yield from measure(walk, space, kind, checkpoints, stream)
            plan = acceptance.plan(space.problem, measured)
            memory = memory_of(plan, walk.cost)

        def signals() -> dict[str, float]:
            if criterion == Criterion.LATE_ACCEPTANCE:
                return {"limit": float(memory[walk.evaluations % plan.size])}
            level = float(level_at(criterion, plan, memory, walk.evaluations & ~63))
            above = walk.best_cost if criterion == Criterion.RECORD_TO_RECORD else 0
            return {acceptance.signal: level + above}

        while True:
            yield walk.report(signals=signals)
            walk = walk_on(walk, memory, checkpoints.next_report(walk.snapshot), plan, stream)


@specialise(Moves, Criterion)
def _walk(moves, criterion):
    @kernel
    def walk_on(walk, memory, until, plan, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        # By the count alone, so that reports do not change the run.
        place = evaluations % plan.size
        level = level_at(criterion, plan, memory, evaluations & ~63)
        while evaluations < until and best_cost > 0:
            if evaluations & 63 == 0:
                if criterion == Criterion.GREAT_DELUGE:
                    raise_water(plan, memory, cost, evaluations)
                level = level_at(criterion, plan, memory, evaluations)
            i, j = propose(moves, state, stream)
            change = delta(moves, state, i, j)
            evaluations += 1
            if accepts(criterion, level, memory[place], cost, best_cost, change, stream):
                if change > 0:
                    keep_best(cost, best_cost, state.values, best)
                apply(moves, state, i, j)
                cost += change
                steps += 1
                best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
            if criterion == Criterion.LATE_ACCEPTANCE:
                memory[place] = min(memory[place], cost)
                place += 1
                if place == plan.size:
                    place = 0
                    raise_memory(plan, memory, cost, evaluations)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps)

    return walk_on
