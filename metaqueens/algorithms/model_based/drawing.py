"""Searches that draw candidate solutions from a model: each value by its weight."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from metaqueens.core.choices import NO_LIMIT, Encoding
from metaqueens.core.jit import kernel
from metaqueens.core.random import draw_below, draw_uniform, find_first_above, shuffle, start_stream
from metaqueens.core.state import (
    State,
    U,
    clear_counts,
    compute_cost,
    count_variable,
    free_count,
    free_variable,
    put,
    rebuild,
    value_cost,
)
from metaqueens.problem.base import COUNTED
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm, Checkpoints
from metaqueens.search.snapshot import GENERATION, Snapshot
from metaqueens.search.walk import Walk

# The model has a weight for each variable and value, and a draw reads half of them or all.
MOST_VARIABLES = 5_000
# Weights read between two reports: some hundredths of a second.
WORK = 2**24


class ModelProgress(NamedTuple):
    """The progress of a search.

    drawn : number of solutions of this generation
    cost : of the best solution in the model
    idle : number of generations since it improved
    restarts : number of restarts of the model
    """

    drawn: int = 0
    cost: int = NO_LIMIT
    idle: int = 0
    restarts: int = 0


class Room(NamedTuple):
    """Memory for draws.

    order : (m,) int32, the variables that may change, in the order of the last draw
    free : (m,) int32 on permutations, the values that fixed variables leave; (n,) on rows, all
    rows : as ``free``, the values that are left during a draw
    sums : as ``free``, float64
    """

    order: np.ndarray
    free: np.ndarray
    rows: np.ndarray
    sums: np.ndarray

    @classmethod
    def make(cls, space: Space, state: State) -> Self:
        """Make the memory for ``space``, of which ``state`` is one."""
        free = np.arange(space.value_count, dtype=np.int32)
        order = np.array([free_variable(state, k) for k in range(free_count(state))], np.int32)
        if space.encoding == "permutation" and order.size < space.n:
            fixed = np.setdiff1d(np.arange(space.n), order)
            free = np.setdiff1d(free, state.values[fixed])
        return cls(order, free, free.copy(), np.zeros(free.size))


def require_small(space: Space, name: str) -> None:
    """Raise ``ValueError`` if there would be too many weights."""
    if max(space.n, space.value_count) > MOST_VARIABLES:
        raise ValueError(
            f"{name} has a weight for each variable and value: at most {MOST_VARIABLES:,} of each,"
            f" not {space.n:,} and {space.value_count:,}"
        )


def draws_at_once(n: int) -> int:
    """Return the number of draws between two reports."""
    return max(1, WORK // n**2)


@kernel
def draw_solution(encoding, state, room, weights, visibility, stream):
    """Draw the variables that may change, in random order; return the cost.

    The probability of a value is in proportion to its weight, times the entry of ``visibility`` for
    its conflicts with the variables drawn before, unless that is None. On permutations a value is
    drawn only once.
    """
    order, free, rows, sums = room
    left = free.size
    for k in range(left):
        rows[U(k)] = free[U(k)]
    shuffle(order, stream)
    _begin(state, order, visibility)
    for i in order:
        _sum_weights(state, i, rows, left, sums, weights, visibility)
        place = _draw_place(sums, left, stream)
        _set_variable(state, i, rows[U(place)], visibility)
        if encoding == Encoding.PERMUTATION:
            left -= 1
            rows[U(place)] = rows[U(left)]
    _end(state, visibility)
    return compute_cost(state)


@kernel
def _begin(state, order, visibility):
    """Remove all queens that may move from the counts, if attacks matter."""
    if visibility is not None:
        clear_counts(state)
        n = state.values.size
        for i in order:
            # So far away that no queen on the board touches it, also on a torus.
            state.values[U(i)] = -3 * n
        for i in range(n):
            if state.values[U(i)] >= 0:
                count_variable(state, i, state.values[U(i)], 1)


@kernel
def _end(state, visibility):
    """Count all variables, if that was not done one by one."""
    if visibility is None:
        rebuild(state)


@kernel
def _set_variable(state, i, value, visibility):
    if visibility is None:
        state.values[U(i)] = value
    else:
        put(state, i, value)


@kernel
def _sum_weights(state, i, rows, left, sums, weights, visibility):
    """Compute the cumulative sums of the weights of the values that are left."""
    total = 0.0
    for k in range(left):
        total += _weight(state, i, rows[U(k)], weights, visibility)
        sums[U(k)] = total


@kernel
def _weight(state, i, value, weights, visibility):
    if visibility is None:
        return weights[U(i), U(value)]
    return weights[U(i), U(value)] * visibility[U(value_cost(state, i, value))]


@kernel
def _draw_place(sums, left, stream):
    """Draw the index of a value by its weight, or uniformly if all weights are 0."""
    if sums[U(left - 1)] == 0:
        return draw_below(stream, left)
    aim = draw_uniform(stream) * sums[U(left - 1)]
    return np.int64(find_first_above(sums[:left], aim))


class ModelSearch(Algorithm):
    """Base of searches that draw solutions from a model and learn it from the good ones.

    Attributes
    ----------
    called
        Its name in messages.
    counter
        Its name for the number of restarts of the model.
    """

    called: ClassVar[str]
    counter: ClassVar[str]

    needs = ()
    rules = COUNTED

    def check(self, space: Space) -> None:
        require_small(space, self.called)

    def longest_step(self, space: Space) -> int:
        return 1

    def begin(self, space: Space) -> tuple[Any, Any, Any, Callable[[], dict[str, float]]]:
        """Return the kernel that draws and learns, its settings, the model, and its signals."""
        raise NotImplementedError

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        search, settings, model, model_signals = self.begin(space)
        room, progress, at_once = (
            Room.make(space, walk.state),
            ModelProgress(),
            draws_at_once(space.n),
        )

        def signals() -> dict[str, float]:
            return {GENERATION: walk.steps, **model_signals()}

        while True:
            snapshot = walk.report({self.counter: progress.restarts}, signals)
            yield snapshot
            until = min(checkpoints.next_report(snapshot), walk.evaluations + at_once)
            walk, progress = search(walk, room, model, progress, settings, until, stream)
