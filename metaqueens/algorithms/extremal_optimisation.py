"""Extremal optimisation [1]_: the worst variables are the most likely to move.

.. [1] Boettcher & Percus (2000). Nature's way of optimizing. Artificial Intelligence 119(1-2):
       275-286.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, Self

import numpy as np
from pydantic import Field

from metaqueens.core.best_move import ANY_CHANGE, best_move, kth_equal
from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import draw_target
from metaqueens.core.problem_state import MOST_CONFLICTS
from metaqueens.core.random import draw_below, draw_uniform, find_first_above, start_stream
from metaqueens.core.state import U, apply, count_conflicts, delta, free_variable
from metaqueens.problem.base import COUNTED
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm, Checkpoints, Snapshot
from metaqueens.search.budget import WORK
from metaqueens.search.walk import Walk, keep_best, update_best


class Ranks(NamedTuple):
    """The power law of ranks, and memory to rank the variables.

    cumulative : (m,) float64, the sums of k^-tau for the ranks 1 to k
    attacks : (m,) int64, the conflicts of each variable that may move
    counts : the number of variables with k conflicts; all 0 between two draws
    """

    cumulative: np.ndarray
    attacks: np.ndarray
    counts: np.ndarray

    @classmethod
    def make(cls, space: Space, tau: float) -> Self:
        """Make the ranks for the variables of ``space`` that may move."""
        count = space.n - len(space.problem.fixed)
        law = np.array([float(k) ** -tau for k in range(1, count + 1)])
        # Each other queen attacks a queen once, on one of its lines; rules add a few conflicts.
        size = 4 * space.n + 16 if space.problem.has("queens") else MOST_CONFLICTS + 1
        counts = np.zeros(size, np.int64)
        return cls(np.cumsum(law), np.zeros(count, np.int64), counts)


class ExtremalOptimisation(Algorithm):
    """Rank the variables by their conflicts, draw one by its rank, and move it.

    Rank k, 1 for the most conflicts, has a probability in proportion to k^-tau; equals are ranked
    at random. Every move is made: there is no acceptance criterion and no temperature. Moves are
    swaps on ``permutation``, other values on ``rows``.

    >>> from metaqueens import solve
    >>> solve(20, ExtremalOptimisation(), seed=1).solved
    True

    Parameters
    ----------
    tau
        Exponent of the power law: 0 draws all variables alike, large values only the worst. With
        the authors' 1 + 1 / ln n, many queens without attacks are drawn: on ``rows``, boards of a
        thousand queens are not solved.
    move
        ``best``: the best of all moves of the variable, ties broken at random. ``random``: any
        move, as the authors suggest for variables with few values.
    """

    tau: float = Field(default=2.5, ge=0, le=20)
    move: Literal["best", "random"] = "best"

    needs = ("variable_cost",)
    rules = COUNTED

    def longest_step(self, space: Space) -> int:
        return max(space.n - 1, 1) if self.move == "best" else 1

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        ranks, search = Ranks.make(space, self.tau), _search[space.moves()]
        at_once = max(WORK // space.n, space.n)
        while True:
            snapshot = walk.snapshot
            yield snapshot
            until = min(checkpoints.next_report(snapshot), walk.evaluations + at_once)
            walk = search(walk, ranks, self.move == "best", until, stream)


@specialise(Moves)
def _search(moves):
    @kernel
    def search(walk, ranks, moves_best, until, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        while evaluations < until and best_cost > 0:
            k = _draw_variable(state, ranks, stream)
            i = free_variable(state, k)
            if moves_best:
                j, change, tried = best_move(moves, state, i, ANY_CHANGE, False, None, 0, stream)
                evaluations += tried
            else:
                j = draw_target(moves, state, i, k, stream)
                change = delta(moves, state, i, j)
                evaluations += 1
            if change > 0:
                keep_best(cost, best_cost, state.values, best)
            apply(moves, state, i, j)
            cost += change
            steps += 1
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps)

    return search


@kernel
def _draw_variable(state, ranks, stream):
    """Draw a rank by the power law; return the index of its variable among those that may move."""
    cumulative, conflicts, counts = ranks
    highest = 0
    for k in range(conflicts.size):
        here = count_conflicts(state, free_variable(state, k))
        conflicts[U(k)] = here
        counts[U(here)] += 1
        highest = max(highest, here)
    # The number of variables that rank above the one drawn.
    above = find_first_above(cumulative, draw_uniform(stream) * cumulative[U(cumulative.size - 1)])
    level = highest
    while above >= counts[U(level)]:
        above -= counts[U(level)]
        level -= 1
    # Equals are in random order.
    k = kth_equal(conflicts, level, draw_below(stream, counts[U(level)]))
    for level in range(highest + 1):
        counts[U(level)] = 0
    return k
