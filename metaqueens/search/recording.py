"""Films of searches: of what a search reports now and then, or of each of its steps."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space
from metaqueens.search.budget import Budget
from metaqueens.search.driver import drive
from metaqueens.search.film import EMPTY, Film, Step
from metaqueens.search.looks import Every
from metaqueens.search.parameters import Algorithm, space_for
from metaqueens.search.standing import Standing

# The signal that says what a step of a search is.
GENERATION = "generation"


class Frame(NamedTuple):
    """A moment of a search; ``guards`` are those of the board shown, ``best`` the fewest so far."""

    queens: list[int]
    guards: int
    best: int
    evaluations: int
    steps: int
    signals: dict[str, float]


def record(
    problem: Queens, algorithm: Algorithm, seed: int | None, evaluations: int, most: int
) -> Film:
    """The run of this ``seed`` until it is solved or ``evaluations`` have been made.

    The film has about ``most`` frames. Raises ``ValueError`` where the algorithm cannot work on
    the problem, or its search cannot be filmed.
    """
    space = space_for(algorithm, problem)
    if not problem.is_plain:
        raise ValueError(f"films show plain boards, not the rule {' and '.join(problem.rules)}")
    steps = algorithm.film_steps(space.problem)
    if steps is not None:
        return record_steps(space.n, steps, evaluations, most)
    frames = list(_frames(space, algorithm, seed, evaluations, max(1, -(-evaluations // most))))
    return _film_of_frames(space.n, frames, seed)


def record_steps(n: int, steps: Iterable[Step], evaluations: int, most: int) -> Film:
    """These ``steps`` of a search on ``n`` queens, up to one that has counted ``evaluations``."""
    every = list(_up_to(steps, evaluations))
    numbers, shown = zip(*_chosen(every, most), strict=True)
    last = every[-1]
    solved = EMPTY not in last.queens and not last.dead
    return Film(
        n=n,
        columns={
            **{
                name: [getattr(step, name) for step in shown]
                for name in ("queens", "struck", "tried", "dead", "forced", "said")
            },
            "steps": [number + 1 for number in numbers],
            "placed": [n - step.queens.count(EMPTY) for step in shown],
            **{name: [step.effort[name] for step in shown] for name in last.effort},
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
        came=_outcome(last, solved),
        end=(1 + last.counted, 0 if solved else n * (n - 1) // 2),
        moments=len(every),
    )


def _frames(
    space: Space, algorithm: Algorithm, seed: int | None, evaluations: int, gap: int
) -> Iterator[Frame]:
    looks, due = Every(gap, Budget(evaluations)), 0
    for moment in drive(algorithm, space, looks, np.random.default_rng(seed)):
        now = moment.standing.evaluations
        # The last moment of a search that is stuck may be one that was shown.
        if now >= due or (moment.reason and now > due - gap):
            due = now + gap
            yield _frame(moment.standing, space.problem)


def _frame(standing: Standing, problem: Queens) -> Frame:
    shown = standing.queens if standing.current is None else standing.current
    return Frame(
        shown.tolist(),
        recount(problem, shown),
        standing.guards,
        standing.evaluations,
        standing.steps,
        {name: float(f"{value:.4g}") for name, value in standing.signals().items()},
    )


def _film_of_frames(n: int, frames: Sequence[Frame], seed: int | None) -> Film:
    names, last = [name for name in Frame._fields if name != "signals"], frames[-1]
    step = GENERATION if GENERATION in last.signals else "move"
    signals = [name for name in last.signals if name != GENERATION]
    curves = {name: {"current": name} for name in signals} or {f"{step}s": {"current": "steps"}}
    came = "solved" if not last.best else f"not solved, {last.best:,} attacking pairs left,"
    return Film(
        n=n,
        columns={
            **{name: [getattr(frame, name) for frame in frames] for name in names},
            **{name: [frame.signals[name] for frame in frames] for name in signals},
        },
        facts={
            "evaluations": "evaluation",
            "steps": step,
            "guards": "attacking pairs",
            "best": "fewest so far",
        },
        curves={"attacking pairs": {"current": "guards", "best": "best"}, **curves},
        clock="evaluations",
        came=f"{came} after {last.evaluations:,} evaluations and {last.steps:,} {step}s;"
        f" seed {seed}",
        end=(last.evaluations, last.best),
    )


def _up_to(steps: Iterable[Step], evaluations: int) -> Iterator[Step]:
    for step in steps:
        yield step
        if step.counted >= evaluations:
            return


def _chosen(steps: Sequence[Step], most: int) -> list[tuple[int, Step]]:
    """The steps to show, with their numbers: all, or those that change the board, or some."""
    chosen = list(enumerate(steps))
    if len(chosen) > most:
        chosen = [(k, step) for k, step in chosen if step.tried is None]
    if len(chosen) > most:
        places = np.linspace(0, len(chosen) - 1, most).round().astype(int)
        chosen = [chosen[k] for k in places]
    return chosen


def _outcome(last: Step, solved: bool) -> str:
    counted = " and ".join(f"{value:,} {_label(name)}" for name, value in last.effort.items())
    return f"{'first solution' if solved else 'no solution'} after {counted}"


def _label(name: str) -> str:
    return name.replace("_", " ")
