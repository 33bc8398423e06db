"""Sosic & Gu's QS4 [1]_, as published: the baseline for one solution at large n.

.. [1] Sosic & Gu (1994). Efficient local search with conflict minimization: a case study of the
       N-queens problem. IEEE Transactions on Knowledge and Data Engineering 6(5): 661-668.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from pydantic import NonNegativeInt, PositiveInt

from metaqueens.core.choices import NO_LIMIT, Moves
from metaqueens.core.jit import kernel
from metaqueens.core.random import draw_below, start_stream
from metaqueens.core.state import U, apply, compute_cost, count_conflicts, delta
from metaqueens.problem.space import Space
from metaqueens.queens.kernels.plain import empty_board, on_diagonals
from metaqueens.queens.kernels.rules import falling_of, rising_of
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Checkpoints
from metaqueens.search.snapshot import PLACED, Snapshot
from metaqueens.search.walk import Walk, keep_best, update_best

# The published bound on the initial search, in trials a queen: just above what large n needs.
TRIALS = 3.08


class Progress(NamedTuple):
    """How far a search has come.

    column : the first column without a queen; then the one whose queen is looked after
    idle : partners tried in vain for its queen
    left : trials that this initial search may still make
    trials, swap_tests, restarts : counts since the search began
    """

    column: int = 0
    idle: int = 0
    left: int = 0
    trials: int = 0
    swap_tests: int = 0
    restarts: int = 0


class SosicGu(Algorithm):
    """Draw a row for each column until one is free there; then swap the last few into place.

    The initial search fills the columns from left to right, each with a row drawn from those not
    used yet, again and again until it is free of conflict; the last columns take what is left. The
    final search swaps each of those queens that is attacked with a queen drawn from all, until
    neither is. A trial of either kind is an evaluation, and so is a full board before
    the final search; a queen placed or a swap made is a step.
    The snapshot is all queens on one diagonal, where it starts, until the initial search is done.

    ``use: experiments.textbook.sosic_gu:SosicGu`` names it in a config.

    Parameters
    ----------
    leave
        Queens left to the final search; null for 30 below a thousand queens, 50 below ten
        thousand, 80 below a hundred thousand, and 100 from there.
    patience
        Partners tried in vain for one queen after which all starts afresh; never more than 100 n.
    """

    encodings = ("permutation",)
    refuses = {"start": "all queens on one diagonal"}  # noqa: RUF012

    leave: NonNegativeInt | None = None
    patience: PositiveInt = 7_000

    def longest_step(self, space: Space) -> int:
        return 2  # the last trial, and the full board

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        n, stream = space.n, start_stream(rng)
        stop = max(n - (_default_leave(n) if self.leave is None else self.leave), 0)
        patience = min(self.patience, 100 * n)
        walk, progress = _first_walk(space), Progress(left=int(TRIALS * n))
        while True:
            snapshot = _standing(walk, progress)
            yield snapshot
            until = checkpoints.next_report(snapshot)
            if walk.cost == NO_LIMIT:
                walk, progress = _fill(walk, progress, stop, until, stream)
            else:
                walk, progress = _mend(walk, progress, patience, until, stream)
            if progress.idle >= patience or (progress.column == n and walk.cost > 0):
                walk, progress = _start_afresh(walk, progress, int(TRIALS * n))


def _default_leave(n: int) -> int:
    return 30 if n < 1_000 else 50 if n < 10_000 else 80 if n < 100_000 else 100


def _first_walk(space: Space) -> Walk:
    """Return all queens on one diagonal, whose cost needs no counting; no queen counted yet."""
    state, diagonal = empty_board(space.n), np.arange(space.n, dtype=np.int32)
    state.values[:] = diagonal
    state.rows.fill(1)
    return Walk(state, NO_LIMIT, diagonal, space.problem.max_cost or 0, 1, 1, 0)


def _standing(walk: Walk, progress: Progress) -> Snapshot:
    counters = {
        "trials": progress.trials,
        "swap_tests": progress.swap_tests,
        "restarts": progress.restarts,
    }
    placed = progress.column if walk.cost == NO_LIMIT else walk.state.values.size
    return walk.report(counters, partial(dict, {PLACED: placed}))


@kernel
def _fill(walk, progress, stop, until, stream):
    """The initial search; the walk's cost counts only when the board is full."""
    state, cost, best, best_cost, found_at, evaluations, steps = walk
    column, idle, left, trials, swap_tests, restarts = progress
    queens, n = state.values, state.values.size
    while column < stop and left > 0 and evaluations < until:
        evaluations += 1
        trials += 1
        left -= 1
        other = column + draw_below(stream, n - column)
        row = queens[U(other)]
        if on_diagonals(state, column, row) == 0:
            queens[U(other)], queens[U(column)] = queens[U(column)], row
            _count(state, column, row)
            column += 1
            steps += 1
    if column >= stop or left == 0:
        for last in range(column, n):
            other = last + draw_below(stream, n - last)
            queens[last], queens[other] = queens[other], queens[last]
            _count(state, last, queens[last])
        cost = compute_cost(state)
        evaluations += 1
        best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
    return (
        Walk(state, cost, best, best_cost, found_at, evaluations, steps),
        Progress(column, idle, left, trials, swap_tests, restarts),
    )


@kernel
def _count(state, column, row):
    """Count a queen on its diagonals; each row has one."""
    state.rising[U(rising_of(state.values.size, column, row))] += 1
    state.falling[U(falling_of(column, row))] += 1


@kernel
def _mend(walk, progress, patience, until, stream):
    """The final search."""
    state, cost, best, best_cost, found_at, evaluations, steps = walk
    column, idle, left, trials, swap_tests, restarts = progress
    n = state.values.size
    while column < n and cost > 0 and idle < patience and evaluations < until:
        if idle == 0 and count_conflicts(state, column) == 0:
            column += 1
            continue
        evaluations += 1
        swap_tests += 1
        idle += 1
        other = draw_below(stream, n)
        change = delta(Moves.SWAP, state, column, other)
        apply(Moves.SWAP, state, column, other)
        if count_conflicts(state, column) > 0 or count_conflicts(state, other) > 0:
            apply(Moves.SWAP, state, column, other)
            continue
        column += 1
        steps += 1
        idle = 0
        cost += change
        best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
    return (
        Walk(state, cost, best, best_cost, found_at, evaluations, steps),
        Progress(column, idle, left, trials, swap_tests, restarts),
    )


@kernel
def _start_afresh(walk, progress, left):
    """Take the queens off their diagonals, the best board kept."""
    state, cost, best, best_cost, found_at, evaluations, steps = walk
    keep_best(cost, best_cost, state.values, best)
    state.rising[:] = 0
    state.falling[:] = 0
    return (
        Walk(state, NO_LIMIT, best, best_cost, found_at, evaluations, steps),
        Progress(0, 0, left, progress.trials, progress.swap_tests, progress.restarts + 1),
    )
