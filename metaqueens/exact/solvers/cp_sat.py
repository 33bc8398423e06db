"""CP-SAT: solutions and proofs by a solver that shares no code with this package."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, TypeVar

import numpy as np

from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.problem.base import BaseProblem
from metaqueens.queens.problem import Queens
from metaqueens.queens.rules import require_known

T = TypeVar("T")
# To confirm a board takes about 9 microseconds per queen; larger ones get the O(n) check only.
CONFIRM_UP_TO = 20_000
PROVE_UP_TO = 12
# With rules, which need a variable for each square, larger boards get the O(n) check only.
CONFIRM_WITH_RULES_UP_TO = 200
# The maximum number of solutions that a search may be ahead of its reader.
AHEAD = 256
_LOOK_EVERY = 0.05
_END: Any = object()


def boards(
    problem: BaseProblem, effort: Effort, workers: int = 1, single: bool = False
) -> Iterator[np.ndarray]:
    """Yield all solutions, (n,), or a ``single`` one, as they are found; failures are conflicts.

    Several ``workers`` are allowed only for a single solution. Raises ``LimitReached`` if the
    effort's deadline passes.
    """
    from ortools.sat.python import cp_model

    solver = _make_single_solver(problem, workers) if single else enumerator()
    n, has_squares = problem.n, isinstance(problem, Queens)
    model, _ = build_model(problem)
    if (seconds := effort.seconds_left) is not None:
        solver.parameters.max_time_in_seconds = seconds

    def run(put: Callable[[np.ndarray], None]) -> None:
        class Watch(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                effort.branches, effort.failures = self.num_branches, self.num_conflicts
                values = np.array(self.response_proto.solution)
                put(values.reshape(n, n).argmax(axis=0) if has_squares else values[:n])

        status = solver.solve(model, Watch())
        effort.branches, effort.failures = solver.num_branches, solver.num_conflicts
        if status == cp_model.UNKNOWN and effort.seconds_left is not None:
            raise LimitReached
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            raise RuntimeError(f"CP-SAT gave no answer: {solver.status_name(status)}")

    for board in stream(run, solver.stop_search):
        if problem.recount(board) > 0:
            raise RuntimeError(f"CP-SAT gave what is no solution by the cost: {board.tolist()}")
        yield board


def can_confirm(problem: BaseProblem) -> bool:
    """Return whether CP-SAT can confirm solutions of ``problem`` in reasonable time."""
    if not isinstance(problem, Queens):
        return problem.has("cp_sat")
    return problem.n <= (CONFIRM_UP_TO if problem.is_plain else CONFIRM_WITH_RULES_UP_TO)


def confirms(problem: BaseProblem, queens: np.ndarray) -> bool:
    """Return whether CP-SAT finds that ``queens``, (n,), solve ``problem``.

    Every variable is fixed. Without rules their rows and both diagonals must be all different; with
    rules it is the same model as for a search.
    """
    if queens.shape != (problem.n,):
        return False
    from ortools.sat.python import cp_model

    if problem.is_plain:
        model, rows = cp_model.CpModel(), queens.tolist()
        model.add_all_different(rows)
        model.add_all_different(row + column for column, row in enumerate(rows))
        model.add_all_different(row - column for column, row in enumerate(rows))
    else:
        (model, variables), has_squares = build_model(problem), isinstance(problem, Queens)
        for i, value in enumerate(queens.tolist()):
            model.add(variables[value, i] == 1 if has_squares else variables[i] == value)
    return new_solver().solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def _make_single_solver(problem: BaseProblem, workers: int) -> Any:
    solver = new_solver(workers)
    # By symmetries it proves that a torus has no solution: n = 14 in 0.04 s.
    if not isinstance(problem, Queens) or problem.torus:
        return solver
    # Presolve, which looks for symmetries and probes, takes longer than the search: at n = 200 the
    # first board takes 0.7 s without and 1.9 s with it, at n = 500 3 s and 115 s.
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_presolve = False
    if not problem.is_plain:
        # On few queens most of the time is not the search: without linear relaxations and without
        # simplification of clauses, 16 queens and 13 excluded diagonals take half as long.
        solver.parameters.linearization_level = 0
        solver.parameters.use_sat_inprocessing = False
        # Few clauses kept and recent conflicts weighed more: two thirds of the time at 16 and 13,
        # half of it at 20 queens and 18 excluded diagonals.
        solver.parameters.clause_cleanup_period = 1500
        solver.parameters.variable_activity_decay = 0.9
    return solver


def enumerator() -> Any:
    """Return a solver that finds all solutions, with one worker.

    With more, OR-Tools 9.15 loses some and still reports OPTIMAL: 80 to 87 of 92 for n = 8.
    """
    solver = new_solver(workers=1)
    solver.parameters.enumerate_all_solutions = True
    return solver


def new_solver(workers: int = 1) -> Any:
    """Return a solver with ``workers`` threads, which does not handle Ctrl-C."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    # The search runs in a thread (see ``stream``); Ctrl-C is for the thread that waits for it.
    solver.parameters.catch_sigint_signal = False
    return solver


