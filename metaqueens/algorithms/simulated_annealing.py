"""Simulated annealing [1]_ under a choice of cooling schedules.

.. [1] Kirkpatrick, Gelatt & Vecchi (1983). Optimization by simulated annealing.
       Science 220: 671-680.
"""

from collections.abc import Iterator
from math import exp, log
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Discriminator, Field, PositiveFloat, PositiveInt, Tag

from metaqueens.core.choices import Moves
from metaqueens.core.conflicting import IndexSet, add_moved, find_conflicted, propose_conflicted
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.random import draw_uniform, is_below_exp, start_stream
from metaqueens.core.state import apply, delta
from metaqueens.problem.base import ALL_BUT_PLACED, COUNTED, BaseProblem
from metaqueens.problem.space import Space
from metaqueens.search import Checkpoints, Snapshot, Strict
from metaqueens.search.measurement import measure
from metaqueens.search.walk import MoveSearch, Walk, keep_best, update_best
from metaqueens.text.validation import use_of_part

LENGTH = 100  # evaluations of a cooling, for each variable


class CoolingPlan(NamedTuple):
    """A schedule for one problem, for kernels.

    linear : whether the temperature falls by the same amount, not by the same factor
    hot, cold : the first and the last temperature, in units of the cost
    length : number of evaluations from hot to cold
    cycles : number of times that it falls
    """

    linear: bool
    hot: float
    cold: float
    length: int
    cycles: int


class Cooling(Strict):
    """The temperature falls from ``hot`` to ``cold`` and then stays at ``cold``.

    Parameters
    ----------
    hot
        Temperature at the start, in units of the cost; null for 0.8 / ln n (1.2 / ln n on a
        torus), or on other problems than n queens for a measured temperature.
    cold
        Temperature at the end, in units of the cost; null for 0.4 / ln n, or hot if it is lower.
        With excluded diagonals, blocked squares or placed queens, on a torus, and on other
        problems than n queens, null is for the same temperature as at the start.
    length
        Number of evaluations from hot to cold, those of a measurement included; null for 100 n.
    reheats
        Number of times that the temperature jumps back to hot and falls again.
    """

    linear: ClassVar[bool]

    hot: PositiveFloat | None = None
    cold: PositiveFloat | None = None
    length: PositiveInt | None = None
    reheats: int = Field(default=0, ge=0)

    def plan(self, problem: BaseProblem, measured: float | None = None) -> CoolingPlan:
        """Return the schedule, with the defaults of ``problem`` or a ``measured`` temperature."""
        n = problem.n
        scale, (hottest, coldest) = 1 / log(max(n, 2)), problem.temperatures()
        hottest, coldest = hottest * scale, coldest * scale
        if measured:
            hottest, coldest = max(measured, self.cold or 0.0), measured
        hot = self.hot or hottest
        cold = self.cold or min(coldest, hot)
        if hot < cold:
            raise ValueError(
                f"schedule: hot must not be below cold; at n = {n} hot is {hot:g}, cold {cold:g}"
            )
        return CoolingPlan(self.linear, hot, cold, self.length or LENGTH * n, self.reheats + 1)


class Geometric(Cooling):
    """The temperature falls by the same factor in every evaluation.

    >>> Geometric(hot=2.0, cold=0.5)
    Geometric(hot=2.0, cold=0.5)
    """

    linear = False
    use: Literal["geometric"] = "geometric"


class Linear(Cooling):
    """The temperature falls by the same amount in every evaluation.

    >>> Linear(length=10_000)
    Linear(length=10000)
    """

    linear = True
    use: Literal["linear"] = "linear"


class Constant(Strict):
    """The temperature is constant: the Metropolis algorithm.

    >>> Constant(temperature=0.3)
    Constant(temperature=0.3)

    Parameters
    ----------
    temperature
        In units of the cost; null for the end of the other schedules.
    """

    use: Literal["constant"] = "constant"
    temperature: PositiveFloat | None = None

    def plan(self, problem: BaseProblem, measured: float | None = None) -> CoolingPlan:
        """Return the schedule, with the defaults of ``problem`` or a ``measured`` temperature."""
        coldest = problem.temperatures()[1] / log(max(problem.n, 2))
        temperature = self.temperature or measured or coldest
        return CoolingPlan(True, temperature, temperature, 1, 1)


