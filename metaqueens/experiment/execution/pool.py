"""Worker processes, of which one may die without the others.

They share nothing: each has a pipe of its own, and a thread here that gives it work. Where workers
share a queue, one that is killed while it holds the queue's lock, or in the middle of a message,
takes the others with it.
"""

import atexit
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, Generic, TypeVar

from metaqueens.config.file import Limits
from metaqueens.experiment.execution.child import (
    SAFE_PATH,
    SECONDS_TO_END,
    Begin,
    Child,
    WorkerLost,
)
from metaqueens.experiment.execution.worker import Answer, Submit, execute_all, prepare
from metaqueens.experiment.plan import Run
from metaqueens.text.errors import RunFailed, UserError

T = TypeVar("T")
# So often in a row may workers die before they are ready, and a task lose its worker.
MOST_STARTS, MOST_LOSSES = 10, 3
SECONDS_BETWEEN_LOOKS = 0.2
_NO_WORKERS = (
    "the worker processes die as they start; a script that uses them needs"
    ' `if __name__ == "__main__":` around its work'
)


@contextmanager
def opened(
    workers: int, limits: Limits | None = None
) -> Iterator[tuple[Submit, Callable[[], int]]]:
    """A way to submit runs to ``workers`` processes, held to the ``limits``, and their number."""
    with started(workers) as processes:

        def submit(chunk: list[Run]) -> Answer:
            return processes.submit(execute_all, chunk, limits)

        def slots() -> int:
            processes.check()
            return workers

        yield submit, slots


@contextmanager
def started(
    workers: int, begin: Begin = prepare, arguments: tuple[Any, ...] = ()
) -> Iterator["Workers"]:
    """``workers`` processes that each call ``begin`` first; at the end they are ended at once."""
    processes = Workers(workers, begin, arguments)
    try:
        yield processes
    finally:
        processes.end()


class Workers:
    """``workers`` processes and the work that waits for them; one that is lost is started again."""

    def __init__(self, workers: int, begin: Begin, arguments: tuple[Any, ...]) -> None:
        self._given = SAFE_PATH in os.environ, begin, arguments
        self._jobs = SimpleQueue[tuple[Future[Any], tuple[Any, ...]] | None]()
        self._alive = set[Child]()
        self._ended, self._starts = Event(), 0
        self._failure: Exception | None = None
        atexit.register(self.end)  # Python waits for processes that have not ended
        self._threads: list[Thread] = []  # of those that have begun, wherever Ctrl-C comes
        for _ in range(workers):
            thread = Thread(target=self._serve, daemon=True)
            thread.start()
            self._threads.append(thread)

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Have a worker do it; ``WorkerLost`` is the answer where that worker dies at it."""
        self.check()
        future = Future[T]()
        self._jobs.put((future, (function, *arguments)))
        return future

    def task(self, function: Callable[..., T], *arguments: Any) -> "Task[T]":
        """Have a worker do it, and another one where that worker is lost."""
        return Task(self, function, arguments)

    def check(self) -> None:
        """Raise ``UserError`` where no worker can be started.

        To be called again and again by what waits for an answer.
        """
        if self._failure:
            raise self._failure

    def end(self) -> None:
        """End all processes at once."""
        atexit.unregister(self.end)
        self._ended.set()
        for worker in [*self._alive]:
            worker.terminate()
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join(SECONDS_TO_END)
        while not self._jobs.empty():
            if job := self._jobs.get():
                job[0].cancel()

    def _serve(self) -> None:
        """Have a worker do one job after the other."""
        worker = self._started()
        while job := self._jobs.get():
            worker = self._done(worker, *job)
            del job  # what came of it may be large
        if worker:
            self._close(worker)

    def _done(
        self, worker: Child | None, future: Future[Any], call: tuple[Any, ...]
    ) -> Child | None:
        """Have ``worker`` do it, and return the one that does the next."""
        if not future.set_running_or_notify_cancel():
            return worker
        if worker and worker.is_lost():
            self._close(worker)
            worker = self._started()
        if worker is None:
            future.set_exception(BrokenExecutor())
            return None
        try:
            result = worker.do(call)
        except WorkerLost:
            future.set_exception(WorkerLost(self._close(worker)))
            return self._started()
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        return worker

    def _started(self) -> Child | None:
        """Return a worker that is ready, unless this is at its end or none can be started."""
        while not (self._ended.is_set() or self._failure):
            try:
                worker = Child(*self._given)
            except (OSError, EOFError):  # what forks them was killed
                pass
            except Exception as error:
                self._failure = error
                return None
            else:
                self._alive.add(worker)
                if self._ended.is_set():
                    worker.terminate()
                if worker.is_ready():
                    self._starts = 0
                    return worker
                self._close(worker)
            self._starts += 1
            if self._starts >= MOST_STARTS and not self._ended.is_set():
                self._failure = UserError(_NO_WORKERS)
            self._ended.wait(SECONDS_BETWEEN_LOOKS)  # what was killed takes a moment to be gone
        return None

    def _close(self, worker: Child) -> int | None:
        self._alive.discard(worker)
        return worker.close()


class Task(Generic[T]):
    """What a worker is to do; done again where its worker is lost, but for ``MOST_LOSSES``."""

    def __init__(
        self, workers: Workers, function: Callable[..., T], arguments: tuple[Any, ...]
    ) -> None:
        self._workers, self._call, self._losses = workers, (function, *arguments), 0
        self.future = workers.submit(*self._call)

    def is_done(self) -> bool:
        """Whether it has come to its end; where its worker was lost, it is begun again."""
        self._workers.check()
        if not self.future.done():
            return False
        error = self.future.exception()
        self._losses += isinstance(error, WorkerLost)
        if isinstance(error, BrokenExecutor | WorkerLost) and self._losses < MOST_LOSSES:
            self.future = self._workers.submit(*self._call)
            return False
        return True

    def result(self) -> T:
        """What came of it; ``RunFailed`` where each worker that did it was lost."""
        while not self.is_done():
            wait([self.future], SECONDS_BETWEEN_LOOKS)
        try:
            found: T = self.future.result()
        except WorkerLost as error:
            raise RunFailed(why_lost(error)) from None
        return found


def some_done(tasks: Sequence[Task[T]]) -> list[Task[T]]:
    """Those of the ``tasks`` that are done soon, or none."""
    wait([one.future for one in tasks], SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
    return [one for one in tasks if one.is_done()]


def why_lost(error: Exception) -> str:
    """Why a worker gave no answer, as far as the system tells."""
    code = getattr(error, "exitcode", None)
    if code == -getattr(signal, "SIGALRM", 0):
        return "ran longer than limits.seconds"
    if code == -getattr(signal, "SIGKILL", 9):
        return "its worker process was killed: by a person, or by the system for want of memory"
    if code is not None:
        return f"its worker process died with exit code {code}"
    return f"its worker process failed: {error!r}"
