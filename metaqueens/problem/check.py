"""The independent check of a candidate solution: by the problem's own count, without kernels."""

import numpy as np

from metaqueens.problem.base import BaseProblem
from metaqueens.text.words import many


def is_true(problem: BaseProblem, values: np.ndarray, cost: int) -> bool:
    """Return whether ``values``, (n,), have the claimed ``cost``.

    Raises ``ValueError`` if they are no candidate solution.
    """
    return problem.is_solution(values) if cost == 0 else problem.recount(values) == cost


def count_better_moves(problem: BaseProblem, values: np.ndarray, move: str) -> tuple[int, int, int]:
    """Count the moves of ``swap``, ``reassign`` or ``step``; those that lower or keep the cost.

    Fixed variables do not change. It takes n^2 recounts, so n should be below some hundred.
    """
    cost, fixed, costs = problem.recount(values), problem.fixed, []
    free = [i for i in range(problem.n) if i not in fixed]
    for i in free:
        if move == "swap":
            others = [j for j in free if j > i and values[i] != values[j]]
            changes = [{i: values[j], j: values[i]} for j in others]
        else:
            near = values[i] - 1, values[i] + 1
            asked = range(problem.value_count) if move == "reassign" else near
            legal = [at for at in asked if 0 <= at < problem.value_count and at != values[i]]
            changes = [{i: at} for at in legal]
        for change in changes:
            changed = values.copy()
            changed[[*change]] = [*change.values()]
            costs.append(problem.recount(changed))
    found = np.array(costs)
    return len(costs), int((found < cost).sum()), int((found == cost).sum())


def describe_local_minimum(problem: BaseProblem, values: np.ndarray, move: str) -> str:
    """Return in words why no move of a neighbourhood lowers the cost; "" if one does."""
    moves, better, equal = count_better_moves(problem, values, move)
    if better:
        return ""
    flat = f", {equal} {'is' if equal == 1 else 'are'} equal (a plateau)"
    return f"local minimum: none of its {many(moves, 'move')} is better{flat if equal else ''}"
