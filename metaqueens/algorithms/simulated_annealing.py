"""Simulated annealing [1]_ under a choice of cooling schedules.

.. [1] Kirkpatrick, Gelatt & Vecchi (1983). Optimization by simulated annealing.
       Science 220: 671-680.
"""

from collections.abc import Iterator
from enum import IntEnum
from math import exp, log
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Discriminator, Field, PositiveFloat, PositiveInt, Tag

from metaqueens.core.attacked import Suspects, draw_attacked, suspect_attacked, suspect_moved
from metaqueens.core.jit import kernel, per
from metaqueens.core.moves import MoveName, Moves, apply, delta, propose, propose_for
from metaqueens.core.random import stream_of, uniform
from metaqueens.problem.space import Space
from metaqueens.search.looks import Looks
from metaqueens.search.parameters import Parameters, Strict
from metaqueens.search.standing import Standing
from metaqueens.search.walk import Walk

# n queens at temperature T keep about n exp(-1/T) guards, so T must fall as 1/ln n. Measured at
# n = 8 ... 1000: below 0.5/ln n both encodings solve every board, above 1/ln n rows solve none.
HOT, COLD, LENGTH = 0.8, 0.4, 100


class Shape(IntEnum):
    """How the temperature goes from hot to cold."""

    GEOMETRIC = 0
    LINEAR = 1


class Focus(IntEnum):
    """Which queens are moved."""

    ALL = 0
    CONFLICTED = 1


class Plan(NamedTuple):
    """A schedule for one n, as kernels take it."""

    shape: int
    hot: float
    cold: float
    length: int
    cycles: int


class Cooling(Strict):
    """From ``hot`` to ``cold``, then at ``cold`` for as long as the budget lasts.

    Parameters
    ----------
    hot, cold
        Temperature at the start and at the end, in guards; null for 0.8 / ln n and 0.4 / ln n.
    length
        Evaluations from hot to cold; null for 100 n.
    reheats
        How many times to jump back to hot and cool again.
    """

    shape: ClassVar[Shape]

    hot: PositiveFloat | None = None
    cold: PositiveFloat | None = None
    length: PositiveInt | None = None
    reheats: int = Field(default=0, ge=0)

    def plan(self, n: int) -> Plan:
        """Fill in what scales with ``n``."""
        scale = 1 / log(max(n, 2))
        hot, cold = self.hot or HOT * scale, self.cold or COLD * scale
        if hot < cold:
            raise ValueError(
                f"schedule: hot must not be below cold; at n = {n} hot is {hot:g}, cold {cold:g}"
            )
        return Plan(int(self.shape), hot, cold, self.length or LENGTH * n, self.reheats + 1)


class Geometric(Cooling):
    """The temperature falls by the same factor in every evaluation."""

    shape = Shape.GEOMETRIC
    use: Literal["geometric"] = "geometric"


class Linear(Cooling):
    """The temperature falls by the same amount in every evaluation."""

    shape = Shape.LINEAR
    use: Literal["linear"] = "linear"


class Constant(Strict):
    """One temperature throughout: the Metropolis algorithm.

    Parameters
    ----------
    temperature
        In guards; null for 0.4 / ln n.
    """

    use: Literal["constant"] = "constant"
    temperature: PositiveFloat | None = None

    def plan(self, n: int) -> Plan:
        """Fill in what scales with ``n``."""
        temperature = self.temperature or COLD / log(max(n, 2))
        return Plan(int(Shape.LINEAR), temperature, temperature, 1, 1)


def _schedule_kind(given: Any) -> Any:
    if isinstance(given, dict):
        return given.get("use", "geometric")
    return getattr(given, "use", None)


Schedule = Annotated[
    Annotated[Geometric, Tag("geometric")]
    | Annotated[Linear, Tag("linear")]
    | Annotated[Constant, Tag("constant")],
    Discriminator(_schedule_kind),
]


class SimulatedAnnealing(Parameters):
    """Accept any move that does not worsen, and a worsening one with probability exp(-change / T).

    Parameters
    ----------
    moves
        The neighbourhood; null for the encoding's own.
    schedule
        How the temperature T falls.
    focus
        ``all``: any queen moves. ``conflicted``: one that is attacked, drawn among those that were
        moved to where they are: on permutations it reaches 10^6 queens, but its boards no longer
        follow Boltzmann's law.
    """

    moves: MoveName | None = None
    schedule: Schedule = Geometric()
    focus: Literal["all", "conflicted"] = "all"

    @property
    def bytes_per_queen(self) -> int:
        return super().bytes_per_queen + (5 if self.focus == "conflicted" else 0)

    def check(self, space: Space) -> None:
        space.moves(self.moves)
        self.schedule.plan(space.n)

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        walk, stream = Walk.begin(space.random_board(rng)), stream_of(rng)
        focus, plan = Focus[self.focus.upper()], self.schedule.plan(space.n)
        anneal = _anneal[space.moves(self.moves), focus]
        suspects = Suspects.none(space.n if focus == Focus.CONFLICTED else 0)
        if focus == Focus.CONFLICTED:
            suspect_attacked(walk.board, suspects)

        def signals() -> dict[str, float]:
            return {"temperature": float(_temperature(plan, walk.evaluations & ~63))}

        while True:
            yield walk.report(signals=signals)
            walk = anneal(walk, suspects, looks.until(walk.standing), plan, stream)


@per(Moves, Focus)
def _anneal(moves, focus):
    @kernel
    def anneal(walk, suspects, until, plan, stream):
        board, guards, best, best_guards, found_at, evaluations, steps = walk
        coldness = 1 / _temperature(plan, evaluations & ~63)
        while evaluations < until and best_guards > 0:
            # Every 64th evaluation, because a power costs as much as a move; and from the count
            # alone, so that where we pause changes nothing.
            if evaluations & 63 == 0:
                coldness = 1 / _temperature(plan, evaluations)
            if focus == Focus.CONFLICTED:
                i, j = propose_for(moves, board, draw_attacked(board, suspects, stream), stream)
            else:
                i, j = propose(moves, board, stream)
            change = delta(moves, board, i, j)
            evaluations += 1
            if change <= 0 or _accept(change * coldness, uniform(stream)):
                if change > 0 and guards == best_guards:
                    best[:] = board.queens
                apply(moves, board, i, j)
                guards += change
                steps += 1
                if focus == Focus.CONFLICTED:
                    suspect_moved(moves, board, i, j, suspects)
                if guards < best_guards:
                    best_guards = guards
                    found_at = evaluations
        return Walk(board, guards, best, best_guards, found_at, evaluations, steps)

    return anneal


@kernel
def _accept(x, draw):
    """Whether draw < exp(-x), x > 0; mostly without the power, as exp(x) > 1 + x + x^2/2."""
    return draw * (1 + x * (1 + 0.5 * x)) < 1 and draw < exp(-x)


@kernel
def _temperature(plan, evaluations):
    cycle, at = divmod(evaluations, plan.length)
    if cycle >= plan.cycles:
        return plan.cold
    if plan.shape == Shape.LINEAR:
        return plan.hot + (plan.cold - plan.hot) * (at / plan.length)
    return plan.hot * exp(log(plan.cold / plan.hot) * (at / plan.length))
