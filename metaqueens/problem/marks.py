"""What a drawing of a board shows of the rules of its problem."""

import numpy as np

from metaqueens.problem.check import faulty, pairs_of
from metaqueens.problem.drawing import Marks
from metaqueens.problem.queens import Queens


def marks_of(problem: Queens, queens: np.ndarray) -> Marks | None:
    """The marks for a drawing of ``queens``, shape (n,); None for a plain board."""
    if problem.is_plain:
        return None
    _, given = given_board(problem)
    return given._replace(pairs=pairs_of(problem, queens), alone=faulty(problem, queens))


def given_board(problem: Queens) -> tuple[list[int], Marks]:
    """The board as it is given: its placed queens, -1 in the other columns, and its marks."""
    placed = {column: row for row, column in problem.placed}
    queens = [placed.get(column, -1) for column in range(problem.n)]
    marks = Marks((), (), _barred(problem), list(placed), _borders(problem), problem.torus)
    return queens, marks


def _barred(problem: Queens) -> list[tuple[int, int]]:
    n = problem.n
    rows, columns = np.indices((n, n))
    barred = np.zeros((n, n), np.bool_)
    for row, column in problem.blocked:
        barred[row, column] = True
    for line, direction in problem.excluded:
        on = rows - columns + n - 1 if direction == "rising" else rows + columns
        barred |= (on % n if problem.torus else on) == line
    return [(int(row), int(column)) for row, column in np.argwhere(barred)]


def _borders(problem: Queens) -> str:
    """Lines between squares of different regions."""
    if problem.regions is None:
        return ""
    n, regions = problem.n, problem.regions
    across = (
        f"M{column} {row + 1}h1"
        for row in range(n - 1)
        for column in range(n)
        if regions[row][column] != regions[row + 1][column]
    )
    down = (
        f"M{column + 1} {row}v1"
        for row in range(n)
        for column in range(n - 1)
        if regions[row][column] != regions[row][column + 1]
    )
    return "".join((*across, *down))
