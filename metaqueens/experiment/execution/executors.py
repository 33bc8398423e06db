"""Executors of runs: this process, a pool of processes, or a cluster, with one dispatch loop."""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice

from metaqueens.config import Experiment
from metaqueens.config.file import Limits
from metaqueens.experiment.execution import pool
from metaqueens.experiment.execution.worker import Answer, Submit, execute, execute_all, is_plugin
from metaqueens.experiment.plan import Outcome, Run
from metaqueens.search.driver import warm_up
from metaqueens.system import interrupts
from metaqueens.system.cores import usable_cores
from metaqueens.text.errors import UserError

# Long enough that sending it costs nothing beside it, short enough to be lost.
CHUNK_SECONDS = 0.25
MOST_RUNS_A_CHUNK = 200

Stop = Callable[[], bool]
Do = Callable[[Iterable[Run], Stop], Iterator[list[Outcome]]]


@contextmanager
def opened(experiment: Experiment, workers: int | None, runs: int) -> Iterator[Do]:
    """Yield the executor that ``experiment`` asks for, with ``workers`` or a sensible number.

    ``runs`` is how many are to come: one needs no pool. Raises ``UserError`` if a cluster
    cannot be reached.
    """
    chosen, limits = experiment.executor, experiment.limits
    workers = workers or chosen.workers or usable_cores()
    if chosen.address or limits or (chosen.use != "serial" and min(workers, runs) > 1):
        _require_files(experiment)
    if chosen.address:
        from metaqueens.experiment.execution import cluster

        with cluster.reached(chosen.address) as (submit, slots):
            yield lambda runs, stop: drive(submit, slots, runs, stop)
    # Only another process can be stopped by force.
    elif limits is None and (chosen.use == "serial" or min(workers, runs) <= 1):
        yield serially
    else:
        with in_processes(1 if chosen.use == "serial" else workers, limits) as do:
            yield do


def _require_files(experiment: Experiment) -> None:
    """Raise ``UserError`` if a problem was typed into a notebook, where no worker finds it."""
    for kind in {type(cell.problem) for cell in experiment.cells}:
        if getattr(sys.modules.get(kind.__module__), "__file__", None) is None:
            raise UserError(
                f"problem: {kind.__name__} is in no file, so that no other process can import it;"
                " write it into one, or use one worker"
            )


@contextmanager
def in_processes(workers: int, limits: Limits | None = None) -> Iterator[Do]:
    """Yield an executor with so many worker processes, which hold each run to the ``limits``."""
    with pool.started(workers) as processes:
        submit = partial(processes.submit, partial(execute_all, limits=limits))
        yield lambda runs, stop: drive(submit, lambda: workers, runs, stop)


def serially(runs: Iterable[Run], stop: Stop) -> Iterator[list[Outcome]]:
    """Do the runs one after the other in this process."""
    for run in runs:
        yield [execute(run)]
        if stop():
            return


def drive(
    submit: Submit, slots: Callable[[], int], runs: Iterable[Run], stop: Stop
) -> Iterator[list[Outcome]]:
    """Keep ``slots()`` workers busy with the runs; yield batches as they are done.

    ``slots`` is asked all the while, and raises ``UserError`` where the workers are lost. When
    ``stop`` says so, what is under way is finished and no more is begun. The runs of a chunk whose
    worker died are tried one by one, so that one bad run does not fail its neighbours.
    """
    waiting, under_way = _Waiting(runs), dict[Answer, list[Run]]()
    try:
        while True:
            workers = slots()
            while len(under_way) < 2 * workers and not stop():
                chunk = _next_chunk(waiting, workers, under_way, stop)
                if not chunk:
                    break
                under_way[submit(chunk)] = chunk
            if stop():
                _call_off(under_way)
            if not under_way:
                return
            done, _ = wait(under_way, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                if outcomes := waiting.settle(under_way.pop(future), future):
                    yield outcomes
    finally:
        for future in under_way:
            future.cancel()


def _next_chunk(
    waiting: "_Waiting", workers: int, under_way: dict[Answer, list[Run]], stop: Stop
) -> list[Run]:
    """Return the next runs; Ctrl-C calls off what is compiled for them, which no other run needs.

    Then there are none, so that those under way are finished; without any it raises.
    """
    try:
        with interrupts.raised():
            return waiting.next_chunk(workers)
    except KeyboardInterrupt as told:
        if isinstance(told, interrupts.Ended) or not (under_way and stop()):
            raise
        interrupts.heard()
        return []


def _call_off(under_way: dict[Answer, list[Run]]) -> None:
    """Take back the chunks that wait for a worker; Dask does not tell which those are."""
    begun = {future for future in under_way if future.running() or future.done()}
    for future in [one for one in under_way if begun and one not in begun]:
        if future.cancel():
            del under_way[future]


class _Waiting:
    """Runs that have not begun; a few at a time are made, however many there are."""

    def __init__(self, runs: Iterable[Run]) -> None:
        self._ahead, self._rest = deque[Run](), iter(runs)
        self._alone = deque[Run]()  # to be tried one by one
        self._seconds: dict[str, float] = {}  # of a run of each cell, as last seen

    def settle(self, chunk: list[Run], future: Answer) -> list[Outcome]:
        """Return what came of a chunk; nothing if its runs are to be tried again."""
        try:
            outcomes, seconds = future.result()
        except CancelledError:  # not by us: a cluster that lost its scheduler forgets what it had
            self._ahead.extendleft(reversed(chunk))
            return []
        except UserError:  # no worker can be started
            raise
        except Exception as error:  # the worker died, or its answer could not be sent
            if len(chunk) > 1:
                self._alone.extend(chunk)
                return []
            return [Outcome(chunk[0], None, pool.why_lost(error))]
        self._seconds[chunk[0].cell_key] = seconds / len(chunk)
        return outcomes

    def next_chunk(self, workers: int) -> list[Run]:
        """Return the next runs of one cell: many where they are known to be short."""
        if self._alone:
            return [self._alone.popleft()]
        share = 2 * workers
        room = share * MOST_RUNS_A_CHUNK - len(self._ahead)
        self._ahead.extend(islice(self._rest, max(0, room)))
        if not self._ahead:
            return []
        first = self._ahead[0]
        if first.cell_key not in self._seconds and not is_plugin(first):
            # Compiled here, once, before any worker needs it: they read it from the cache.
            warm_up(first.cell.algorithm, first.cell.space)
        seconds = self._seconds.get(first.cell_key, CHUNK_SECONDS)
        size = int(CHUNK_SECONDS / max(seconds, 1e-6))
        size = max(1, min(size, MOST_RUNS_A_CHUNK, len(self._ahead) // share))
        chunk = [self._ahead.popleft()]
        while self._ahead and len(chunk) < size and self._ahead[0].cell_key == first.cell_key:
            chunk.append(self._ahead.popleft())
        return chunk
