"""The instances of a family, one after the other: drawn, and where it asks so, solved."""

from collections.abc import Iterator

import numpy as np

from metaqueens.exact import labels, methods
from metaqueens.exact.effort import Effort
from metaqueens.problem.families import MOST_DRAWS, Family
from metaqueens.problem.instances import Instance
from metaqueens.problem.queens import Queens
from metaqueens.text.errors import UserError

# Of an exact method, for a problem of which nobody knows whether it has a solution.
SECONDS_TO_SOLVE = 60.0


def instances(family: Family, after: Instance | None = None, found: int = 0) -> Iterator[Instance]:
    """The instances of ``family`` from its first, or ``after`` one that is its ``found``-th.

    Their names are their numbers; with ``satisfiable`` some numbers are left out. Raises
    ``UserError`` that says how far it got where no more are found.
    """
    number = last = 0 if after is None else int(after.name)
    while True:
        number += 1
        one, why = _instance(family, number, found)
        if one is not None:
            last, found = number, found + 1
            yield one
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
    label = labels.label_of(problem, SECONDS_TO_SOLVE, enough=1)
    if not label.engines:
        # Leaving it out would make the family another one on a faster machine.
        raise UserError(
            f"{_so_far(family, found)} were found; of number {number:,} no exact method can tell in"
            f" {SECONDS_TO_SOLVE:g} s whether it has a solution: take fewer queens"
        )
    if label.witness is None:
        return None, f"it has no solution, says {label.engines[0]}"
    witness = tuple(label.witness.tolist())
    return Instance(problem, str(number), "satisfiable", witness, label.engines), ""


def _so_far(family: Family, found: int) -> str:
    return f"{found:,} of {family.instances:,} instances"


def puzzle_answers(regions: tuple[str, ...]) -> Iterator[np.ndarray]:
    """The solutions of a puzzle of regions."""
    problem = Queens(len(regions), regions=regions)
    return methods.boards("forward_checking", problem, Effort(), batch=2)
