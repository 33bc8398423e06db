"""Rules of the board as constraints of CP-SAT, on a variable for each square."""

from typing import Any

import numpy as np

from metaqueens.problem.queens import KNOWN_RULES, Queens
from metaqueens.problem.rules import require_known

KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))
TOUCHING = ((1, 1), (1, -1))


def add_rules(model: Any, problem: Queens, squares: np.ndarray) -> None:
    """Constrain ``squares``, shape (n, n) by row and column, by the rules of ``problem``."""
    require_known(problem, KNOWN_RULES, "CP-SAT")
    n = problem.n
    barred = [squares[square] for square in problem.blocked]
    for line, direction in problem.excluded:
        board = squares if direction == "rising" else squares[:, ::-1]
        for part in (line, line - n, line + n) if problem.torus else (line,):
            # np.diagonal counts from the main diagonal to the right: column - row.
            offset = n - 1 - part
            if -n < offset < n:
                barred += list(board.diagonal(offset))
    # One constraint for all: a sum of each diagonal takes longer to write down than to solve.
    model.add_bool_and([*(~one for one in barred), *(squares[one] for one in problem.placed)])
    if problem.regions is not None:
        letters = np.array([list(line) for line in problem.regions])
        for letter in np.unique(letters):
            model.add_exactly_one(squares[letters == letter])
        _keep_apart(model, problem, squares, TOUCHING)
    if problem.superqueens:
        _keep_apart(model, problem, squares, KNIGHT)


def wrapped_diagonals(squares: np.ndarray) -> list[np.ndarray]:
    """The diagonals of a torus, n rising and n falling ones."""
    rows, columns = np.indices(squares.shape)
    n = len(squares)
    return [squares[(rows + sign * columns) % n == line] for sign in (1, -1) for line in range(n)]


def _keep_apart(
    model: Any, problem: Queens, squares: np.ndarray, steps: tuple[tuple[int, int], ...]
) -> None:
    """At most one queen on two squares that are a step apart."""
    n = problem.n
    for row, column in np.ndindex(n, n):
        for down, right in steps:
            other = row + down, column + right
            if problem.torus:
                other = other[0] % n, other[1] % n
            if 0 <= other[0] < n and 0 <= other[1] < n:
                model.add_at_most_one([squares[row, column], squares[other]])
