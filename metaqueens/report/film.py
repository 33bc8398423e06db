"""A search as a film: the boards that it stood on, evenly spaced over its evaluations."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

from metaqueens.algorithms.simulated_annealing import SimulatedAnnealing
from metaqueens.exact.check import recount
from metaqueens.problem import Queens
from metaqueens.search import Algorithm, Budget, Standing, problem_for
from metaqueens.solving import Result, solve

FRAMES = 400


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Dense(Budget):
    """A budget that asks a search to show itself every ``gap`` evaluations: it changes nothing."""

    gap: int = 1

    def until(self, standing: Standing) -> int:
        return min(super().until(standing), standing.evaluations + self.gap)


class Frame(NamedTuple):
    """A moment of a search; ``guards`` are those of the board shown, ``best`` the fewest so far."""

    queens: list[int]
    guards: int
    best: int
    evaluations: int
    steps: int
    temperature: float | None


class Film(NamedTuple):
    """What a search looked like, and what it came to."""

    result: Result
    frames: list[Frame]

    def data(self, title: str) -> dict[str, Any]:
        """What the player on a page needs to know."""
        columns = dict(zip(Frame._fields, map(list, zip(*self.frames, strict=True)), strict=True))
        cold = self.frames[0].temperature is None
        return {
            "title": title,
            "n": self.result.problem.n,
            "step": step_name(self.result.algorithm),
            **columns,
            "temperature": None if cold else [float(f"{t:.4g}") for t in columns["temperature"]],
        }


def record(
    problem: Queens, algorithm: Algorithm, budget: Budget, seed: int | None, frames: int = FRAMES
) -> Film:
    """Run ``algorithm``, then run it again to look at it about ``frames`` times.

    Raises ``ValueError`` where the algorithm cannot work on the problem.
    """
    result = solve(problem, algorithm, budget, seed)
    return Film(result, list(_frames(result, max(1, -(-result.evaluations // frames)))))


def page(film: Film, name: str) -> str:
    """A page that plays the film."""
    from metaqueens.report.page import render

    n = film.result.problem.n
    return render(
        "film.html.j2", ["player.js"], title=f"{n} queens, {name}", story=story(film, name),
        film=film.data(name),
    )  # fmt: skip


def step_name(algorithm: Algorithm) -> str:
    """What a step of ``algorithm`` is called."""
    return "generation" if hasattr(algorithm, "population") else "move"


def _frames(result: Result, gap: int) -> Iterator[Frame]:
    algorithm = result.algorithm
    problem = problem_for(algorithm, result.problem)
    budget = Dense(evaluations=result.evaluations, gap=gap)
    due = 0
    for standing in algorithm.search(problem, budget, np.random.default_rng(result.seed)):
        over = standing.guards == 0 or standing.evaluations >= result.evaluations
        if over or standing.evaluations >= due:
            due = standing.evaluations + gap
            yield _frame(standing, algorithm, problem.n)
        if over:
            return


def _frame(standing: Standing, algorithm: Algorithm, n: int) -> Frame:
    shown = standing.queens if standing.current is None else standing.current
    temperature = None
    if isinstance(algorithm, SimulatedAnnealing):
        temperature = algorithm.temperature(n, standing.evaluations)
    return Frame(
        shown.tolist(), recount(shown), standing.guards, standing.evaluations, standing.steps,
        temperature,
    )  # fmt: skip


def story(film: Film, name: str) -> str:
    """What happened, in a sentence."""
    result = film.result
    came = "solved" if result.solved else f"not solved, {result.guards:,} attacking pairs left,"
    return (
        f"{result.problem.n} queens by {name}: {came} after {result.evaluations:,} evaluations"
        f" and {result.steps:,} {step_name(result.algorithm)}s; seed {result.seed}."
    )
