"""What all films have: boards with what is drawn on them, and names."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from metaqueens.problem import drawing
from metaqueens.problem.drawing import given_board, marks_of
from metaqueens.problem.queens import Queens
from metaqueens.search.standing import EMPTY

# A line: the columns of its queens, and by which shift of the board the second one is met; see
# ``drawing.image``. 4 is no shift.
Line = tuple[int, int, int]


def board_columns(
    problem: Queens, boards: Sequence[tuple[np.ndarray, int]]
) -> dict[str, list[Any]]:
    """The columns of a film that has these ``boards``, each with how many columns hold a queen."""
    found: dict[str, list[Any]] = {"queens": [], "lines": []}
    if not problem.is_plain:
        found["alone"] = []
    for board, placed in boards:
        queens = [*board[:placed].tolist(), *[EMPTY] * (problem.n - placed)]
        found["queens"].append(queens)
        rules = marks_of(problem, board)
        pairs = rules.pairs if rules else drawing.attacks(queens)
        # Those with the columns after, which come later on every line, are left out.
        standing = [pair for pair in pairs if max(pair) < placed]
        found["lines"].append(lines(queens, standing, problem.torus))
        if rules:
            found["alone"].append([column for column in rules.alone if column < placed])
    return found


def lines(queens: Sequence[int], pairs: Sequence[tuple[int, int]], torus: bool) -> list[Line]:
    """What is drawn between each two of these ``pairs`` of columns."""
    found = []
    for one, other in pairs:
        across, down = drawing.image(queens, one, other, torus)
        found.append((one, other, 3 * (across + 1) + down + 1))
    return found


def marks(problem: Queens) -> dict[str, Any]:
    """What is drawn on every board of ``problem``; nothing for a plain one."""
    if problem.is_plain:
        return {}
    _, given = given_board(problem)
    return {
        "barred": [*given.barred],
        "fixed": [*given.fixed],
        "borders": given.borders,
        "torus": given.torus,
        "superqueens": problem.superqueens,
    }


def part(steps: Sequence[int], name: str) -> tuple[int, int, str] | None:
    """How many of the moves or generations are shown by frames after so many ``steps``."""
    made = steps[-1] - steps[0]
    return (len({*steps}) - 1, made, name) if made else None


def called(problem: Queens) -> str:
    """The problem as a film's story names it."""
    return f"{problem.n} queens" if problem.is_plain else problem.label


def titled(name: str) -> str:
    """The name of a column in words."""
    return name.replace("_", " ")
