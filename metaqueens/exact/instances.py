"""Labels, whether a problem has a solution, as two exact engines agree; the instances of families.

The two share no code. OR-Tools 9.15 has open reports of wrong verdicts, so that a single engine is
not believed where it says that there is no solution.
"""

from collections.abc import Iterator
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
from metaqueens.queens.rules import find_full_line
from metaqueens.text.errors import UserError

ENGINES = ("forward_checking", "cp_sat")
# In the place of an engine that gave up: a row or a column of which no square is left.
NO_SQUARE = "no_square"
# What writing CP-SAT's model, a variable a square, takes at the most; nothing cuts it short.
SECONDS_A_SQUARE = 2e-5
# Of an exact method, for a problem of a family that asks for those with a solution.
SECONDS_TO_SOLVE = 60.0


# Boards with rules that no run solved: up to this size each of two exact engines searches them for
# so many seconds.
PROVE_WITH_RULES_UP_TO, SECONDS_TO_PROVE = 22, 10


class Disagreement(UserError):
    """Two exact engines say opposite things of one problem: one of them is wrong."""


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
    """Ask two engines for a solution, each for ``seconds`` at the most; return what they say.

    ``satisfiable`` has a witness, which is checked; ``unsatisfiable`` is what both engines say;
    ``unknown`` is said where not both came to an end. The ``engines`` are those that did. Where
    ``enough`` is 1, the first of them is the only one: where it finds no solution, the label is
    ``unknown``. Raises ``Disagreement`` if one has a witness and the other says that there is
    none.
    """
    answers = _ask_engines(problem, seconds, enough)
    witnesses = [queens for queens in answers.values() if queens is not None]
    for queens in witnesses:
        if recount(problem, queens) > 0:
            raise Disagreement(f"{problem.label}: not a solution: {queens.tolist()}")
    if witnesses and len(witnesses) < len(answers):
        verdicts = "; ".join(
            f"{engine}: {'no solution' if queens is None else queens.tolist()}"
            for engine, queens in answers.items()
        )
        raise Disagreement(f"{problem.key}: {verdicts}")
    if witnesses:
        witness = tuple(witnesses[0].tolist())
        return Instance(problem, name, "satisfiable", witness, tuple(answers))
    label: Label = "unsatisfiable" if len(answers) >= len(ENGINES) else "unknown"
    return Instance(problem, name, label, None, tuple(answers))


def _ask_engines(
    problem: Queens, seconds: float | None, enough: int
) -> dict[str, np.ndarray | None]:
    """Return what each engine that came to an end found."""
    answers: dict[str, np.ndarray | None] = {}
    for engine in ENGINES:
        if len(answers) >= enough:
            break
        if engine == "cp_sat" and problem.n**2 * SECONDS_A_SQUARE > (seconds or inf):
            continue
        _prepare(engine)
        effort = Effort(deadline=inf if seconds is None else perf_counter() + seconds)
        try:
            answers[engine] = methods.first(engine, problem, effort)
        except (LimitReached, UserError):  # no time left, or too many queens for its masks
            continue
    if len(answers) < enough and find_full_line(problem):
        answers[NO_SQUARE] = None
    return answers


@cache
def _prepare(engine: str) -> None:
    """Load and compile an engine, so that a limit on seconds holds for its search alone."""
    methods.first(engine, Queens(4), Effort())


def instances(family: Family, after: Instance | None = None, found: int = 0) -> Iterator[Instance]:
    """Yield the instances of ``family`` from its first, or ``after`` one that is its ``found``-th.

    Their names are their numbers; with ``satisfiable`` some numbers are left out. Raises
    ``UserError`` that says how far it got where no more are found.
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
    """Instance ``number``, or None and why there is none."""
    try:
        problem = family.draw(number, puzzle_answers)
    except UserError as error:
        return None, str(error).replace("Queens: ", "")
    if not family.satisfiable:
        return Instance(problem, str(number)), ""
    # Nothing is claimed of what is left out, so that one exact method may say so.
    instance = find_label(problem, SECONDS_TO_SOLVE, enough=1, name=str(number))
    if not instance.engines:
        # Leaving it out would make the family another one on a faster machine.
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
    """Return the solutions of a puzzle of regions."""
    problem = Queens(len(regions), regions=regions)
    return methods.boards("forward_checking", problem, Effort(), batch=2)
