"""Hill climbing [1]_ with sideways moves and random restarts.

.. [1] Russell & Norvig (2021). Artificial Intelligence: A Modern Approach, 4th ed., section 4.1.
"""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple, Self

import numpy as np
from pydantic import Discriminator, Field, NonNegativeInt, Tag

from metaqueens.core.choices import Encoding, MoveName, Moves, choice_of, make_enum
from metaqueens.core.conflicting import IndexSet, add_moved, draw_conflicted, find_conflicted
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import count_moves, next_move, propose, propose_for
from metaqueens.core.random import draw_below, start_stream
from metaqueens.core.state import apply, compute_cost, delta
from metaqueens.problem.base import ALL_BUT_PLACED, COUNTED
from metaqueens.problem.space import Space, randomise
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import NO_LIMIT, Checkpoints
from metaqueens.search.restarts import Restarts
from metaqueens.search.snapshot import Snapshot
from metaqueens.search.walk import Walk, keep_best, update_best

VariantName = Literal["steepest", "first_improvement", "stochastic", "conflicted"]
Variant = make_enum("Variant", VariantName, __name__)


def _restarts_kind(given: Any) -> str:
    return "number" if given is None or isinstance(given, int | float | str) else "policy"


# Its own restarts, which came before those of every algorithm; null is kept, as it always was.
FreshBoards = Annotated[
    Annotated[NonNegativeInt | None, Tag("number")] | Annotated[Restarts, Tag("policy")],
    Discriminator(_restarts_kind),
]


