"""OR-Tools' original CP solver: the model of its guide."""

from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any, Literal

import numpy as np

from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.queens.problem import Queens
from metaqueens.system.interrupts import catch_ctrl_c

# The choice of the next column and of its row, by the solver's own names. In order it finds all
# boards of n = 8 with 304 failures, but no board of n = 1000 in reasonable time; there the most
# constrained column and its most central row meet no dead end.
Variables = Literal["first_unbound", "min_size_lowest_min"]
Values = Literal["min_value", "center_value"]
FOR_ONE: Mapping[str, Any] = {"variables": "min_size_lowest_min", "values": "center_value"}


def boards(
    problem: Queens,
    effort: Effort,
    variables: Variables = "first_unbound",
    values: Values = "min_value",
) -> Iterator[np.ndarray]:
    """Yield all solutions, shape (n,), as they are found.

    Raises ``LimitReached`` if the effort's deadline ends the search.
    """
    solver, queens = model(problem)
    with catch_ctrl_c() as interrupted:

        def must_stop() -> bool:
            return interrupted() or perf_counter() >= effort.deadline

        # Without this limit the solver would notice Ctrl-C only at its next solution.
        solver.NewSearch(phase(solver, queens, variables, values), [solver.CustomLimit(must_stop)])
        try:
            while solver.NextSolution():
                effort.branches, effort.failures = solver.Branches(), solver.Failures()
                yield np.array([queen.Value() for queen in queens], np.int64)
            effort.branches, effort.failures = solver.Branches(), solver.Failures()
        finally:
            solver.EndSearch()
        if interrupted():
            raise KeyboardInterrupt
        if must_stop():
            raise LimitReached


def model(problem: Queens) -> tuple[Any, list[Any]]:
    """Return a solver, and a variable for the row of each column's queen."""
    from ortools.constraint_solver import pywrapcp

    n = problem.n
    solver = pywrapcp.Solver("n-queens")
    queens = [solver.IntVar(0, n - 1, f"column {column}") for column in range(n)]
    solver.Add(solver.AllDifferent(queens))
    solver.Add(solver.AllDifferent([queen + column for column, queen in enumerate(queens)]))
    solver.Add(solver.AllDifferent([queen - column for column, queen in enumerate(queens)]))
    return solver, queens


def phase(solver: Any, queens: list[Any], variables: Variables, values: Values) -> Any:
    """Return the branching of the solver on the rows of these ``queens``."""
    choose = getattr(solver, f"CHOOSE_{variables.upper()}")
    return solver.Phase(queens, choose, getattr(solver, f"ASSIGN_{values.upper()}"))
