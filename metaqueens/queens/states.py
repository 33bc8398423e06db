"""The rules of a problem for kernels."""

import numpy as np

from metaqueens.queens.kernels.plain import PlainBoard, empty_board
from metaqueens.queens.kernels.ruled import RuledBoard
from metaqueens.queens.kernels.rules import Rules, diagonals
from metaqueens.queens.problem import Queens
from metaqueens.queens.rules import LETTERS, require_known


def empty_state(problem: Queens) -> PlainBoard | RuledBoard:
    """Return memory for a board, nothing counted yet."""
    board = empty_board(problem.n)
    return board if problem.is_plain else RuledBoard(*board, kernel_rules(problem))


def kernel_rules(problem: Queens) -> Rules:
    """Return arrays for the rules that are set, and None for the others, with new counts.

    Raises ``UserError`` for a rule that kernels do not count.
    """
    require_known(problem, "the search")
    n = problem.n
    movable = blocked = regions = None
    if problem.placed:
        placed = [column for _, column in problem.placed]
        movable = np.setdiff1d(np.arange(n, dtype=np.int32), placed)
    if problem.blocked:
        blocked = np.zeros((n, n), np.int8)
        for row, column in problem.blocked:
            blocked[column, row] = 1
    if problem.regions is not None:
        by_row = [[LETTERS.index(letter) for letter in line] for line in problem.regions]
        regions = np.array(by_row, np.int32).T.copy()
    excluded = {name: np.zeros(diagonals(n), np.int32) for name in ("rising", "falling")}
    # On a torus, both planar parts.
    step = n if problem.torus else diagonals(n)
    for line, direction in problem.excluded:
        excluded[direction][line::step] = 1
    in_region = np.zeros(0 if regions is None else n, np.int32)
    torus = problem.torus or None
    return Rules(torus, movable, blocked, **excluded, regions=regions, in_region=in_region)
