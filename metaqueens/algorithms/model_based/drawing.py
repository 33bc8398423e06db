"""Drawing a board from a model: column by column, each row with a chance by its weight there."""

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
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Checkpoints
from metaqueens.search.snapshot import GENERATION, Snapshot
from metaqueens.search.walk import Walk

# Weights of each square are kept, and a board looks at half of them or all.
MOST_VARIABLES = 5_000
# Squares looked at between two looks at the clock: some hundredths of a second.
WORK = 2**24


class ModelProgress(NamedTuple):
    """How far a search has come.

    drawn : boards of this generation
    costs : of the best board that the model remembers
    idle : generations since it got better
    restarts : times that the model began afresh
    """

    drawn: int = 0
    cost: int = NO_LIMIT
    idle: int = 0
    restarts: int = 0


class Room(NamedTuple):
    """Where boards are drawn.

    order : (m,) int32, the columns whose queens may move, in the order of the last board
    free : (m,) int32 on permutations, the rows that placed queens leave; (n,) all rows on rows
    rows : as ``free``, those that are left while a board is drawn
    sums : as ``free``, float64
    """

    order: np.ndarray
    free: np.ndarray
    rows: np.ndarray
    sums: np.ndarray

    @classmethod
    def make(cls, space: Space, state: State) -> Self:
        """For boards of ``space``, of which ``board`` is one."""
        free = np.arange(space.value_count, dtype=np.int32)
        order = np.array([free_variable(state, k) for k in range(free_count(state))], np.int32)
        if space.encoding == "permutation" and order.size < space.n:
            fixed = np.setdiff1d(np.arange(space.n), order)
            free = np.setdiff1d(free, state.values[fixed])
        return cls(order, free, free.copy(), np.zeros(free.size))


def require_small(space: Space, name: str) -> None:
    """Raise ``ValueError`` if a weight for each square would be too many."""
    if max(space.n, space.value_count) > MOST_VARIABLES:
        raise ValueError(
            f"{name} has a weight for each variable and value: at most {MOST_VARIABLES:,} of each,"
            f" not {space.n:,} and {space.value_count:,}"
        )


def boards_at_once(n: int) -> int:
    """Boards between two looks at the clock."""
    return max(1, WORK // n**2)


@kernel
def draw_board(encoding, state, room, weights, visibility, stream):
    """Draw the queens that may move anew, columns in random order; the costs of the board.

    The chance of a row is in proportion to its weight in the column, times what ``visibility`` has
    for so many attacks by queens that stand already, unless it is None. On permutations it is a
    row that is not taken.
    """
    order, free, rows, sums = room
    left = free.size
    for k in range(left):
        rows[U(k)] = free[U(k)]
    shuffle(order, stream)
    _begin(state, order, visibility)
    for column in order:
        _sum_weights(state, column, rows, left, sums, weights, visibility)
        place = _draw_place(sums, left, stream)
        _set_queen(state, column, rows[U(place)], visibility)
        if encoding == Encoding.PERMUTATION:
            left -= 1
            rows[U(place)] = rows[U(left)]
    _end(state, visibility)
    return compute_cost(state)


@kernel
def _begin(state, order, visibility):
    """Take all queens off the board that may move, if attacks count."""
    if visibility is not None:
        clear_counts(state)
        n = state.values.size
        for column in order:
            # So far off that no queen on the board touches it, on a torus neither.
            state.values[U(column)] = -3 * n
        for column in range(n):
            if state.values[U(column)] >= 0:
                count_variable(state, column, state.values[U(column)], 1)


@kernel
def _end(state, visibility):
    """Count the lines, if that was not done queen by queen."""
    if visibility is None:
        rebuild(state)


@kernel
def _set_queen(state, column, row, visibility):
    if visibility is None:
        state.values[U(column)] = row
    else:
        put(state, column, row)


@kernel
def _sum_weights(state, column, rows, left, sums, weights, visibility):
    """The sums of the weights of the first rows, then of one more, up to all that are left."""
    total = 0.0
    for k in range(left):
        total += _weight(state, column, rows[U(k)], weights, visibility)
        sums[U(k)] = total


@kernel
def _weight(state, column, row, weights, visibility):
    if visibility is None:
        return weights[U(column), U(row)]
    return weights[U(column), U(row)] * visibility[U(value_cost(state, column, row))]


@kernel
def _draw_place(sums, left, stream):
    """The place of a row with a chance by its weight; all alike where none has any."""
    if sums[U(left - 1)] == 0:
        return draw_below(stream, left)
    aim = draw_uniform(stream) * sums[U(left - 1)]
    return np.int64(find_first_above(sums[:left], aim))


class ModelSearch(Algorithm):
    """Base of searches that draw boards from a model and learn it from the good ones.

    Attributes
    ----------
    called
        Its name in messages.
    counter
        Its name for how often the model began afresh.
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
        """Return the kernel, its settings, the model, and what tells its state, as films show it.

        The kernel draws boards and learns from them.
        """
        raise NotImplementedError

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        search, settings, model, model_signals = self.begin(space)
        room, progress, at_once = (
            Room.make(space, walk.state),
            ModelProgress(),
            boards_at_once(space.n),
        )

        def signals() -> dict[str, float]:
            return {GENERATION: walk.steps, **model_signals()}

        while True:
            snapshot = walk.report({self.counter: progress.restarts}, signals)
            yield snapshot
            until = min(checkpoints.next_report(snapshot), walk.evaluations + at_once)
            walk, progress = search(walk, room, model, progress, settings, until, stream)
