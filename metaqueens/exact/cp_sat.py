"""CP-SAT: does a solver that knows nothing of our counting agree with a board, or with a size?"""

from typing import Any

import numpy as np

# Confirming a board costs about 9 microseconds a queen; larger ones get the O(n) check alone.
CONFIRM_UP_TO = 20_000
PROVE_UP_TO = 12


def confirms(queens: np.ndarray) -> bool:
    """Whether CP-SAT finds that ``queens``, shape (n,), attack each other nowhere.

    Rows, and both diagonals of every queen, must be all different; every queen is fixed.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    fixed = [model.new_constant(int(row)) for row in queens]
    model.add_all_different(fixed)
    model.add_all_different(row + column for column, row in enumerate(fixed))
    model.add_all_different(row - column for column, row in enumerate(fixed))
    return _solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def solution_exists(n: int) -> bool:
    """Whether ``n`` queens can stand on an n x n board without attacking each other; proven."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    squares = np.array([[model.new_bool_var("") for _ in range(n)] for _ in range(n)])
    for k in range(n):
        model.add_exactly_one(squares[k])
        model.add_exactly_one(squares[:, k])
    for k in range(1 - n, n):
        model.add_at_most_one(squares.diagonal(k))
        model.add_at_most_one(squares[::-1].diagonal(k))
    status = _solve(model)
    if status == cp_model.UNKNOWN:
        raise RuntimeError(f"CP-SAT gave no answer for n = {n}")
    return status in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def _solve(model: Any) -> Any:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model)
