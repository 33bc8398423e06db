"""What CP-SAT proves: that a board is a solution, that there is one, the fewest attacking pairs."""

from typing import Any

import numpy as np

from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers.cp_sat import first, new_solver
from metaqueens.exact.solvers.cp_sat_models import (
    add_all_different,
    add_board,
    diagonals_of,
    squares_of,
)
from metaqueens.problem.queens import Queens

# Confirming a board costs about 9 microseconds a queen; larger ones get the O(n) check alone.
CONFIRM_UP_TO = 20_000
PROVE_UP_TO = 12
# A variable for each square: with rules larger boards get the O(n) check alone.
CONFIRM_WITH_RULES_UP_TO = 200


def can_confirm(problem: Queens) -> bool:
    """Whether CP-SAT confirms boards of ``problem`` in reasonable time."""
    return problem.n <= (CONFIRM_UP_TO if problem.is_plain else CONFIRM_WITH_RULES_UP_TO)


def confirms(problem: Queens, queens: np.ndarray) -> bool:
    """Whether CP-SAT finds that ``queens``, shape (n,), solve ``problem``.

    Rows, and both diagonals of every queen, must be all different; every queen is fixed.
    """
    if queens.shape != (problem.n,):
        return False
    from ortools.sat.python import cp_model

    if not problem.is_plain:
        return _confirms_with_rules(problem, queens)
    model = cp_model.CpModel()
    add_all_different(model, [model.new_constant(int(row)) for row in queens])
    return new_solver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def _confirms_with_rules(problem: Queens, queens: np.ndarray) -> bool:
    """Whether the model that searches ``problem`` has these queens as a solution."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    squares = squares_of(model, problem.n)
    add_board(model, problem, squares)
    for column, row in enumerate(queens):
        model.add(squares[int(row), column] == 1)
    return new_solver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def solution_exists(problem: Queens) -> bool:
    """Whether ``problem`` has a solution; proven."""
    return first(problem, Effort()) is not None


def fewest_guards(problem: Queens) -> int:
    """Return the fewest attacking pairs of any board with one queen a column; proven.

    0 where a solution exists; 1 for n = 2 and n = 3.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    squares = squares_of(model, problem.n)
    for column in squares.T:
        model.add_exactly_one(column)
    costs = [_guards_on(model, line) for line in (*squares, *diagonals_of(squares))]
    model.minimize(sum(costs))
    solver = new_solver()
    if solver.solve(model) != cp_model.OPTIMAL:
        raise RuntimeError(f"CP-SAT gave no answer for n = {problem.n}")
    fewest: int = round(solver.objective_value)
    return fewest


def _guards_on(model: Any, line: np.ndarray) -> Any:
    """A variable that is at least k(k - 1)/2, the attacking pairs of the k queens on ``line``.

    At whole k none of the lines through that parabola at j and j + 1 lies above it.
    """
    guards = model.new_int_var(0, line.size * (line.size - 1) // 2, "")
    for j in range(1, line.size):
        model.add(guards >= j * sum(line) - j * (j + 1) // 2)
    return guards
