"""Min-conflicts on any problem: the best move of a variable in conflict."""

from collections.abc import Iterator

import numpy as np

from metaqueens.core.best_move import ANY_CHANGE, best_move
from metaqueens.core.choices import Encoding, Moves
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import propose_for
from metaqueens.core.random import draw_below, draw_uniform
from metaqueens.core.state import apply, compute_cost, count_conflicts, delta
from metaqueens.problem.space import Space, randomise
from metaqueens.search import Checkpoints, Snapshot
from metaqueens.search.walk import Walk, keep_best, update_best


def search_any_problem(
    space: Space,
    walk: Walk,
    checkpoints: Checkpoints,
    patience: int,
    noise: float,
    stream: np.ndarray,
) -> Iterator[Snapshot]:
    """Search a problem other than n queens from ``walk``, with random restarts."""
    repair, members = _repair[space.moves()], np.zeros(space.n, np.int32)
    lowest, idle = walk.cost, 0
    while True:
        yield walk.snapshot
        until = checkpoints.next_report(walk.snapshot)
        walk, lowest, idle = repair(walk, members, lowest, idle, patience, noise, until, stream)


@specialise(Moves)
def _repair(moves):
    encoding = int(Encoding.PERMUTATION if moves == Moves.SWAP else Encoding.ROWS)

    @kernel
    def repair(walk, members, lowest, idle, patience, noise, until, stream):
        """Make the best moves of variables in conflict; restart after ``patience`` repairs."""
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        while evaluations < until and best_cost > 0:
            if idle == patience:
                keep_best(cost, best_cost, state.values, best)
                randomise(encoding, state, stream)
                cost, evaluations, idle = compute_cost(state), evaluations + 1, 0
                best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
                lowest = cost
                continue
            i = _draw_in_conflict(state, members, stream)
            if noise > 0 and draw_uniform(stream) < noise:
                i, j = propose_for(moves, state, i, stream)
                change, tried, is_made = delta(moves, state, i, j), 1, True
            else:
                j, change, tried = best_move(moves, state, i, ANY_CHANGE, False, None, 0, stream)
                is_made = change <= 0
            evaluations += tried
            if is_made:
                if change > 0:
                    keep_best(cost, best_cost, state.values, best)
                apply(moves, state, i, j)
                cost += change
                steps += 1
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
            idle = 0 if cost < lowest else idle + 1
            lowest = min(lowest, cost)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps), lowest, idle

    return repair


@kernel
def _draw_in_conflict(state, members, stream):
    """Draw a variable in conflict, or any variable if none has a conflict."""
    size = 0
    for i in range(members.size):
        if count_conflicts(state, i) > 0:
            members[size] = i
            size += 1
    if size == 0:
        return np.int64(draw_below(stream, members.size))
    return np.int64(members[draw_below(stream, size)])
