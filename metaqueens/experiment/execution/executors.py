"""Executors of runs: this process, a pool of processes, or a cluster, with one dispatch loop."""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, wait
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, islice

from metaqueens.config import Cell, Experiment
from metaqueens.config.file import Limits
from metaqueens.contestants.registry import SEARCHES
from metaqueens.experiment.execution import pool
from metaqueens.experiment.execution.worker import Answer, Submit, execute, execute_all, is_plugin
from metaqueens.experiment.plan import Outcome, Run
from metaqueens.plugins import code as plugins
from metaqueens.search.driver import warm_up
from metaqueens.system import interrupts
from metaqueens.system.cores import usable_cores
from metaqueens.text.errors import UserError

# Long compared with the cost of sending it, and short enough to be lost.
CHUNK_SECONDS = 0.25
MAX_RUNS_PER_CHUNK = 200
# To start worker processes takes about a second of processor time. Runs that end within this one
# are done in this process, if none of their steps takes longer than about a hundredth of it.
ALONE_SECONDS, ALONE_STEP = 0.5, 2**20

Stop = Callable[[], bool]
Do = Callable[[Iterable[Run], Stop], Iterator[list[Outcome]]]


@contextmanager
def open_executor(experiment: Experiment, workers: int | None, runs: int) -> Iterator[Do]:
    """Yield the executor of ``experiment`` for ``runs`` runs.

    ``workers`` overrides the number in the experiment; by default it is the number of processors.
    Raises ``UserError`` if a cluster cannot be reached, or other processes cannot import a problem
    that was typed into a notebook.
    """
    chosen, limits = experiment.executor, experiment.limits
    workers = workers or chosen.workers or usable_cores()
    is_serial = chosen.use == "serial" or min(workers, runs) <= 1
    for kind in {type(cell.problem) for cell in experiment.cells}:
        has_file = getattr(sys.modules.get(kind.__module__), "__file__", None) is not None
        if not has_file and (chosen.address or limits or not is_serial):
            raise UserError(
                f"problem: {kind.__name__} is in no file, so that no other process can import it;"
                " write it into one, or use one worker"
            )
    if chosen.address:
        from metaqueens.experiment.execution import cluster

        with cluster.connect(chosen.address) as (submit, slots):
            yield lambda runs, stop: drive(submit, slots, runs, stop)
    elif limits is None and is_serial:
        yield run_serially
    elif limits is None:
        with ExitStack() as opened:
            yield _start_alone(lambda: opened.enter_context(open_pool(workers)))
    else:  # only another process can be stopped by force
        with open_pool(1 if chosen.use == "serial" else workers, limits) as do:
            yield do


@contextmanager
def open_pool(workers: int, limits: Limits | None = None) -> Iterator[Do]:
    """Yield an executor with worker processes, which apply the ``limits`` to each run."""
    with pool.Pool(workers) as processes:
        submit = partial(processes.submit, partial(execute_all, limits=limits))
        yield lambda runs, stop: drive(submit, lambda: workers, runs, stop)


def _start_alone(start_pool: Callable[[], Do]) -> Do:
    """Return an executor that does short runs in this process before it starts the pool."""
    left, others = ALONE_SECONDS, list[Do]()

    def do(runs: Iterable[Run], stop: Stop) -> Iterator[list[Outcome]]:
        nonlocal left
        rest = iter(runs)
        for run in rest:
            outcome = execute(run, seconds=left) if left > 0 and _may_run_here(run.cell) else None
            if outcome is None or (outcome.result and outcome.result.reason == "interrupted"):
                left = 0
                others[:] = others or [start_pool()]
                yield from others[0](chain([run], rest), stop)
                return
            left -= outcome.result.cpu_seconds if outcome.result else 0
            yield [outcome]
            if stop():
                return

    return do


def _may_run_here(cell: Cell) -> bool:
    """Return whether a run can be stopped soon, and cannot end this process."""
    is_ours = cell.use in SEARCHES and not plugins.loaded
    is_ours = is_ours and type(cell.problem).__module__.startswith("metaqueens.")
    return is_ours and cell.space.n * cell.algorithm.longest_step(cell.space) <= ALONE_STEP


