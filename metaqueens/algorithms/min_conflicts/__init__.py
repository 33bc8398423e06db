"""Min-conflicts [1]_ with random-walk noise and restarts.

As in the textbooks a repair scans a whole column in O(n), and the greedy start each column, O(n^2)
in all. Beyond some 10^4 queens use samples of the rows, ``start: sampled`` and ``scan: sampled``: a
walk of many fast steps.

.. [1] Minton, Johnston, Philips & Laird (1992). Minimizing conflicts: a heuristic repair
       method for constraint satisfaction and scheduling problems. AI 58: 161-205.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Discriminator, Field, PositiveInt, Tag, model_validator

from metaqueens.algorithms.min_conflicts.repairs import search_any_problem
from metaqueens.core.best_move import best_of_sample
from metaqueens.core.choices import NO_LIMIT, EncodingName, choice_of, make_enum
from metaqueens.core.conflicting import IndexSet, add_conflicting, draw_conflicted, find_conflicted
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.random import draw_below, draw_uniform, start_stream
from metaqueens.core.state import (
    add_partners,
    best_value,
    clear_counts,
    compute_cost,
    count_conflicts,
    count_partners,
    lift,
    put,
    toggle_partner,
    value_cost,
)
from metaqueens.problem.base import ALL_BUT_PLACED, BaseProblem
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm, Checkpoints
from metaqueens.search.algorithm import Start
from metaqueens.search.snapshot import PLACED, Snapshot
from metaqueens.search.walk import Walk, keep_best, redraw, update_best

# On small boards a walk of samples is sometimes stuck.
SHORTEST_WALK = 1000
Patience = Annotated[
    Annotated[PositiveInt | None, Tag("number")] | Annotated[Literal["scaled"], Tag("word")],
    Discriminator(lambda value: "word" if isinstance(value, str) else "number"),
]
FirstBoard = Annotated[
    Annotated[Literal["greedy", "sampled", "random"], Tag("word")] | Annotated[Start, Tag("board")],
    Discriminator(lambda value: "board" if isinstance(value, dict | Start) else "word"),
]

# The rows of a column that a repair evaluates.
ScanName = Literal["full", "sampled"]
Scan = make_enum("Scan", ScanName, __name__)


class MinConflicts(Algorithm):
    """Move an attacked queen, drawn at random, to the least attacked row of its column.

    Ties are broken at random. It works on ``rows``: a repair leaves the permutation encoding. On a
    problem other than n queens it makes the best move of a variable in conflict, in the encoding of
    the problem, and ``start`` is ``random``.

    >>> from metaqueens import solve
    >>> solve(50, MinConflicts(noise=0.02), seed=1).solved
    True

    Parameters
    ----------
    start
        ``greedy``: columns are filled in turn, each on the row least attacked by those before it.
        ``sampled``: the same with at most ``samples`` rows, up to the first that is not attacked.
        ``random``: any row. Or a given board, ``{board: FILE}``.
    scan
        ``full``: a repair evaluates every row. ``sampled``: it evaluates ``samples`` random rows,
        up to the first that is not attacked; the queen stays if all of them are worse.
    samples
        Number of rows in a sample.
    noise
        Probability that the queen goes to a random row instead.
    restart_after
        Number of repairs without an improvement before a restart; null for no restarts; ``scaled``
        for n, but at least 1000: the default with ``scan: sampled``.
    """

    encodings = ("rows",)

    start: FirstBoard = "greedy"  # type: ignore[assignment]
    scan: ScanName = "full"
    samples: PositiveInt = 50
    noise: float = Field(default=0.0, ge=0, le=1)
    restart_after: Patience = 100

    @model_validator(mode="before")
    @classmethod
    def _scale_patience(cls, keys: Any) -> Any:
        # Few rows of a sample are free, so that a hundred repairs do not mean that it is stuck:
        # 10^4 queens need some thousand without an improvement, 10^5 more than ten thousand.
        if isinstance(keys, dict) and keys.get("scan") == "sampled":
            return {"restart_after": "scaled", **keys}
        return keys

    def patience(self, n: int) -> int:
        """Return ``restart_after`` on a board of ``n`` queens."""
        if self.restart_after == "scaled":
            return max(n, SHORTEST_WALK)
        return self.restart_after or NO_LIMIT

    @property
    def needs(self) -> tuple[str, ...]:
        # Samples need the conflicts of single values.
        sampled = self.scan == "sampled" or self.start == "sampled"
        return ("queens",) if sampled else ("variable_cost",)

    def encodings_on(self, problem: BaseProblem) -> tuple[EncodingName, ...]:
        return self.encodings if problem.has("queens") else ("permutation", "rows")

    @property
    def rules(self) -> tuple[str, ...]:
        # A placed queen may be attacked, and cannot move. With samples, attacked queens are found
        # by the others on their lines: an excluded diagonal may have no other queen.
        return () if self.scan == "sampled" else ALL_BUT_PLACED

    @property
    def memory_per_variable(self) -> int:
        return super().memory_per_variable + (17 if self.scan == "sampled" else 0)

    def longest_step(self, space: Space) -> int:
        rows = max(space.n, space.value_count, self.samples)
        return 2 * rows  # the last column of a start and the first repair after it

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        patience = self.patience(space.n)
        if not space.problem.has("queens"):
            yield from search_any_problem(space, walk, checkpoints, patience, self.noise, stream)
            return
        yield walk.snapshot
        attacked = IndexSet.empty(space.n)
        place = _place[Scan.SAMPLED if self.start == "sampled" else Scan.FULL]
        scan = choice_of(Scan, self.scan)
        repair, partners = _repair[scan], None
        if scan == Scan.SAMPLED:  # the memory by which samples find conflicts
            partners = type(walk.state).empty_partners(space.n)
        for attempt in count():
            if self.start in ("greedy", "sampled"):
                column = 0
                while column < space.n:
                    until = checkpoints.next_report(walk.snapshot)
                    walk, column = place(walk, column, self.samples, until, stream)
                    yield walk.report(signals=partial(dict, {PLACED: column}))
            elif attempt > 0:
                walk = redraw(space.code.value, walk, stream)
            find_conflicted(walk.state, attacked)
            if scan == Scan.SAMPLED:
                count_partners(walk.state, partners)
            lowest, idle = walk.cost, 0
            while idle < patience:
                walk, lowest, idle = repair(
                    walk,
                    attacked,
                    partners,
                    lowest,
                    idle,
                    patience,
                    self.noise,
                    self.samples,
                    checkpoints.next_report(walk.snapshot),
                    stream,
                )
                yield walk.snapshot


@specialise(Scan)
def _repair(scan):
    full = scan == Scan.FULL

    @kernel
    def repair(walk, attacked, partners, lowest, idle, patience, noise, samples, until, stream):
        """Make repairs, until ``patience`` in a row have not gone below the ``lowest`` cost."""
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        n = state.values.size
        while evaluations < until and best_cost > 0 and idle < patience:
            column = draw_conflicted(state, attacked, stream)
            old, before = state.values[column], count_conflicts(state, column)
            lift(state, column)
            if noise > 0 and draw_uniform(stream) < noise:
                row, tried = draw_below(stream, n), 1
            elif full:
                row, tried = best_value(state, column, stream), n - 1
            else:
                row, tried = best_of_sample(state, column, samples, stream)
                if value_cost(state, column, row) > before:
                    row = old
            evaluations += tried
            after = value_cost(state, column, row)
            if after > before:
                keep_best(cost, best_cost, state.values, best)
            put(state, column, row)
            if row != old:
                cost += after - before
                steps += 1
                # Add the queens that the one of ``column`` now attacks.
                if full:
                    if count_conflicts(state, column) > 0:
                        add_conflicting(state, column, attacked)
                else:
                    toggle_partner(state, partners, column, old)
                    toggle_partner(state, partners, column, state.values[column])
                    add_partners(state, column, partners, attacked)
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
            idle = 0 if cost < lowest else idle + 1
            lowest = min(lowest, cost)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps), lowest, idle

    return repair


@specialise(Scan)
def _place(scan):
    full = scan == Scan.FULL

    @kernel
    def place(walk, column, samples, until, stream):
        """Fill the board greedily from ``column`` on; the cost is computed once it is full."""
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        n = state.values.size
        if column == 0:
            keep_best(cost, best_cost, state.values, best)
            clear_counts(state)
            cost = NO_LIMIT
        while evaluations < until and column < n:
            if full:
                row, tried = best_value(state, column, stream), n - 1
            else:
                row, tried = best_of_sample(state, column, samples, stream)
            put(state, column, row)
            evaluations += tried
            column += 1
        if column == n:
            cost = compute_cost(state)
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps), column

    return place
