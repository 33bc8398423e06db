"""CP-SAT: does a solver that knows nothing of our counting agree with a board, or with a size?"""

from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from metaqueens.errors import UserError, did_you_mean
from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers import ortools
from metaqueens.exact.solvers.streaming import stream
from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens

# Confirming a board costs about 9 microseconds a queen; larger ones get the O(n) check alone.
CONFIRM_UP_TO = 20_000
PROVE_UP_TO = 12


class Model(NamedTuple):
    """A CP-SAT model, its variables in order, and how their values make a board."""

    model: Any
    read: Callable[[np.ndarray], np.ndarray]


def confirms(queens: np.ndarray) -> bool:
    """Whether CP-SAT finds that ``queens``, shape (n,), attack each other nowhere.

    Rows, and both diagonals of every queen, must be all different; every queen is fixed.
    """
    cp_model = ortools.cp_model()
    model = cp_model.CpModel()
    _all_different(model, [model.new_constant(int(row)) for row in queens])
    return _solver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def solution_exists(n: int) -> bool:
    """Whether ``n`` queens can stand on an n x n board without attacking each other; proven."""
    return first(n, Effort()) is not None


def first(
    n: int,
    effort: Effort,
    model: str = "boolean",
    workers: int = 1,
    seconds: float | None = None,
) -> np.ndarray | None:
    """A solution, shape (n,), or None where it is proven that there is none.

    With a limit of ``seconds``, None is also what it says when they are over.
    """
    solver = _solver(workers)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    if model == "boolean":
        # Presolve looks for symmetries and probes for longer than the search takes: at n = 200 it
        # has the first board in 0.7 s without and in 1.9 s with, at n = 500 in 3 s and in 115 s.
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_presolve = False
    found = _search(solver, _model(n, model), effort)
    try:
        return next(found, None)
    finally:
        found.close()  # type: ignore[attr-defined]


def boards(n: int, effort: Effort, model: str = "boolean") -> Iterator[np.ndarray]:
    """Yield all solutions, shape (n,), as they are found; failures are CP-SAT's conflicts."""
    return _search(enumerator(), _model(n, model), effort)


def enumerator() -> Any:
    """A solver that finds all solutions, with one worker.

    With more, OR-Tools 9.15 loses some and still reports OPTIMAL: 80 to 87 of 92 for n = 8.
    """
    solver = _solver(workers=1)
    solver.parameters.enumerate_all_solutions = True
    return solver


def fewest_guards(n: int) -> int:
    """The fewest guards that ``n`` queens in different columns can have; proven.

    0 where a solution exists; 1 for n = 2 and n = 3.
    """
    cp_model = ortools.cp_model()
    model = cp_model.CpModel()
    squares = _squares(model, n)
    for column in squares.T:
        model.add_exactly_one(column)
    costs = [_guards_on(model, line) for line in (*squares, *_diagonals(squares))]
    model.minimize(sum(costs))
    solver = _solver()
    if solver.solve(model) != cp_model.OPTIMAL:
        raise RuntimeError(f"CP-SAT gave no answer for n = {n}")
    fewest: int = round(solver.objective_value)
    return fewest


def _solver(workers: int = 1) -> Any:
    cp_model = ortools.cp_model()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    # The search runs in a thread (see ``stream``); Ctrl-C is for the thread that waits for it.
    solver.parameters.catch_sigint_signal = False
    return solver


def _search(solver: Any, model: Model, effort: Effort) -> Iterator[np.ndarray]:
    """Yield boards as the solver finds them, each of them checked."""
    cp_model = ortools.cp_model()

    callback: Any = cp_model.CpSolverSolutionCallback

    class Watch(callback):
        def __init__(self, put: Callable[[np.ndarray], None]) -> None:
            super().__init__()
            self.put = put

        def on_solution_callback(self) -> None:
            effort.branches, effort.failures = self.num_branches, self.num_conflicts
            self.put(model.read(np.array(self.response_proto.solution)))

    def run(put: Callable[[np.ndarray], None]) -> None:
        status = solver.solve(model.model, Watch(put))
        effort.branches, effort.failures = solver.num_branches, solver.num_conflicts
        answers = [cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE]
        if isfinite(solver.parameters.max_time_in_seconds):
            answers.append(cp_model.UNKNOWN)
        if status not in answers:
            raise RuntimeError(f"CP-SAT gave no answer: {solver.status_name(status)}")

    for board in stream(run, solver.stop_search):
        if recount(Queens(board.size), board) > 0:
            raise RuntimeError(f"CP-SAT gave a board that is no solution: {board.tolist()}")
        yield board


def _model(n: int, name: str) -> Model:
    if name not in MODELS:
        hint = did_you_mean(name, MODELS) or f"; it is one of {', '.join(MODELS)}"
        raise UserError(f"model: CP-SAT has no model {name!r}{hint}")
    return MODELS[name](n)


def _boolean(n: int) -> Model:
    """A variable a square; exactly one queen a row and a column, at most one a diagonal."""
    cp_model = ortools.cp_model()
    model = cp_model.CpModel()
    squares = _squares(model, n)
    for k in range(n):
        model.add_exactly_one(squares[k])
        model.add_exactly_one(squares[:, k])
    for diagonal in _diagonals(squares):
        model.add_at_most_one(diagonal)
    return Model(model, lambda values: values.reshape(n, n).argmax(axis=0))


def _all_different_rows(n: int) -> Model:
    """The model of the OR-Tools guide: a variable for the row of each column's queen."""
    cp_model = ortools.cp_model()
    model = cp_model.CpModel()
    _all_different(model, [model.new_int_var(0, n - 1, "") for _ in range(n)])
    return Model(model, lambda values: values[:n])


def _all_different(model: Any, rows: list[Any]) -> None:
    model.add_all_different(rows)
    model.add_all_different(row + column for column, row in enumerate(rows))
    model.add_all_different(row - column for column, row in enumerate(rows))


def _squares(model: Any, n: int) -> np.ndarray:
    return np.array([[model.new_bool_var("") for _ in range(n)] for _ in range(n)])


def _diagonals(squares: np.ndarray) -> list[np.ndarray]:
    """All diagonals, those of one square too."""
    n = len(squares)
    return [board.diagonal(k) for board in (squares, squares[::-1]) for k in range(1 - n, n)]


def _guards_on(model: Any, line: np.ndarray) -> Any:
    """A variable that is k(k - 1)/2 at least, for the k queens of ``line``.

    At whole k none of the lines through that parabola at j and j + 1 lies above it.
    """
    guards = model.new_int_var(0, line.size * (line.size - 1) // 2, "")
    for j in range(1, line.size):
        model.add(guards >= j * sum(line) - j * (j + 1) // 2)
    return guards


MODELS: dict[str, Callable[[int], Model]] = {
    "boolean": _boolean,
    "all_different": _all_different_rows,
}