class Scan(NamedTuple):
    """How far the look around the present board has come.

    i, j : the next move to price
    seen : moves priced since the board last changed
    change, best_i, best_j, ties : the best move among them, drawn from ``ties`` equally good ones
    sideways : sideways moves in a row
    restarts : fresh boards still allowed; negative when the search is stuck for good
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

    @classmethod
    def begin(cls, i: int, j: int, restarts: int) -> Self:
        """Start at move (i, j) with nothing seen."""
        return cls(i, j, 0, 1, 0, 0, 0, 0, restarts)


class HillClimbing(Algorithm):
    """Take improving moves, then sideways moves, then restart from a random board.

    >>> from metaqueens import solve
    >>> solve(20, HillClimbing(sideways=50), seed=1).solved
    True

    Parameters
    ----------
    variant
        ``steepest``: the best of all moves, ties at random. ``first_improvement``: the first
        improving move in a cyclic order. ``stochastic``: random moves, the first that does not
        worsen; held to be stuck after as many refusals in a row as there are moves.
        ``conflicted``: the same with attacked queens only; on permutations it reaches 10^6.
    moves
        The neighbourhood; null for the encoding's own.
    sideways
        Most moves in a row that leave the guards as they are.
    restarts
        A number: so many fresh random boards where it is stuck; null for as many as the budget
        allows. A policy, as every algorithm takes: it begins afresh after so many evaluations,
        too.
    """

    variant: VariantName = "steepest"
    moves: MoveName | None = None
    sideways: int = Field(default=100, ge=0)
    restarts: FreshBoards = None  # type: ignore[assignment]

    @property
    def needs(self) -> tuple[str, ...]:
        return ("queens",) if self.variant == "conflicted" else ()

    @property
    def rules(self) -> tuple[str, ...]:
        # The others visit moves of every queen, or of attacked ones; placed ones do not move.
        return COUNTED if self.variant == "stochastic" else ALL_BUT_PLACED

    def check(self, space: Space) -> None:
        space.moves(self.moves)

    def longest_step(self, space: Space) -> int:
        return 2  # a move, and a fresh board if there was none to make

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        moves = space.moves(self.moves)
        variant = choice_of(Variant, self.variant)
        climb = _climb[moves, variant, space.code]
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        yield walk.report(signals=partial(dict, {"sideways_moves": 0}))
        attacked = IndexSet.empty(space.n) if variant == Variant.CONFLICTED else None
        if attacked is not None:
            find_conflicted(walk.state, attacked)
        i, j = propose(moves, walk.state, stream) if walk.cost else (0, 0)
        fresh = self.restarts if isinstance(self.restarts, int) else NO_LIMIT
        scan = Scan.begin(i, j, fresh)

        def signals() -> dict[str, float]:
            return {"sideways_moves": scan.sideways}

        while scan.restarts >= 0:
            until = checkpoints.next_report(walk.snapshot)
            walk, scan = climb(walk, scan, attacked, until, self.sideways, stream)
            yield walk.report(signals=signals)


@specialise(Moves, Variant, Encoding)
def _climb(moves, variant, encoding):
    conflicted = variant == Variant.CONFLICTED
    in_order = variant <= Variant.FIRST_IMPROVEMENT
    code = np.int64(encoding)  # the type that Python calls ``randomise`` with

    @kernel
    def climb(walk, scan, attacked, until, limit, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        around = count_moves(moves, state)
        while evaluations < until and best_cost > 0 and scan.restarts >= 0:
            i, j = scan.i, scan.j
            if conflicted:
                i = draw_conflicted(state, attacked, stream)
                i, j = propose_for(moves, state, i, stream)
            elif not in_order:
                i, j = propose(moves, state, stream)
            price = delta(moves, state, i, j)
            evaluations += 1
            scan = _weigh(scan, i, j, price, stream)
            if _decided(variant, scan, price, around, limit):
                if _moves_on(scan, limit):
                    apply(moves, state, scan.best_i, scan.best_j)
                    cost += scan.change
                    steps += 1
                    if conflicted:
                        add_moved(moves, state, scan.best_i, scan.best_j, attacked)
                elif scan.restarts > 0:
                    keep_best(cost, best_cost, state.values, best)
                    cost = _redraw(code, state, attacked, stream)
                    evaluations += 1
                best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
                scan = _look_anew(scan, limit)
                around = count_moves(moves, state)
            if in_order:
                scan = _turn_to(scan, next_move(moves, state, i, j))
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps), scan

    return climb


@kernel
def _redraw(encoding, state, attacked, stream):
    """Draw a new board; its guards. ``attacked`` is None where it is of no use."""
    randomise(encoding, state, stream)
    if attacked is not None:
        find_conflicted(state, attacked)
    return compute_cost(state)


@kernel
def _weigh(scan, i, j, price, stream):
    """Count one more move as seen, and keep it if it is the best; worsening moves never are."""
    change, best_i, best_j, ties = scan.change, scan.best_i, scan.best_j, scan.ties
    if price < change:
        change, best_i, best_j, ties = price, i, j, 1
    elif price == change and price <= 0:
        ties += 1
        if draw_below(stream, ties) == 0:
            best_i, best_j = i, j
    return Scan(i, j, scan.seen + 1, change, best_i, best_j, ties, scan.sideways, scan.restarts)


@kernel
def _decided(variant, scan, price, around, limit):
    """Whether enough was seen to move, or to see that there is no move to make."""
    if scan.seen == around or (variant != Variant.STEEPEST and price < 0):
        return True
    return variant >= Variant.STOCHASTIC and price == 0 and scan.sideways < limit


@kernel
def _moves_on(scan, limit):
    return scan.change < 0 or (scan.change == 0 and scan.sideways < limit)


@kernel
def _look_anew(scan, limit):
    """Nothing seen yet: after a move, or after a restart if there was none to make."""
    moved = _moves_on(scan, limit)
    sideways = scan.sideways + 1 if moved and scan.change == 0 else 0
    restarts = scan.restarts if moved else scan.restarts - 1
    return Scan(scan.i, scan.j, 0, 1, 0, 0, 0, sideways, restarts)


@kernel
def _turn_to(scan, move):
    return Scan(
        move[0],
        move[1],
        scan.seen,
        scan.change,
        scan.best_i,
        scan.best_j,
        scan.ties,
        scan.sideways,
        scan.restarts,
    )
