"""CP-SAT: solutions by a solver that shares no code with ours."""

from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Thread
from typing import Any, TypeVar

import numpy as np

from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.exact.solvers.cp_sat_models import MODELS as MODELS, Model, model_of
from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens

T = TypeVar("T")
# A search may be so many finds ahead of whoever reads them.
AHEAD = 256
_LOOK_EVERY = 0.05
_END: Any = object()


def first(
    problem: Queens, effort: Effort, model: str = "boolean", workers: int = 1
) -> np.ndarray | None:
    """Return a solution, shape (n,), or None where it is proven that there is none.

    Raises ``LimitReached`` where the effort's deadline passes before that.
    """
    solver = new_solver(workers)
    if problem.torus:
        pass  # Its symmetries are what proves that a torus has no solution: n = 14 in 0.04 s.
    elif not problem.is_plain:
        # What takes time on few queens is all but the search: without linear relaxations and
        # without simplifying its clauses, 16 queens and 13 excluded diagonals take half as long.
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = 0
        solver.parameters.use_sat_inprocessing = False
        # Few clauses kept and recent conflicts weighed more: two thirds of the time at 16 and 13,
        # half of it at 20 queens and 18 excluded diagonals.
        solver.parameters.clause_cleanup_period = 1500
        solver.parameters.variable_activity_decay = 0.9
    elif model == "boolean":
        # Presolve looks for symmetries and probes for longer than the search takes: at n = 200 it
        # has the first board in 0.7 s without and in 1.9 s with, at n = 500 in 3 s and in 115 s.
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_presolve = False
    found = _search(solver, problem, model_of(problem, model), effort)
    try:
        return next(found, None)
    finally:
        found.close()  # type: ignore[attr-defined]


def boards(problem: Queens, effort: Effort, model: str = "boolean") -> Iterator[np.ndarray]:
    """Yield all solutions, shape (n,), as they are found; failures are CP-SAT's conflicts."""
    return _search(enumerator(), problem, model_of(problem, model), effort)


def enumerator() -> Any:
    """Return a solver that finds all solutions, with one worker.

    With more, OR-Tools 9.15 loses some and still reports OPTIMAL: 80 to 87 of 92 for n = 8.
    """
    solver = new_solver(workers=1)
    solver.parameters.enumerate_all_solutions = True
    return solver


def new_solver(workers: int = 1) -> Any:
    """Return a solver with so many threads, which leaves Ctrl-C alone."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    # The search runs in a thread (see ``stream``); Ctrl-C is for the thread that waits for it.
    solver.parameters.catch_sigint_signal = False
    return solver


def _search(solver: Any, problem: Queens, model: Model, effort: Effort) -> Iterator[np.ndarray]:
    """Yield boards as the solver finds them, each of them checked."""
    from ortools.sat.python import cp_model

    if (seconds := effort.seconds_left) is not None:
        solver.parameters.max_time_in_seconds = seconds

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
        if status == cp_model.UNKNOWN and effort.seconds_left is not None:
            raise LimitReached
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            raise RuntimeError(f"CP-SAT gave no answer: {solver.status_name(status)}")

    for board in stream(run, solver.stop_search):
        if recount(problem, board) > 0:
            raise RuntimeError(f"CP-SAT gave a board that is no solution: {board.tolist()}")
        yield board


def stream(run: Callable[[Callable[[T], None]], None], stop: Callable[[], None]) -> Iterator[T]:
    """Yield what ``run`` gives to the callback that it is called with; raise what it raises.

    A reader that has enough closes the generator: then ``stop`` is called until ``run`` returns.
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
        while (one := found.get()) is not _END:
            yield one
    finally:
        while thread.is_alive():
            stop()
            _drain(found)
            thread.join(_LOOK_EVERY)
    if failed:
        raise failed[0]


def _drain(found: Queue[Any]) -> None:
    """Make room, or the search would wait for it for ever."""
    try:
        while True:
            found.get_nowait()
    except Empty:
        return
