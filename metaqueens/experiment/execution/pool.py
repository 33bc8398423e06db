"""Worker processes, of which one may die without the others.

They share nothing: each has a pipe of its own, and a thread here that gives it work. Where workers
share a queue, one that is killed while it holds the queue's lock, or in the middle of a message,
takes the others with it.
"""

import atexit
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, local
from typing import Any, TypeVar

from metaqueens.experiment.execution.child import SAFE_PATH, Begin, Child, WorkerLost
from metaqueens.experiment.execution.worker import prepare
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
def started(workers: int, begin: Begin = prepare) -> Iterator["Workers"]:
    """``workers`` processes that each call ``begin`` first; at the end they are ended at once."""
    processes = Workers(workers, begin)
    try:
        yield processes
    finally:
        processes.end()


class Workers:
    """Threads that have a worker process each; one that is lost is started again.

    What they are given comes to ``UserError`` where no worker can be started.
    """

    def __init__(self, workers: int, begin: Begin) -> None:
        self._given = SAFE_PATH in os.environ, begin
        self._own, self._alive = local(), set[Child]()
        self._ended, self._starts = Event(), 0
        self._failure: Exception | None = None
        self._threads = ThreadPoolExecutor(workers, initializer=self._worker)
        atexit.register(self.end)  # Python waits for processes that have not ended
        for _ in range(workers):  # all begin now, and not when there is work
            self._threads.submit(int)

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Have a worker do it; ``WorkerLost`` is the answer where that worker dies at it."""
        return self._threads.submit(self._do, function, *arguments)

    def task(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Have a worker do it, and another one where that worker is lost.

        ``RunFailed`` is the answer where each worker that did it was lost.
        """
        return self._threads.submit(self._do_again, function, *arguments)

    def end(self) -> None:
        """End all processes at once."""
        atexit.unregister(self.end)
        self._ended.set()
        for worker in [*self._alive]:
            worker.terminate()
        # A thread that waits for its worker to be forked is left alone: it ends that worker itself.
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in [*self._alive]:
            self._close(worker)

    def _do(self, *call: Any) -> Any:
        worker = self._worker()
        if worker is None:
            raise self._failure or BrokenExecutor
        try:
            return worker.do(call)
        except WorkerLost:
            self._own.worker = None
            raise WorkerLost(self._close(worker)) from None

    def _do_again(self, *call: Any) -> Any:
        for _ in range(MOST_LOSSES):
            try:
                return self._do(*call)
            except WorkerLost as error:
                why = why_lost(error)
        raise RunFailed(why)

    def _worker(self) -> Child | None:
        """Return the worker of this thread, another one where it is lost; None at the end."""
        worker: Child | None = getattr(self._own, "worker", None)
        if worker and worker.is_lost():
            self._close(worker)
            worker = None
        self._own.worker = worker or self._started()
        return self._own.worker  # type: ignore[no-any-return]

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
