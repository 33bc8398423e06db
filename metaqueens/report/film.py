"""A search as a film: the boards that it stood on, evenly spaced over its evaluations."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

from metaqueens.algorithms.simulated_annealing import SimulatedAnnealing
from metaqueens.exact.check import recount
from metaqueens.problem import Queens
from metaqueens.report.page import render
from metaqueens.search import Algorithm, Budget, Standing, problem_for
from metaqueens.solving import Result


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
    """What a search on ``n`` queens looked like; ``step`` is what a step of it is called."""

    n: int
    step: str
    frames: list[Frame]

    def data(self, title: str) -> dict[str, Any]:
        """What the player on a page needs to know."""
        columns = dict(zip(Frame._fields, map(list, zip(*self.frames, strict=True)), strict=True))
        temperatures = columns.pop("temperature")
        warm = temperatures[0] is not None
        return {
            "title": title,
            "n": self.n,
            "step": self.step,
            **columns,
            "temperature": [float(f"{t:.4g}") for t in temperatures] if warm else None,
        }


def film(problem: Queens, algorithm: Algorithm, seed: int, evaluations: int, most: int) -> Film:
    """The run of this ``seed`` until it is solved or the ``evaluations`` are spent.

    It is looked at about ``most`` times. Raises ``ValueError`` where the algorithm cannot work on
    the problem.
    """
    step = "generation" if hasattr(algorithm, "population") else "move"
    gap = max(1, -(-evaluations // most))
    problem = problem_for(algorithm, problem)
    return Film(problem.n, step, list(_frames(problem, algorithm, seed, evaluations, gap)))


def page(shown: Film, result: Result, name: str) -> str:
    """A page that plays the film."""
    title = f"{shown.n} queens, {name}"
    told = story(result, name, shown.step)
    return render("film.html.j2", ["player.js"], title=title, story=told, film=shown.data(name))


def story(result: Result, name: str, step: str) -> str:
    """What happened, in a sentence."""
    came = "solved" if result.solved else f"not solved, {result.guards:,} attacking pairs left,"
    return (
        f"{result.problem.n} queens by {name}: {came} after {result.evaluations:,} evaluations"
        f" and {result.steps:,} {step}s; seed {result.seed}."
    )


def _frames(
    problem: Queens, algorithm: Algorithm, seed: int, evaluations: int, gap: int
) -> Iterator[Frame]:
    budget, due = Dense(evaluations=evaluations, gap=gap), 0
    for standing in algorithm.search(problem, budget, np.random.default_rng(seed)):
        over = standing.guards == 0 or standing.evaluations >= evaluations
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
