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

import psutil

from metaqueens.config.file import Limits
from metaqueens.experiment.plan import Outcome, Run
from metaqueens.programs import process
from metaqueens.search.driver import warm_up
from metaqueens.search.solve import solve
from metaqueens.system import interrupts, starting
from metaqueens.system.host import host_name
from metaqueens.text.errors import RunFailed

# What a pool or a cluster promises for some runs: their outcomes, and the seconds it took.
Answer = Future[tuple[list[Outcome], float]]
Submit = Callable[[list[Run]], Answer]


def execute(run: Run, limits: Limits | None = None) -> Outcome:
    """Do one run. An algorithm that fails fails its run, not the experiment."""
    result = error = None
    cell = run.cell
    started, clock = time.time(), time.perf_counter()
    try:
        if not is_plugin(run):
            with interrupts.raised():
                warm_up(cell.algorithm, cell.space)
            started, clock = time.time(), time.perf_counter()
        with _within(limits):
            result = solve(
                cell.problem, cell.algorithm, cell.budget, run.seed, encoding=cell.space.encoding
            )
    except MemoryError:
        error = traceback.format_exc()
        if limits and limits.memory_gb:
            error = f"needed more than limits.memory_gb = {limits.memory_gb} GB\n{error}"
    except RunFailed as failed:
        error = str(failed)
    except (Exception, SystemExit, GeneratorExit):
        error = traceback.format_exc()
    if error:  # half a character is nothing that could be kept
        error = error.encode("utf-8", "backslashreplace").decode()
    # A clock that is set while a run lasts moves its start, not its length.
    ended = started + time.perf_counter() - clock
    return Outcome(run, result, error, host_name(), started, ended)


def is_plugin(run: Run) -> bool:
    """Whether the algorithm is from outside: even its warm-up is held to limits, in a worker."""
    return ":" in run.cell.use


def execute_all(runs: Sequence[Run], limits: Limits | None = None) -> tuple[list[Outcome], float]:
    """Do some runs; their outcomes, and the seconds it took."""
    clock = time.perf_counter()
    return [execute(run, limits) for run in runs], time.perf_counter() - clock


def prepare() -> None:
    """Make this process a worker of ours: it leaves Ctrl-C to the coordinator and dies with it."""
    starting.reset_signals()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a handler in Python waits for compiled code
    if coordinator := parent_process():
        threading.Thread(target=_follow, args=(coordinator,), daemon=True).start()


def _follow(coordinator) -> None:  # type: ignore[no-untyped-def]
    coordinator.join()
    os._exit(1)


@contextmanager
def _within(limits: Limits | None) -> Iterator[None]:
    """Hold a run to its limits. Too long kills the process, whatever it is busy with."""
    if limits is None:
        yield
        return
    import resource  # no such thing on Windows

    if limits.seconds:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, limits.seconds)
    before = resource.getrlimit(resource.RLIMIT_AS)
    if limits.memory_gb:
        most = psutil.Process().memory_info().vms + int(limits.memory_gb * 2**30)
        resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
        # A program from outside is another process, which has all of it for itself.
        process.memory_limit.set(int(limits.memory_gb * 2**30))
    try:
        yield
    finally:
        process.memory_limit.set(None)
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, before)
