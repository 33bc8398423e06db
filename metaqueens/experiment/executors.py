"""Who does the runs: this process, or a pool of others. Workers take runs and return outcomes."""

import multiprocessing
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from time import perf_counter
from typing import NamedTuple

from metaqueens.experiment.plan import Run
from metaqueens.solving import Result, solve, warm_up

# Long enough that sending it costs nothing beside it, short enough to be lost.
CHUNK_SECONDS = 0.25
MOST_RUNS_A_CHUNK = 200


class Outcome(NamedTuple):
    """What came of a run: a result, or why there is none."""

    run: Run
    result: Result | None
    error: str | None


Stop = Callable[[], bool]
_Answer = Future[tuple[list[Outcome], float]]


def execute(run: Run) -> Outcome:
    """Do one run. An algorithm that fails fails its run, not the experiment."""
    try:
        return Outcome(
            run, solve(run.cell.problem, run.cell.algorithm, run.cell.budget, run.seed), None
        )
    except Exception:
        return Outcome(run, None, traceback.format_exc())


def serially(runs: Sequence[Run], stop: Stop) -> Iterator[list[Outcome]]:
    """Do the runs one after the other in this process."""
    for run in runs:
        outcome = execute(run)
        yield [outcome]
        if stop():
            return


def in_processes(runs: Sequence[Run], workers: int, stop: Stop) -> Iterator[list[Outcome]]:
    """Do the runs in ``workers`` processes; batches come as they are done.

    When ``stop`` says so, what is under way is finished and no more is begun.
    """
    waiting, flying = deque(runs), dict[_Answer, list[Run]]()
    seconds: dict[str, float] = {}  # of a run of each cell, as last seen
    with _pool(workers) as pool:
        # Compiled once, here, while the workers start; they then read it from the cache.
        for cell in {run.cell_key: run.cell for run in runs}.values():
            warm_up(cell.algorithm, cell.problem.encoding)
        while flying or (waiting and not stop()):
            while waiting and len(flying) < 2 * workers and not stop():
                chunk = _chunk(waiting, seconds, workers)
                flying[pool.submit(_work, chunk)] = chunk
            done, _ = wait(flying, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                chunk = flying.pop(future)
                outcomes, took = _collect(future, chunk)
                seconds[chunk[-1].cell_key] = took / len(chunk)
                yield outcomes
            if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
                for chunk in flying.values():
                    yield [Outcome(run, None, "a worker process died") for run in chunk]
                yield from in_processes(list(waiting), workers, stop)
                return


def _chunk(waiting: deque[Run], seconds: dict[str, float], workers: int) -> list[Run]:
    """The next runs of one cell: many where they are known to be short."""
    key = waiting[0].cell_key
    size = int(CHUNK_SECONDS / max(seconds[key], 1e-6)) if key in seconds else 1
    size = max(1, min(size, MOST_RUNS_A_CHUNK, len(waiting) // (2 * workers)))
    chunk = [waiting.popleft()]
    while waiting and len(chunk) < size and waiting[0].cell_key == key:
        chunk.append(waiting.popleft())
    return chunk


def _work(runs: list[Run]) -> tuple[list[Outcome], float]:
    clock = perf_counter()
    return [execute(run) for run in runs], perf_counter() - clock


def _collect(future: _Answer, chunk: list[Run]) -> tuple[list[Outcome], float]:
    try:
        return future.result()
    except Exception as error:  # the worker died, or its answer could not be sent
        return [Outcome(run, None, f"a worker process failed: {error!r}") for run in chunk], 1.0


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    forks = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if forks else "spawn")
    context.set_forkserver_preload(["metaqueens.experiment.preload"])
    # The coordinator alone decides what Ctrl-C means.
    pool = ProcessPoolExecutor(workers, context, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        for _ in range(workers):
            pool.submit(int)  # starts the workers while this process compiles
        yield pool
    except BaseException:
        for process in multiprocessing.active_children():
            process.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
