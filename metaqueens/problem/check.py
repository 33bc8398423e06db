"""The independent check of a candidate solution: by the problem's own count, without kernels."""

from typing import NamedTuple

import numpy as np

from metaqueens.problem.base import BaseProblem
from metaqueens.text.words import many


def is_true(problem: BaseProblem, values: np.ndarray, cost: int) -> bool:
    """Return whether ``values``, (n,), have the claimed ``cost``.

    Raises ``ValueError`` if they are no candidate solution.
    """
    return problem.is_solution(values) if cost == 0 else problem.recount(values) == cost


class MoveCounts(NamedTuple):
    """The number of moves of a candidate solution, and of those that lower or keep its cost."""

    moves: int
    better: int
    equal: int


def count_better_moves(problem: BaseProblem, values: np.ndarray, move: str) -> MoveCounts:
    """Count the moves of a neighbourhood, ``swap``, ``reassign`` or ``step``, one by one.

    Fixed variables do not change. It takes n^2 recounts, so n should be below some hundred.
    """
    cost, fixed, changed = problem.recount(values), problem.fixed, []
    free = [i for i in range(problem.n) if i not in fixed]
    for i in free:
        if move == "swap":
            others = [j for j in free if j > i and values[i] != values[j]]
            changed += [
                problem.recount(_replace_values(values, {i: values[j], j: values[i]}))
                for j in others
            ]
        else:
            near = values[i] - 1, values[i] + 1
            asked = range(problem.value_count) if move == "reassign" else near
            legal = [at for at in asked if 0 <= at < problem.value_count and at != values[i]]
            changed += [problem.recount(_replace_values(values, {i: at})) for at in legal]
    found = np.array(changed)
    return MoveCounts(len(changed), int((found < cost).sum()), int((found == cost).sum()))


def describe_local_minimum(problem: BaseProblem, values: np.ndarray, move: str) -> str:
    """Return in words why no move of a neighbourhood lowers the cost; "" if one does."""
    found = count_better_moves(problem, values, move)
    if found.better:
        return ""
    flat = f", {found.equal} {'is' if found.equal == 1 else 'are'} equal (a plateau)"
    moves = many(found.moves, "move")
    return f"local minimum: none of its {moves} is better{flat if found.equal else ''}"


def _replace_values(values: np.ndarray, other: dict[int, int]) -> np.ndarray:
    changed = values.copy()
    changed[[*other]] = [*other.values()]
    return changed
