"""The rules of a problem for kernels."""

import numpy as np

from metaqueens.problem.base import COUNTED
from metaqueens.queens.kernels.plain import PlainBoard, empty_board
from metaqueens.queens.kernels.ruled import RuledBoard
from metaqueens.queens.kernels.rules import Rules, diagonals
from metaqueens.queens.problem import Queens
from metaqueens.queens.rules import LETTERS, require_known


def empty_state(problem: Queens) -> PlainBoard | RuledBoard:
    """Return memory for a board, nothing counted yet."""
    board = empty_board(problem.n)
    if problem.is_plain:
        return board
    return RuledBoard(*board, kernel_rules(problem))


def kernel_rules(problem: Queens) -> Rules:
    """Return arrays for the rules that are set, and None for the others, with new counts.

    Raises ``UserError`` for a rule that kernels do not count.
    """
    require_known(problem, COUNTED, "the search")
    rising, falling = _mark_excluded(problem)
    regions = None
    if problem.regions is not None:
        by_row = [[LETTERS.index(letter) for letter in line] for line in problem.regions]
        regions = np.array(by_row, np.int32).T.copy()
    placed = [column for _, column in problem.placed]
    return Rules(
        torus=problem.torus or None,
        movable=np.setdiff1d(np.arange(problem.n, dtype=np.int32), placed) if placed else None,
        blocked=_faults(problem),
        rising=rising,
        falling=falling,
        regions=regions,
        in_region=None if regions is None else np.zeros(problem.n, np.int32),
    )


def _mark_excluded(problem: Queens) -> tuple[np.ndarray | None, np.ndarray | None]:
    """Mark each excluded diagonal by 1; None if there are none."""
    if not problem.excluded:
        return None, None
    lines = {name: np.zeros(diagonals(problem.n), np.int32) for name in ("rising", "falling")}
    # On a torus, both planar parts.
    step = problem.n if problem.torus else diagonals(problem.n)
    for line, direction in problem.excluded:
        lines[direction][line::step] = 1
    return lines["rising"], lines["falling"]


def _faults(problem: Queens) -> np.ndarray | None:
    """Mark blocked squares by 1, by column and row; None if there are none."""
    if not problem.blocked:
        return None
    faults = np.zeros((problem.n, problem.n), np.int8)
    for row, column in problem.blocked:
        faults[column, row] = 1
    return faults