def run_serially(runs: Iterable[Run], stop: Stop) -> Iterator[list[Outcome]]:
    """Do the runs one after the other in this process."""
    for run in runs:
        yield [execute(run)]
        if stop():
            return


def drive(
    submit: Submit, slots: Callable[[], int], runs: Iterable[Run], stop: Stop
) -> Iterator[list[Outcome]]:
    """Keep ``slots()`` workers busy with the runs; yield batches as they are done.

    ``slots`` raises ``UserError`` if the workers are lost. Once ``stop()`` is true, running chunks
    end and no more begin. The runs of a chunk whose worker died are tried one by one, so that one
    run does not fail its neighbours.
    """
    queue, running = _Queue(runs), dict[Answer, list[Run]]()
    try:
        while True:
            workers = slots()
            while len(running) < 2 * workers and not stop():
                chunk = _next_chunk(queue, workers, running, stop)
                if not chunk:
                    break
                running[submit(chunk)] = chunk
            # Those that wait for a worker are cancelled; Dask does not tell which ones do.
            begun = {future for future in running if future.running() or future.done()}
            for future in [*running] if begun and stop() else ():
                if future not in begun and future.cancel():
                    del running[future]
            if not running:
                return
            done, _ = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                if outcomes := queue.settle(running.pop(future), future):
                    yield outcomes
    finally:
        for future in running:
            future.cancel()


def _next_chunk(
    queue: "_Queue", workers: int, running: dict[Answer, list[Run]], stop: Stop
) -> list[Run]:
    """Return the next runs; none after a Ctrl-C during their compilation, if others are running.

    Without running chunks the Ctrl-C is raised.
    """
    try:
        with interrupts.raise_at_once():
            return queue.next_chunk(workers)
    except KeyboardInterrupt as error:
        if isinstance(error, interrupts.Terminated) or not (running and stop()):
            raise
        interrupts.acknowledge()
        return []


class _Queue:
    """Runs that have not begun; only the next ones are made."""

    def __init__(self, runs: Iterable[Run]) -> None:
        self._ahead, self._rest = deque[Run](), iter(runs)
        self._single = deque[Run]()  # to be tried one by one
        self._seconds: dict[str, float] = {}  # the latest duration of a run, by cell

    def settle(self, chunk: list[Run], future: Answer) -> list[Outcome]:
        """Return the outcomes of a chunk; none if its runs are to be tried again."""
        try:
            outcomes, seconds = future.result()
        except CancelledError:  # a cluster that lost its scheduler forgets its tasks
            self._ahead.extendleft(reversed(chunk))
            return []
        except UserError:  # no worker can be started
            raise
        except Exception as error:  # the worker died, or its answer could not be sent
            if len(chunk) > 1:
                self._single.extend(chunk)
                return []
            return [Outcome(chunk[0], None, pool.explain_loss(error))]
        self._seconds[chunk[0].cell_key] = seconds / len(chunk)
        return outcomes

    def next_chunk(self, workers: int) -> list[Run]:
        """Return the next runs of one cell: many if they are known to be short."""
        if self._single:
            return [self._single.popleft()]
        share = 2 * workers
        room = share * MAX_RUNS_PER_CHUNK - len(self._ahead)
        self._ahead.extend(islice(self._rest, max(0, room)))
        if not self._ahead:
            return []
        first = self._ahead[0]
        if first.cell_key not in self._seconds and not is_plugin(first):
            # Compile once, before workers need it: they read it from the cache.
            warm_up(first.cell.algorithm, first.cell.space)
        seconds = self._seconds.get(first.cell_key, CHUNK_SECONDS)
        size = int(CHUNK_SECONDS / max(seconds, 1e-6))
        size = max(1, min(size, MAX_RUNS_PER_CHUNK, len(self._ahead) // share))
        chunk = [self._ahead.popleft()]
        while self._ahead and len(chunk) < size and self._ahead[0].cell_key == first.cell_key:
            chunk.append(self._ahead.popleft())
        return chunk
