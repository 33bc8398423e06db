"""The rules as squares and pairs of squares, by definition: for exact methods, and for tests.

Searches count queens on lines instead (``core/``).
"""

from dataclasses import replace

import numpy as np

from metaqueens.queens.problem import Queens
from metaqueens.queens.rules import require_known


def find_allowed_squares(problem: Queens) -> np.ndarray:
    """Return whether a queen may stand on each square, (n, n) bool by row and column.

    False on blocked squares, on excluded diagonals, and on the rows and columns of placed queens.
    """
    require_known(problem, "forward checking")
    n = problem.n
    allowed = np.ones((n, n), np.bool_)
    rows, columns = np.ogrid[:n, :n]
    for row, column in problem.blocked:
        allowed[row, column] = False
    for diagonal, direction in problem.excluded:
        lines = rows - columns + n - 1 if direction == "rising" else rows + columns
        off = lines - diagonal
        allowed &= (off % n if problem.torus else off) != 0
    for row, column in problem.placed:
        allowed[row, :] &= np.arange(n) == column
        allowed[:, column] &= np.arange(n) == row
    return allowed


def find_full_line(problem: Queens) -> str | None:
    """Return a sentence on the first row or column without a square for a queen, or None.

    Such a board is valid, but has no solution.
    """
    # A diagonal has at most one square in common with a row or column.
    if len(problem.blocked) + len(problem.excluded) < problem.n:
        return None
    allowed = find_allowed_squares(replace(problem, placed=()))
    for name, has_square in (("row", allowed.any(axis=1)), ("column", allowed.any(axis=0))):
        if not has_square.all():
            return f"{name} {has_square.argmin()} has no square left for a queen"
    return None


def conflicts_apart(problem: Queens, down: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return whether two queens at a distance of rows and columns break a rule, bool.

    The rule of the regions, which needs the squares themselves, is not included.
    """
    n, height, width = problem.n, np.abs(down), np.abs(right)
    if problem.regions is not None:
        found = (height <= 1) & (width <= 1)
    elif problem.torus:
        found = ((down - right) % n == 0) | ((down + right) % n == 0)
    else:
        found = height == width
    found |= (down == 0) | (right == 0)
    conflicting: np.ndarray = found & ((down != 0) | (right != 0))
    return conflicting
