"""Films of searches: a heuristic is looked at now and then, a complete search tells its steps."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

from metaqueens.algorithms.simulated_annealing import SimulatedAnnealing
from metaqueens.exact.contestants import Exact
from metaqueens.exact.steps import EMPTY, Step
from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space
from metaqueens.report.film import Film
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import Algorithm, space_for
from metaqueens.search.standing import Standing

# Of more queens there are more steps to the first solution than anybody watches.
STEPS_FROM, STEPS_UP_TO = 4, 12


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


def record(
    problem: Queens, algorithm: Algorithm, seed: int | None, evaluations: int, most: int
) -> Film:
    """The run of this ``seed`` until it is solved or the ``evaluations`` are spent.

    The film has about ``most`` frames. Raises ``ValueError`` where the algorithm cannot work on
    the problem, or its search cannot be filmed.
    """
    space = space_for(algorithm, problem)
    if isinstance(algorithm, Exact):
        return _of_steps(space.n, _steps(algorithm, space.n, evaluations), most)
    frames = list(_frames(space, algorithm, seed, evaluations, max(1, -(-evaluations // most))))
    columns = dict(zip(Frame._fields, map(list, zip(*frames, strict=True)), strict=True))
    step = "generation" if hasattr(algorithm, "population") else "move"
    curves = {"attacking pairs": {"current": "guards", "best": "best"}}
    if columns["temperature"][0] is None:
        del columns["temperature"]
        curves[f"{step}s"] = {"current": "steps"}
    else:
        curves["temperature"] = {"current": "temperature"}
    last = frames[-1]
    came = "solved" if not last.best else f"not solved, {last.best:,} attacking pairs left,"
    return Film(
        n=space.n,
        columns=columns,
        facts={
            "evaluations": "evaluation",
            "steps": step,
            "guards": "attacking pairs",
            "best": "fewest so far",
        },
        curves=curves,
        clock="evaluations",
        came=f"{came} after {last.evaluations:,} evaluations and {last.steps:,} {step}s;"
        f" seed {seed}",
        end=(last.evaluations, last.best),
    )


def _frames(
    space: Space, algorithm: Algorithm, seed: int | None, evaluations: int, gap: int
) -> Iterator[Frame]:
    budget, due = Dense(evaluations=evaluations, gap=gap), 0
    for standing in algorithm.search(space, budget, np.random.default_rng(seed)):
        over = standing.guards == 0 or standing.evaluations >= evaluations
        if over or standing.evaluations >= due:
            due = standing.evaluations + gap
            yield _frame(standing, algorithm, space.problem)
        if over:
            return


def _frame(standing: Standing, algorithm: Algorithm, problem: Queens) -> Frame:
    shown = standing.queens if standing.current is None else standing.current
    temperature = None
    if isinstance(algorithm, SimulatedAnnealing):
        temperature = float(f"{algorithm.temperature(problem.n, standing.evaluations):.4g}")
    return Frame(
        shown.tolist(),
        recount(problem, shown),
        standing.guards,
        standing.evaluations,
        standing.steps,
        temperature,
    )


def _steps(algorithm: Exact, n: int, evaluations: int) -> Iterator[Step]:
    """What it does until its first solution, or until it has counted the ``evaluations``."""
    if not STEPS_FROM <= n <= STEPS_UP_TO:
        said = f"complete searches are filmed with {STEPS_FROM} to {STEPS_UP_TO} queens, not {n}"
        raise ValueError(said)
    steps = algorithm.steps(n)
    if steps is None:
        raise ValueError(
            "it does not tell its steps; of the exact methods cp and backtracking can be filmed"
            " (form: bitmask, iterative, cartesian, matrix), and so can every heuristic"
        )
    for step in steps:
        yield step
        if _spent(step) >= evaluations:
            return


def _of_steps(n: int, steps: Iterator[Step], most: int) -> Film:
    every = list(steps)
    chosen = _chosen(every, most)
    numbers, shown = zip(*chosen, strict=True)
    last, counts = every[-1], dict[str, list[int]]()
    for name in last.effort:
        counts[name] = [step.effort[name] for step in shown]
    solved = EMPTY not in last.queens and not last.dead
    counted = " and ".join(f"{value:,} {_label(name)}" for name, value in last.effort.items())
    return Film(
        n=n,
        columns={
            **{
                name: [getattr(step, name) for step in shown]
                for name in ("queens", "struck", "tried", "dead", "forced", "said")
            },
            "steps": [number + 1 for number in numbers],
            "placed": [n - step.queens.count(EMPTY) for step in shown],
            **counts,
        },
        facts={
            "steps": "step",
            "placed": "queens on the board",
            **{name: _label(name) for name in last.effort},
        },
        curves={
            "queens on the board": {"current": "placed"},
            "dead ends": {"current": "dead_ends"},
        },
        clock="steps",
        came=f"{'first solution' if solved else 'no solution'} after {counted}",
        end=(1 + _spent(last), 0 if solved else n * (n - 1) // 2),
        moments=len(every),
    )


def _chosen(steps: Sequence[Step], most: int) -> list[tuple[int, Step]]:
    """The steps to show, with their numbers: all, or those that change the board, or some."""
    chosen = list(enumerate(steps))
    if len(chosen) > most:
        chosen = [(k, step) for k, step in chosen if step.tried is None]
    if len(chosen) > most:
        places = np.linspace(0, len(chosen) - 1, most).round().astype(int)
        chosen = [chosen[k] for k in places]
    return chosen


def _spent(step: Step) -> int:
    """What counts as its evaluations: see ``exact.contestants``."""
    return max(count for name, count in step.effort.items() if name != "dead_ends")


def _label(name: str) -> str:
    return name.replace("_", " ")