Schedule = Annotated[
    Annotated[Geometric, Tag("geometric")]
    | Annotated[Linear, Tag("linear")]
    | Annotated[Constant, Tag("constant")],
    Discriminator(lambda value: use_of_part(value, "geometric")),
]


@kernel
def temperature_at(plan, evaluations):
    """Return the temperature after a number of evaluations."""
    cycle, at = divmod(evaluations, plan.length)
    if cycle >= plan.cycles:
        return plan.cold
    if plan.linear:
        return plan.hot + (plan.cold - plan.hot) * (at / plan.length)
    return plan.hot * exp(log(plan.cold / plan.hot) * (at / plan.length))


class SimulatedAnnealing(MoveSearch):
    """Accept any move that does not worsen, and a worsening one with probability exp(-change / T).

    >>> from metaqueens import solve
    >>> warm = SimulatedAnnealing(schedule={"use": "constant", "temperature": 0.3})
    >>> solve(50, warm, seed=1).solved
    True

    Parameters
    ----------
    schedule
        The cooling schedule of the temperature T.
    focus
        ``all``: any queen moves. ``conflicted``: only attacked queens move, drawn among those that
        have moved before. On permutations this reaches 10^6 queens, but its boards do not follow
        Boltzmann's law.
    """

    schedule: Schedule = Geometric()
    focus: Literal["all", "conflicted"] = "all"

    @property
    def needs(self) -> tuple[str, ...]:
        return ("queens",) if self.focus == "conflicted" else ()

    @property
    def rules(self) -> tuple[str, ...]:
        # An attacked queen may be one that must not move.
        return ALL_BUT_PLACED if self.focus == "conflicted" else COUNTED

    def must_measure(self, problem: BaseProblem) -> bool:
        """Return whether a temperature is null and ``problem`` has no law of it."""
        at = self.schedule
        temperatures = (at.temperature,) if isinstance(at, Constant) else (at.hot, at.cold)
        return None in temperatures and not problem.has("queens")

    def check(self, space: Space) -> None:
        super().check(space)
        if not self.must_measure(space.problem):
            self.schedule.plan(space.problem)

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        moves, attacked, temperature = space.moves(self.moves), None, None
        anneal = _anneal[moves]
        if self.focus == "conflicted":
            attacked = IndexSet.empty(space.n)
            find_conflicted(walk.state, attacked)
        if self.must_measure(space.problem):
            # Compiled here: a warm-up may end before the measurement does.
            anneal(walk, attacked, 0, self.schedule.plan(space.problem, 1.0), stream)
            walk, (temperature, _) = yield from measure(walk, space, moves, checkpoints, stream)
        plan = self.schedule.plan(space.problem, temperature)

        def signals() -> dict[str, float]:
            return {"temperature": float(temperature_at(plan, walk.evaluations & ~63))}

        while True:
            yield walk.report(signals=signals)
            walk = anneal(walk, attacked, checkpoints.next_report(walk.snapshot), plan, stream)


@specialise(Moves)
def _anneal(moves):
    @kernel
    def anneal(walk, attacked, until, plan, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        coldness = 1 / temperature_at(plan, evaluations & ~63)
        while evaluations < until and best_cost > 0:
            # Every 64th evaluation, because exp takes as long as a move; and by the count alone, so
            # that reports do not change the run.
            if evaluations & 63 == 0:
                coldness = 1 / temperature_at(plan, evaluations)
            i, j = propose_conflicted(moves, state, attacked, stream)
            change = delta(moves, state, i, j)
            evaluations += 1
            if change <= 0 or is_below_exp(draw_uniform(stream), change * coldness):
                if change > 0:
                    keep_best(cost, best_cost, state.values, best)
                apply(moves, state, i, j)
                cost += change
                steps += 1
                add_moved(moves, state, i, j, attacked)
                best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps)

    return anneal
