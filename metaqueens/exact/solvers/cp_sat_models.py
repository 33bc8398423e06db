"""The models of N queens that CP-SAT searches, and the rules of the board as its constraints."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from metaqueens.problem.queens import KNOWN_RULES, Queens
from metaqueens.problem.rules import require_known
from metaqueens.text.errors import UserError, did_you_mean

KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))
TOUCHING = ((1, 1), (1, -1))


class Model(NamedTuple):
    """A CP-SAT model, its variables in order, and how their values make a board."""

    model: Any
    read: Callable[[np.ndarray], np.ndarray]


def model_of(problem: Queens, name: str) -> Model:
    """Return the model called ``name``; raises ``UserError`` where there is none of that name."""
    if name not in MODELS:
        hint = did_you_mean(name, MODELS) or f"; it is one of {', '.join(MODELS)}"
        raise UserError(f"model: CP-SAT has no model {name!r}{hint}")
    return MODELS[name](problem)


def _boolean(problem: Queens) -> Model:
    """Return a variable a square; exactly one queen a row and a column, at most one a diagonal."""
    from ortools.sat.python import cp_model

    n, model = problem.n, cp_model.CpModel()
    add_board(model, problem, squares_of(model, n))
    return Model(model, lambda values: values.reshape(n, n).argmax(axis=0))


def add_board(model: Any, problem: Queens, squares: np.ndarray) -> None:
    """Constrain ``squares``, shape (n, n), to be a solution of ``problem``."""
    for k in range(problem.n):
        model.add_exactly_one(squares[k])
        model.add_exactly_one(squares[:, k])
    if problem.regions is None:
        for diagonal in wrapped_diagonals(squares) if problem.torus else diagonals_of(squares):
            model.add_at_most_one(diagonal)
    if not problem.is_plain:
        add_rules(model, problem, squares)


def _all_different_rows(problem: Queens) -> Model:
    """Return the model of the OR-Tools guide: a variable for the row of each column's queen."""
    if not problem.is_plain:
        raise UserError("model: all_different knows no rules of the board; boolean does")
    from ortools.sat.python import cp_model

    n, model = problem.n, cp_model.CpModel()
    add_all_different(model, [model.new_int_var(0, n - 1, "") for _ in range(n)])
    return Model(model, lambda values: values[:n])


def add_all_different(model: Any, rows: list[Any]) -> None:
    """No two of the queens, whose ``rows`` are variables or numbers, share a row or a diagonal."""
    model.add_all_different(rows)
    model.add_all_different(row + column for column, row in enumerate(rows))
    model.add_all_different(row - column for column, row in enumerate(rows))


def squares_of(model: Any, n: int) -> np.ndarray:
    """Return a variable for each square, (n, n): whether a queen stands there."""
    return np.array([[model.new_bool_var("") for _ in range(n)] for _ in range(n)])


def diagonals_of(squares: np.ndarray) -> list[np.ndarray]:
    """Return all diagonals, those of one square too."""
    n = len(squares)
    return [board.diagonal(k) for board in (squares, squares[::-1]) for k in range(1 - n, n)]


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
    """Return the diagonals of a torus, n rising and n falling ones."""
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


MODELS: dict[str, Callable[[Queens], Model]] = {
    "boolean": _boolean,
    "all_different": _all_different_rows,
}
