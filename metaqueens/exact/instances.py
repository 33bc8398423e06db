"""Labels of instances by two exact engines, and the instances of families.

The two engines share no code. OR-Tools 9.15 has open reports of wrong verdicts, so that a proof
that there is no solution needs both.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from math import inf
from time import perf_counter

import numpy as np

from metaqueens.exact import methods
from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.queens.check import recount
from metaqueens.queens.families import MOST_DRAWS, Family
from metaqueens.queens.instances import Instance, Label
from metaqueens.queens.problem import Queens
from metaqueens.text.errors import RunFailed, UserError

ENGINES = ("forward_checking", "cp_sat")
# The maximum time per square to build CP-SAT's model, which has no time limit.
SECONDS_A_SQUARE = 2e-5
# The time limit of an exact method for an instance of a family with ``satisfiable``.
SECONDS_TO_SOLVE = 60.0
# The maximum size of unsolved boards with rules that two engines search, and their time limit.
PROVE_WITH_RULES_UP_TO, SECONDS_TO_PROVE = 22, 10


def prove(problem: Queens) -> Label | None:
    """Return whether a board has a solution; None if it is too large for a proof."""
    from metaqueens.exact.solvers import cp_sat

    if problem.n > (cp_sat.PROVE_UP_TO if problem.is_plain else PROVE_WITH_RULES_UP_TO):
        return None
    if problem.is_plain:
        found = methods.first("cp_sat", problem, Effort())
        return "unsatisfiable" if found is None else "satisfiable"
    # Two engines must agree, each within some seconds.
    return find_label(problem, SECONDS_TO_PROVE).label


def find_label(
    problem: Queens, seconds: float | None = None, enough: int = len(ENGINES), name: str = ""
) -> Instance:
    """Run two engines, each for at most ``seconds``; return the instance with its label.

    ``satisfiable`` comes with a checked witness; ``unsatisfiable`` needs the proofs of both
    engines; else the label is ``unknown``. The ``engines`` are those that finished. If ``enough``
    is 1, only the first to finish counts, and a proof by it alone is ``unknown``. Raises
    ``RunFailed`` if one engine has a witness and the other a proof that there is none.
    """
    answers = _ask_engines(problem, seconds, enough)
    witnesses = [queens for queens in answers.values() if queens is not None]
    for queens in witnesses:
        if recount(problem, queens) > 0:
            raise RunFailed(f"{problem.label}: not a solution: {queens.tolist()}")
    if witnesses and len(witnesses) < len(answers):
        verdicts = "; ".join(
            f"{engine}: {'no solution' if queens is None else queens.tolist()}"
            for engine, queens in answers.items()
        )
        raise RunFailed(f"two exact methods contradict each other: {problem.key}: {verdicts}")
    if witnesses:
        witness = tuple(witnesses[0].tolist())
        return Instance(problem, name, "satisfiable", witness, tuple(answers))
    label: Label = "unsatisfiable" if len(answers) >= len(ENGINES) else "unknown"
    return Instance(problem, name, label, None, tuple(answers))


def _ask_engines(
    problem: Queens, seconds: float | None, enough: int
) -> dict[str, np.ndarray | None]:
    """Return the answers of the engines that finished: a solution, or None for a proof."""
    answers: dict[str, np.ndarray | None] = {}
    for engine in ENGINES:
        if len(answers) >= enough:
            break
        if engine == "cp_sat" and problem.n**2 * SECONDS_A_SQUARE > (seconds or inf):
            continue
        _prepare(engine)
        effort = Effort(deadline=inf if seconds is None else perf_counter() + seconds)
        with suppress(LimitReached, UserError):  # no time left, or too many queens for its masks
            answers[engine] = methods.first(engine, problem, effort)
    return answers


@cache
def _prepare(engine: str) -> None:
    """Load and compile an engine, so that a limit on seconds applies to its search only."""
    methods.first(engine, Queens(4), Effort())


def instances(family: Family, after: Instance | None = None, found: int = 0) -> Iterator[Instance]:
    """Yield the instances of ``family``, all or those ``after`` its ``found``-th one.

    Their names are their numbers; with ``satisfiable`` some numbers are skipped. Raises
    ``UserError`` with the number of instances found if there are no more.
    """
    number = last = 0 if after is None else int(after.name)
    while True:
        number += 1
        instance, why = _instance(family, number, found)
        if instance is not None:
            last, found = number, found + 1
            yield instance
        elif number - last >= MOST_DRAWS:
            raise UserError(
                f"{_so_far(family, found)} were found; then {MOST_DRAWS:,} draws in vain, the last"
                f" one: {why}"
            )


def _instance(family: Family, number: int, found: int) -> tuple[Instance | None, str]:
    """Return instance ``number``, or None and the reason why there is none."""
    try:
        problem = family.draw(number, puzzle_answers)
    except UserError as error:
        return None, str(error).replace("Queens: ", "")
    if not family.satisfiable:
        return Instance(problem, str(number)), ""
    # One exact method is enough to skip an instance, since no label is claimed.
    instance = find_label(problem, SECONDS_TO_SOLVE, enough=1, name=str(number))
    if not instance.engines:
        # If it were skipped, the family would differ on a faster machine.
        raise UserError(
            f"{_so_far(family, found)} were found; of number {number:,} no exact method can tell in"
            f" {SECONDS_TO_SOLVE:g} s whether it has a solution: take fewer queens"
        )
    if instance.witness is None:
        return None, f"it has no solution, says {instance.engines[0]}"
    return instance, ""


def _so_far(family: Family, found: int) -> str:
    return f"{found:,} of {family.instances:,} instances"


def puzzle_answers(regions: tuple[str, ...]) -> Iterator[np.ndarray]:
    """Yield the solutions of a puzzle of regions."""
    problem = Queens(len(regions), regions=regions)
    return methods.boards("forward_checking", problem, Effort(), batch=2)
