"""Searches that move one candidate solution: their state, and their neighbourhood."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from metaqueens.core.choices import MoveName
from metaqueens.core.jit import inline, kernel
from metaqueens.core.state import State, compute_cost, copy_values
from metaqueens.problem.base import COUNTED
from metaqueens.problem.space import Space, randomise
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.snapshot import NOTHING, Snapshot


class Walk(NamedTuple):
    """The state of a search that moves one candidate solution; kernels take one, return the next.

    ``best`` is written only if the walk leaves its best solution for a worse one (``keep_best``):
    until then the state itself is the best, and an improvement takes no O(n) copy.
    """

    state: State
    cost: int
    best: np.ndarray
    best_cost: int
    found_at: int
    evaluations: int
    steps: int

    @classmethod
    def begin(cls, state: State) -> Self:
        """Evaluate ``state`` and start from it."""
        cost = compute_cost(state)
        return cls(state, cost, state.values.copy(), cost, 1, 1, 0)

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot of this walk."""
        return self.report()

    def report(
        self,
        counters: Mapping[str, int] = NOTHING,
        signals: Callable[[], Mapping[str, float | str]] = dict,
    ) -> Snapshot:
        """Return the snapshot of this walk, with the counters and signals of its search."""
        values = self.state.values if self.cost == self.best_cost else self.best
        return Snapshot(
            values,
            self.best_cost,
            self.found_at,
            self.evaluations,
            self.steps,
            counters,
            self.state.values,
            signals,
        )


class MoveSearch(Algorithm):
    """Base of searches by the moves of one neighbourhood, each evaluated by itself.

    Parameters
    ----------
    moves
        The neighbourhood; null for the encoding's own.
    """

    if not TYPE_CHECKING:  # properties of some subclasses
        needs = ()
        rules = COUNTED

    moves: MoveName | None = None

    def check(self, space: Space) -> None:
        space.moves(self.moves)

    def longest_step(self, space: Space) -> int:
        return 1


@kernel
def keep_best(cost, best_cost, values, best):
    """Copy ``values`` if they are the best, before the walk leaves them for worse ones."""
    if cost == best_cost:
        copy_values(best, values)


@kernel
def redraw(encoding, walk, stream):
    """Continue from a new random state, drawn from the encoding."""
    state, cost, best, best_cost, found_at, evaluations, steps = walk
    keep_best(cost, best_cost, state.values, best)
    randomise(encoding, state, stream)
    cost = compute_cost(state)
    evaluations += 1
    best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
    return Walk(state, cost, best, best_cost, found_at, evaluations, steps)


@inline
def update_best(cost, best_cost, found_at, evaluations):
    """Return the lowest cost so far, and the evaluation that first reached it."""
    if cost < best_cost:
        return cost, evaluations
    return best_cost, found_at
