"""``solve``: the only code that knows clocks, traces and stopping."""

from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from operator import index
from time import perf_counter, thread_time
from typing import Literal, NamedTuple

import numpy as np

from metaqueens import drawing, interrupts
from metaqueens.errors import UserError
from metaqueens.problem.queens import EncodingName, Queens
from metaqueens.problem.space import Space
from metaqueens.search.budget import MARKS, Budget
from metaqueens.search.parameters import Algorithm, space_for
from metaqueens.search.standing import Standing
from metaqueens.validation import describe

Reason = Literal["solved", "evaluations", "seconds", "stagnation", "interrupted"]


class Point(NamedTuple):
    """One point of a trace: by ``evaluations`` exactly, the best board had ``guards`` guards."""

    evaluations: int
    guards: int
    seconds: float


@dataclass(frozen=True)
class Result:
    """What a run came to.

    Parameters
    ----------
    queens
        (n,) int32, the best board: the row of the queen in each column, from 0.
    found_at
        The evaluation that found it.
    steps
        Moves made; generations of a population.
    seconds, cpu_seconds
        Of the search alone, compilation excluded.
    reason
        What ended the run; ``stagnation`` also where a search without restarts was stuck.
    trace
        Improvements, thinned to twenty log-spaced looks a decade; the last one is always there.
    counters
        What else the search counted, by name.
    """

    problem: Queens
    algorithm: Algorithm
    seed: int
    queens: np.ndarray = field(repr=False)
    guards: int
    found_at: int
    evaluations: int
    steps: int
    seconds: float
    cpu_seconds: float
    reason: Reason
    trace: tuple[Point, ...] = field(repr=False)
    counters: dict[str, int] = field(default_factory=dict)

    @property
    def solved(self) -> bool:
        """Whether no queen attacks another."""
        return self.guards == 0

    @property
    def fitness(self) -> float:
        """1 - guards / max_guards."""
        return self.problem.fitness(self.guards)

    @property
    def repeatable(self) -> bool:
        """Whether the same seed gives the same run: not where a clock or a person ended it."""
        return self.reason not in ("seconds", "interrupted")

    def _repr_html_(self) -> str:
        """How a notebook shows it: the board, where it is small, and how it was found."""
        name = escape(type(self.algorithm).__name__)
        state = "solved" if self.solved else f"{self.guards:,} attacking pairs left"
        small = self.problem.n <= drawing.DRAWN_UP_TO
        return (
            f"<figure>{drawing.svg(self.queens.tolist()) if small else ''}<figcaption>"
            f"{self.problem.n:,} queens by {name}: {state} after {self.evaluations:,} evaluations,"
            f" {1000 * self.seconds:.3g} ms; seed {self.seed}</figcaption></figure>"
        )


def solve(problem: Queens, algorithm: Algorithm, budget: Budget, seed: int | None = None) -> Result:
    """Run ``algorithm`` on ``problem`` until it is solved or the budget is spent.

    Ctrl-C ends the run with its best board so far. Raises ``ValueError`` where the algorithm cannot
    work on the problem, ``TooLarge`` where the board would not fit in memory, ``RuntimeError``
    where its search reports nothing.
    """
    _require_sound(problem, algorithm, budget, seed)
    space = space_for(algorithm, problem)
    space.require_memory(algorithm.bytes_per_queen)
    warm_up(algorithm, space.encoding)
    if seed is None:
        seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 11)
    # Raised in the middle of a step, Ctrl-C would leave a board that differs from the report.
    with interrupts.noted() as interrupted:
        cpu, clock = thread_time(), perf_counter()
        trace: list[Point] = []
        reason: Reason | None = None
        mark, standing = 0, None
        for standing in algorithm.search(space, budget, np.random.default_rng(seed)):
            seconds = perf_counter() - clock
            reason = _reason_to_stop(standing, budget, seconds, interrupted())
            if reason or standing.evaluations >= MARKS[mark]:
                _record(trace, standing, seconds)
                while MARKS[mark] <= standing.evaluations:
                    mark += 1
            if reason:
                break
        seconds, cpu = perf_counter() - clock, thread_time() - cpu
        if standing is None:
            raise RuntimeError(f"{type(algorithm).__name__}.search() ended without any standing")
        _record(trace, standing, seconds)
    return Result(
        space.problem,
        algorithm,
        seed,
        standing.queens.copy(),
        index(standing.guards),
        index(standing.found_at),
        index(standing.evaluations),
        index(standing.steps),
        seconds,
        cpu,
        reason or "stagnation",
        tuple(trace),
        dict(standing.counters),
    )


def _require_sound(problem: object, algorithm: object, budget: object, seed: object) -> None:
    """Raise ``UserError`` for what no type checker has seen."""
    if not isinstance(problem, Queens):
        raise UserError(f"problem: expected one such as Queens(8), got {describe(problem)}")
    if isinstance(algorithm, type) or not hasattr(algorithm, "search"):
        got = describe(algorithm)
        raise UserError(f"algorithm: expected one such as SimulatedAnnealing(), got {got}")
    if not isinstance(budget, Budget):
        got = describe(budget)
        raise UserError(f"budget: expected one such as Budget(evaluations=1_000_000), got {got}")
    if seed is not None and not (hasattr(seed, "__index__") and index(seed) >= 0):
        raise UserError(f"seed: expected a whole number from 0 on, got {describe(seed)}")


def _reason_to_stop(
    standing: Standing, budget: Budget, seconds: float, interrupted: bool
) -> Reason | None:
    if standing.guards == 0:
        return "solved"
    if interrupted:
        return "interrupted"
    if budget.evaluations is not None and standing.evaluations >= budget.evaluations:
        return "evaluations"
    idle = standing.evaluations - standing.found_at
    if budget.stagnation is not None and idle >= budget.stagnation:
        return "stagnation"
    if budget.seconds is not None and seconds >= budget.seconds:
        return "seconds"
    return None


def _record(trace: list[Point], standing: Standing, seconds: float) -> None:
    if not trace or trace[-1].evaluations < standing.found_at:
        # Whole numbers of NumPy are taken for Python's, which the store knows; others are refused.
        trace.append(Point(index(standing.found_at), index(standing.guards), seconds))


_WARM: set[str] = set()


def warm_up(algorithm: Algorithm, encoding: EncodingName) -> None:
    """Compile what ``algorithm`` needs, or read it from the cache, before a clock is started."""
    key = f"{algorithm!r} {encoding}"
    if key in _WARM:
        return
    _WARM.add(key)
    # Three queens have no solution, so that the search gets to use every part it has.
    space, budget = Space(Queens(3), encoding), Budget(evaluations=2_000)
    # An operator made for one n alone may fail here, and work there.
    with suppress(Exception, SystemExit, GeneratorExit):
        search = algorithm.search(space, budget, np.random.default_rng(0))
        for looks, standing in enumerate(search):
            if looks >= 3 and (standing.evaluations >= 2_000 or looks > 10_000):
                break
