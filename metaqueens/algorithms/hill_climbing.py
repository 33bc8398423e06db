"""Hill climbing [1]_ with sideways moves and random restarts.

.. [1] Russell & Norvig (2021). Artificial Intelligence: A Modern Approach, 4th ed., section 4.1.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import Discriminator, Field, NonNegativeInt, Tag

from metaqueens.core.choices import Encoding, Moves, choice_of, make_enum
from metaqueens.core.conflicting import IndexSet, add_moved, find_conflicted, propose_conflicted
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import count_moves, next_move, propose
from metaqueens.core.random import draw_below, start_stream
from metaqueens.core.state import apply, compute_cost, delta
from metaqueens.problem.base import ALL_BUT_PLACED, COUNTED
from metaqueens.problem.space import Space, randomise
from metaqueens.search import Snapshot
from metaqueens.search.budget import NO_LIMIT, Checkpoints
from metaqueens.search.restarts import Restarts
from metaqueens.search.walk import MoveSearch, Walk, keep_best, update_best

VariantName = Literal["steepest", "first_improvement", "stochastic", "conflicted"]
Variant = make_enum("Variant", VariantName, __name__)


# Its own restarts, older than those of every algorithm; null is stored.
FreshBoards = Annotated[
    Annotated[NonNegativeInt | None, Tag("number")] | Annotated[Restarts, Tag("policy")],
    Discriminator(
        lambda value: "number" if isinstance(value, int | float | str | None) else "policy"
    ),
]


class Scan(NamedTuple):
    """The progress in the neighbourhood of the present state.

    i, j : the next move to evaluate
    seen : number of moves evaluated since the state last changed
    change, best_i, best_j, ties : the best move among them, drawn from ``ties`` equally good ones
    sideways : number of consecutive sideways moves
    restarts : number of restarts left; negative if the search is stuck and returns
    """

    i: int
    j: int
    seen: int
    change: int
    best_i: int
    best_j: int
    ties: int
    sideways: int
    restarts: int


class HillClimbing(MoveSearch):
    """Make improving moves, then sideways moves, then restart from a random solution.

    >>> from metaqueens import solve
    >>> solve(20, HillClimbing(sideways=50), seed=1).solved
    True

    Parameters
    ----------
    variant
        ``steepest``: the best of all moves, ties at random. ``first_improvement``: the first
        improving move in a cyclic order. ``stochastic``: the first random move that does not
        worsen; the search is stuck if it refuses as many moves in a row as there are.
        ``conflicted``: the same with attacked queens only; on permutations it reaches 10^6.
    sideways
        Maximum number of consecutive moves that do not change the cost.
    restarts
        Maximum number of restarts of a search that is stuck; null for no limit. Or a policy, as
        for every algorithm, of restarts after a number of evaluations.
    """

    variant: VariantName = "steepest"
    sideways: int = Field(default=100, ge=0)
    restarts: FreshBoards = None  # type: ignore[assignment]

    @property
    def needs(self) -> tuple[str, ...]:
        return ("queens",) if self.variant == "conflicted" else ()

    @property
    def rules(self) -> tuple[str, ...]:
        # The other variants also move placed queens.
        return COUNTED if self.variant == "stochastic" else ALL_BUT_PLACED

    def longest_step(self, space: Space) -> int:
        return 2  # a move, and a restart if no move helps

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        moves = space.moves(self.moves)
        variant = choice_of(Variant, self.variant)
        climb = _climb[moves, variant, space.code]
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        attacked = IndexSet.empty(space.n) if variant == Variant.CONFLICTED else None
        if attacked is not None:
            find_conflicted(walk.state, attacked)
        i, j = propose(moves, walk.state, stream) if walk.cost else (0, 0)
        restarts = self.restarts if isinstance(self.restarts, int) else NO_LIMIT
        scan = Scan(i, j, 0, 1, 0, 0, 0, 0, restarts)

        def signals() -> dict[str, float]:
            return {"sideways_moves": scan.sideways}

        yield walk.report(signals=signals)
        while scan.restarts >= 0:
            until = checkpoints.next_report(walk.snapshot)
            walk, scan = climb(walk, scan, attacked, until, self.sideways, stream)
            yield walk.report(signals=signals)


def _scan_in_order(moves, is_steepest, encoding):
    """Make a kernel that visits moves in turn: all of them, or up to the first that improves."""

    @kernel
    def climb(walk, scan, attacked, until, limit, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        i, j, seen, change, best_i, best_j, ties, sideways, restarts = scan
        neighbours = count_moves(moves, state)
        while evaluations < until and best_cost > 0 and restarts >= 0:
            difference = delta(moves, state, i, j)
            evaluations += 1
            seen += 1
            if difference < change:
                change, best_i, best_j, ties = difference, i, j, 1
            elif difference == change and difference <= 0:
                ties += 1
                if draw_below(stream, ties) == 0:
                    best_i, best_j = i, j
            if seen == neighbours or (difference < 0 and not is_steepest):
                if change < 0 or (change == 0 and sideways < limit):
                    apply(moves, state, best_i, best_j)
                    cost += change
                    steps += 1
                    sideways = sideways + 1 if change == 0 else 0
                else:
                    if restarts > 0:
                        keep_best(cost, best_cost, state.values, best)
                        cost = _redraw(encoding, state, None, stream)
                        evaluations += 1
                    sideways, restarts = 0, restarts - 1
                best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
                seen, change, ties = 0, 1, 0
                neighbours = count_moves(moves, state)
            i, j = next_move(moves, state, i, j)
        walk = Walk(state, cost, best, best_cost, found_at, evaluations, steps)
        return walk, Scan(i, j, seen, change, best_i, best_j, ties, sideways, restarts)

    return climb


def _draw_moves(moves, encoding):
    """Make a kernel that draws moves: of the variables in conflict if it has a set of them."""

    @kernel
    def climb(walk, scan, attacked, until, limit, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        i, j, seen, _, _, _, ties, sideways, restarts = scan
        neighbours = count_moves(moves, state)
        while evaluations < until and best_cost > 0 and restarts >= 0:
            i, j = propose_conflicted(moves, state, attacked, stream)
            change = delta(moves, state, i, j)
            evaluations += 1
            seen += 1
            if change < 0 or (change == 0 and sideways < limit):
                apply(moves, state, i, j)
                cost += change
                steps += 1
                add_moved(moves, state, i, j, attacked)
                sideways = sideways + 1 if change == 0 else 0
            else:
                if change == 0:
                    ties += 1
                    if ties > 1:  # without use, but stored runs have made this draw
                        draw_below(stream, ties)
                if seen < neighbours:
                    continue
                if restarts > 0:
                    keep_best(cost, best_cost, state.values, best)
                    cost = _redraw(encoding, state, attacked, stream)
                    evaluations += 1
                sideways, restarts = 0, restarts - 1
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
            seen = ties = 0
            neighbours = count_moves(moves, state)
        walk = Walk(state, cost, best, best_cost, found_at, evaluations, steps)
        return walk, Scan(i, j, seen, 1, 0, 0, ties, sideways, restarts)

    return climb


@kernel
def _redraw(encoding, state, attacked, stream):
    """Draw a new state; return its cost. ``attacked``, unless it is None, is updated."""
    randomise(encoding, state, stream)
    if attacked is not None:
        find_conflicted(state, attacked)
    return compute_cost(state)


@specialise(Moves, Variant, Encoding)
def _climb(moves, variant, encoding):
    code = np.int64(encoding)  # the type that Python calls ``randomise`` with
    if variant <= Variant.FIRST_IMPROVEMENT:
        return _scan_in_order(moves, variant == Variant.STEEPEST, code)
    return _draw_moves(moves, code)
