"""A worker: it takes runs and returns outcomes, the same ones on any machine."""

import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess

from metaqueens.config.file import Limits
from metaqueens.experiment.plan import Outcome, Run
from metaqueens.experiment.provenance import host_name
from metaqueens.search.driver import warm_up
from metaqueens.search.solve import solve
from metaqueens.system import interrupts, starting
from metaqueens.text.errors import RunFailed
from metaqueens.text.printable import utf_8

# The outcomes of a chunk of runs, and its duration in seconds.
Answer = Future[tuple[list[Outcome], float]]
Submit = Callable[[list[Run]], Answer]


def execute(run: Run, limits: Limits | None = None, seconds: float | None = None) -> Outcome:
    """Do one run. An error of an algorithm fails its run, not the experiment.

    After ``seconds`` of processor time it is interrupted, whatever its budget.
    """
    result = error = None
    cell = run.cell
    started, clock = time.time(), time.perf_counter()
    try:
        if not is_plugin(run):
            with interrupts.raise_at_once():
                warm_up(cell.algorithm, cell.space)
            started, clock = time.time(), time.perf_counter()
        cpu = time.process_time()
        stop = None if seconds is None else lambda: time.process_time() - cpu > seconds
        task = cell.problem, cell.algorithm, cell.budget, run.seed
        with _limit(limits):
            result = solve(*task, encoding=cell.space.encoding, stop=stop)
    except RunFailed as failure:
        error = str(failure)
    except (Exception, SystemExit, GeneratorExit):
        error = traceback.format_exc()
    # A clock that is set during a run changes its start, not its length.
    ended = started + time.perf_counter() - clock
    # A lone surrogate in an error cannot be stored.
    return Outcome(run, result, error and utf_8(error), host_name(), started, ended)


def is_plugin(run: Run) -> bool:
    """Tell whether the algorithm is user code, whose warm-up has limits too."""
    return ":" in run.cell.use


def execute_all(runs: Sequence[Run], limits: Limits | None = None) -> tuple[list[Outcome], float]:
    """Do some runs; return their outcomes and the seconds."""
    clock = time.perf_counter()
    return [execute(run, limits) for run in runs], time.perf_counter() - clock


def prepare() -> None:
    """Make this process a worker: it leaves Ctrl-C to the coordinator and dies with it."""
    starting.reset_signals()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a Python handler waits for compiled code
    if coordinator := parent_process():
        threading.Thread(target=_follow, args=(coordinator,), daemon=True).start()


def _follow(coordinator: BaseProcess) -> None:
    coordinator.join()
    os._exit(1)


@contextmanager
def _limit(limits: Limits | None) -> Iterator[None]:
    """Apply the limits to a run; after too long a time the process is killed."""
    if limits is None or not limits.seconds:
        yield
        return
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, limits.seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
