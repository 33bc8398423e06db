"""Min-conflicts [1]_ with random-walk noise and restarts.

A repair scans a whole column, so it costs O(n), as in the textbooks; and so does every column of
the greedy start, O(n^2) in all.

.. [1] Minton, Johnston, Philips & Laird (1992). Minimizing conflicts: a heuristic repair
       method for constraint satisfaction and scheduling problems. AI 58: 161-205.
"""

from collections.abc import Iterator
from itertools import count
from typing import Literal, NamedTuple, Self

import numpy as np
from pydantic import Field, PositiveInt

from metaqueens.board import attackers, count_guards, lift, load, put
from metaqueens.jit import kernel
from metaqueens.problem import Encoding, Queens, randomise
from metaqueens.search import Budget, Parameters, Standing, Walk
from metaqueens.stream import below, stream_of, uniform

NO_LIMIT = 2**62


class Suspects(NamedTuple):
    """Every attacked queen, and some that no longer are: those are dropped when they are drawn.

    columns : (n,) int32, the suspects' columns in the first ``size[0]`` places
    listed : (n,) bool, whether a column is among them
    size : (1,) how many there are
    """

    columns: np.ndarray
    listed: np.ndarray
    size: np.ndarray

    @classmethod
    def none(cls, n: int) -> Self:
        """An empty list with room for ``n``."""
        return cls(np.zeros(n, np.int32), np.zeros(n, np.bool_), np.zeros(1, np.int64))


class MinConflicts(Parameters):
    """Move an attacked queen, drawn at random, to the least attacked row of its column.

    Ties are broken at random. It works on ``rows``: a repair leaves the permutation encoding.

    Parameters
    ----------
    start
        ``greedy``: columns are filled in turn, each on the row least attacked by those before it.
        ``random``: any row.
    noise
        Chance that the queen goes to a random row instead.
    restart_after
        Repairs without an improvement after which it starts afresh; null for never.
    """

    encodings = ("rows",)

    start: Literal["greedy", "random"] = "greedy"
    noise: float = Field(default=0.0, ge=0, le=1)
    restart_after: PositiveInt | None = 100

    def search(
        self, problem: Queens, budget: Budget, rng: np.random.Generator
    ) -> Iterator[Standing]:
        walk, stream = Walk.begin(problem.random_board(rng)), stream_of(rng)
        yield walk.standing
        suspects, patience = Suspects.none(problem.n), self.restart_after or NO_LIMIT
        for attempt in count():
            if self.start == "greedy":
                walk, column = _clear(walk), 0
                while column < problem.n:
                    walk, column = _place(walk, column, budget.until(walk.standing), stream)
                    yield walk.standing
            elif attempt > 0:
                walk = _redraw(walk, stream)
            _suspect_attacked(walk.board, suspects)
            lowest, idle = walk.guards, 0
            while idle < patience:
                walk, lowest, idle = _repair(
                    walk, suspects, lowest, idle, patience, self.noise,
                    budget.until(walk.standing), stream,
                )  # fmt: skip
                yield walk.standing


@kernel
def _repair(walk, suspects, lowest, idle, patience, noise, until, stream):
    """Make repairs, until ``patience`` of them in a row have not gone below ``lowest`` guards."""
    board, guards, best, best_guards, found_at, evaluations, steps = walk
    n = board.queens.size
    while evaluations < until and best_guards > 0 and idle < patience:
        column = _draw_attacked(board, suspects, stream)
        old = board.queens[column]
        relief = attackers(board, column)
        lift(board, column)
        if noise > 0 and uniform(stream) < noise:
            row = below(stream, n)
            evaluations += 1
        else:
            row = _least_attacked(board, column, stream)
            evaluations += n - 1
        burden = load(board, column, row)
        if burden > relief and guards == best_guards:
            best[:] = board.queens
        put(board, column, row)
        if row != old:
            guards += burden - relief
            steps += 1
            if burden > 0:
                _suspect_attacked_by(board, column, suspects)
        if guards < best_guards:
            best_guards = guards
            found_at = evaluations
        idle = 0 if guards < lowest else idle + 1
        lowest = min(lowest, guards)
    return Walk(board, guards, best, best_guards, found_at, evaluations, steps), lowest, idle


@kernel
def _clear(walk):
    """Take all queens off their lines, the best board kept."""
    board, guards, best, best_guards, found_at, evaluations, steps = walk
    if guards == best_guards:
        best[:] = board.queens
    board.rows[:] = 0
    board.rising[:] = 0
    board.falling[:] = 0
    return Walk(board, NO_LIMIT, best, best_guards, found_at, evaluations, steps)


@kernel
def _place(walk, column, until, stream):
    """Fill the board greedily from ``column`` on; the walk's guards count only when it is full."""
    board, guards, best, best_guards, found_at, evaluations, steps = walk
    n = board.queens.size
    while evaluations < until and column < n:
        put(board, column, _least_attacked(board, column, stream))
        evaluations += n - 1
        column += 1
    if column == n:
        guards = count_guards(board)
        if guards < best_guards:
            best_guards = guards
            found_at = evaluations
    return Walk(board, guards, best, best_guards, found_at, evaluations, steps), column


@kernel
def _redraw(walk, stream):
    """Start from a new random board."""
    board, guards, best, best_guards, found_at, evaluations, steps = walk
    if guards == best_guards:
        best[:] = board.queens
    randomise(Encoding.ROWS, board, stream)
    guards = count_guards(board)
    evaluations += 1
    if guards < best_guards:
        best_guards = guards
        found_at = evaluations
    return Walk(board, guards, best, best_guards, found_at, evaluations, steps)


@kernel
def _least_attacked(board, column, stream):
    """The row of ``column``, whose queen is off the board, where it is attacked least."""
    n = board.queens.size
    rising, falling = board.rising[n - 1 - column :], board.falling[column:]
    least = 3 * n
    for row in range(n):
        least = min(least, board.rows[row] + rising[row] + falling[row])
    ties = 0
    for row in range(n):
        ties += board.rows[row] + rising[row] + falling[row] == least
    skip = below(stream, ties)
    row = -1
    while skip >= 0:
        row += 1
        skip -= board.rows[row] + rising[row] + falling[row] == least
    return row


@kernel
def _draw_attacked(board, suspects, stream):
    """The column of an attacked queen, each equally likely; there must be one."""
    columns, listed, size = suspects
    while True:
        place = below(stream, size[0])
        column = columns[place]
        if attackers(board, column) > 0:
            return column
        listed[column] = False
        size[0] -= 1
        columns[place] = columns[size[0]]


@kernel
def _suspect(column, suspects):
    columns, listed, size = suspects
    if not listed[column]:
        listed[column] = True
        columns[size[0]] = column
        size[0] += 1


@kernel
def _suspect_attacked(board, suspects):
    """List every attacked queen, and nobody else."""
    suspects.listed[:] = False
    suspects.size[0] = 0
    for column in range(board.queens.size):
        if attackers(board, column) > 0:
            _suspect(column, suspects)


@kernel
def _suspect_attacked_by(board, column, suspects):
    """List the queen of ``column`` and those that it attacks."""
    row = board.queens[column]
    for other in range(board.queens.size):
        apart = board.queens[other] - row
        if apart == 0 or abs(apart) == abs(other - column):
            _suspect(other, suspects)