def stream(run: Callable[[Callable[[T], None]], None], stop: Callable[[], None]) -> Iterator[T]:
    """Yield the values that ``run`` passes to its callback; raise its errors.

    If the reader closes the generator, ``stop`` is called until ``run`` returns.
    """
    found: Queue[T] = Queue(AHEAD)
    failed: list[BaseException] = []

    def search() -> None:
        try:
            run(found.put)
        except BaseException as error:
            failed.append(error)
        finally:
            found.put(_END)

    thread = Thread(target=search, daemon=True)
    thread.start()
    try:
        while (value := _next(found)) is not _END:
            yield value
    finally:
        while thread.is_alive():
            stop()
            while not found.empty():  # or the search would wait for space forever
                found.get_nowait()
            thread.join(_LOOK_EVERY)
    if failed:
        raise failed[0]


def _next(found: Queue[T]) -> T:
    """Return the next value. A signal that another thread receives ends no wait without an end."""
    while True:
        with suppress(Empty):
            return found.get(timeout=_LOOK_EVERY)


def build_model(problem: Any) -> tuple[Any, Any]:
    """Return CP-SAT's model of ``problem``, and its variables.

    Those of n queens say whether a queen is on each square, (n, n), by row and column. There is
    exactly one queen in each row and column, at most one on each diagonal, and the rules of the
    board hold. Those of an author's problem are its own, and the first ones of the model.
    """
    from ortools.sat.python import cp_model

    n, model = problem.n, cp_model.CpModel()
    if not isinstance(problem, Queens):
        variables = [model.new_int_var(0, problem.value_count - 1, f"x{i}") for i in range(n)]
        if problem.encoding == "permutation":
            model.add_all_different(variables)
        problem.cp_sat(model, variables)
        return model, variables
    squares = np.array([[model.new_bool_var("") for _ in range(n)] for _ in range(n)])
    for k in range(n):
        model.add_exactly_one(squares[k])
        model.add_exactly_one(squares[:, k])
    if problem.regions is None:
        boards = squares, squares[::-1]
        diagonals = [board.diagonal(k) for board in boards for k in range(1 - n, n)]
        if problem.torus:
            rows, columns = np.indices(squares.shape)
            sums = (rows + columns) % n, (rows - columns) % n
            diagonals = [squares[lines == line] for lines in sums for line in range(n)]
        for diagonal in diagonals:
            model.add_at_most_one(diagonal)
    if not problem.is_plain:
        _add_rules(model, problem, squares)
    return model, squares


def _add_rules(model: Any, problem: Queens, squares: np.ndarray) -> None:
    """Constrain ``squares``, shape (n, n) by row and column, by the rules of ``problem``."""
    require_known(problem, "CP-SAT")
    n = problem.n
    barred = [squares[square] for square in problem.blocked]
    for line, direction in problem.excluded:
        board = squares if direction == "rising" else squares[:, ::-1]
        for part in (line, line + n) if problem.torus else (line,):
            # np.diagonal counts from the main diagonal to the right: column - row.
            barred += list(board.diagonal(n - 1 - part))
    # One constraint for all: a sum of each diagonal takes longer to build than to solve.
    model.add_bool_and([*(~queen for queen in barred), *(squares[at] for at in problem.placed)])
    if problem.regions is not None:
        letters = np.array([list(line) for line in problem.regions])
        for letter in np.unique(letters):
            model.add_exactly_one(squares[letters == letter])
        for row, column in np.ndindex(n - 1, n):  # squares that touch at a corner
            for other in (column + 1, column - 1):
                if 0 <= other < n:
                    model.add_at_most_one([squares[row, column], squares[row + 1, other]])
