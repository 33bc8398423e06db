"""Worker processes, one of which may die without the others.

Each has a pipe of its own, and a thread here that gives it work. If workers shared a queue, one
that is killed while it holds the queue's lock, or in the middle of a message, would take the others
with it. A worker is started (``is_ready``), works (``call``), and is lost or ended (``close``).
"""

import atexit
import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from multiprocessing import connection, resource_tracker
from threading import Event, Lock, local
from typing import Any, TypeVar

from metaqueens.experiment.execution.worker import prepare
from metaqueens.text.errors import RunFailed, UserError

T = TypeVar("T")
Begin = Callable[[], None]
# Limits of consecutive failed starts, and of lost workers for one task.
MAX_STARTS, MAX_LOSSES = 10, 3
SECONDS_BETWEEN_STARTS = 0.2
# For a worker that received SIGTERM.
SECONDS_TO_END = 3.0
# Python imports from the folder that it is started in first, unless this variable is set.
SAFE_PATH = "PYTHONSAFEPATH"
# The exit code that Python reports if the fork server is gone; the worker may still run.
SERVER_GONE = 255
_NO_WORKERS = (
    "the worker processes die as they start; a script that uses them needs"
    ' `if __name__ == "__main__":` around its work'
)
# Held while a process is started or polled: multiprocessing polls all of them at each start, and an
# exit code can be read once.
_processes = Lock()


class WorkerLost(Exception):
    """A worker process ended at work, with this ``exitcode`` if it is known."""

    def __init__(self, exitcode: int | None) -> None:
        super().__init__(exitcode)
        self.exitcode = exitcode


class Worker:
    """A process and our end of its pipe."""

    def __init__(self, is_safe: bool, begin: Begin) -> None:
        with _processes:
            forks = "forkserver" in multiprocessing.get_all_start_methods()
            context: Any = multiprocessing.get_context("forkserver" if forks else "spawn")
            context.set_forkserver_preload(["metaqueens.experiment.execution.preload"])
            with _safe_start():  # the tracker of semaphores starts before there are any
                self._pipe, other = context.Pipe()
            self.process = context.Process(target=_work, args=(other, is_safe, begin))
            try:
                with _safe_start():
                    self.process.start()
            except BaseException:
                self._pipe.close()
                raise
            finally:
                other.close()

    def is_ready(self) -> bool:
        """Wait for its start; tell whether it succeeded."""
        try:
            self._receive()
        except WorkerLost:
            return False
        return True

    def is_lost(self) -> bool:
        """Tell whether it ended without work."""
        try:
            return bool(self._pipe.poll())
        except OSError:
            return True

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the process. Raises its error, or ``WorkerLost``."""
        message = pickle.dumps((function, *arguments))
        try:
            self._pipe.send_bytes(message)
        except OSError:
            raise WorkerLost(None) from None
        result, error = pickle.loads(self._receive())
        if error is not None:
            raise error
        return result

    def _receive(self) -> bytes:
        # After its end, its own children may hold its end of the pipe open.
        ready = connection.wait([self._pipe, self.process.sentinel])
        with _processes:
            is_gone = self._pipe not in ready and self.process.exitcode != SERVER_GONE
        with suppress(EOFError, OSError):
            if not is_gone:
                message: bytes = self._pipe.recv_bytes()
                return message
        raise WorkerLost(None)

    def close(self) -> int | None:
        """Wait for its end, or kill it; return its exit code."""
        with _processes:
            self.process.join(SECONDS_TO_END)
            if self.process.exitcode is None:
                self.process.kill()
                self.process.join()
            self._pipe.close()
            return self.process.exitcode  # type: ignore[no-any-return]


def _work(pipe: connection.Connection, is_safe: bool, begin: Begin) -> None:
    """Do the calls that arrive through the pipe, until its other end is closed."""
    if not is_safe:
        os.environ.pop(SAFE_PATH, None)  # processes of user code import as usual
    sys.stdout = sys.stderr  # the coordinator alone writes the output of a command
    begin()
    with suppress(EOFError, OSError):
        pipe.send_bytes(b"ready")
        while True:
            pipe.send_bytes(_answer(pipe.recv_bytes()))


def _answer(message: bytes) -> bytes:
    """Call the function in ``message``; return its result or its error."""
    try:
        function, *arguments = pickle.loads(message)
        return pickle.dumps((function(*arguments), None))
    except BaseException as error:
        error.add_note(traceback.format_exc())
        with suppress(Exception):
            return pickle.dumps((None, error))
        return pickle.dumps((None, RuntimeError(repr(error))))


@contextmanager
def _safe_start() -> Iterator[None]:
    """Start processes that ignore a ``queue.py`` of the current folder and signals of a terminal.

    A terminal sends Ctrl-C and SIGHUP to all processes, but we end our own.
    """
    is_safe = SAFE_PATH in os.environ
    os.environ.setdefault(SAFE_PATH, "1")
    has_signals = hasattr(signal, "SIGHUP")  # not on Windows
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP}) if has_signals else set()
    try:
        if has_signals:
            resource_tracker.ensure_running()  # its start unblocks SIGINT
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        if has_signals:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if not is_safe:
            os.environ.pop(SAFE_PATH, None)


class Pool(AbstractContextManager["Pool"]):
    """Threads with a worker process each, which calls ``begin`` first; replaced if it is lost.

    A context manager: the processes end at once at its end. Calls raise ``UserError`` if no worker
    can be started.
    """

    def __init__(self, workers: int, begin: Begin = prepare) -> None:
        self._arguments = SAFE_PATH in os.environ, begin
        self._own, self._alive = local(), set[Worker]()
        self._ended, self._starts = Event(), 0
        self._failure: Exception | None = None
        self._threads = ThreadPoolExecutor(workers, initializer=self._worker)
        atexit.register(self.end)  # Python waits for processes that have not ended
        for _ in range(workers):  # start all now, not when there is work
            self._threads.submit(int)

    def __exit__(self, *error: object) -> None:
        self.end()

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Call a function in a worker; its result may be the error ``WorkerLost``."""
        return self._threads.submit(self._call, function, *arguments)

    def task(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Call a function in a worker, again if the worker is lost; ``RunFailed`` at last."""
        return self._threads.submit(self._call_again, function, *arguments)

    def end(self) -> None:
        """End all processes at once."""
        atexit.unregister(self.end)
        self._ended.set()
        for worker in [*self._alive]:
            worker.process.terminate()
        # A thread that waits for the fork of its worker ends that worker itself.
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in [*self._alive]:
            self._close(worker)

    def _call(self, *call: Any) -> Any:
        worker = self._worker()
        if worker is None:
            raise self._failure or BrokenExecutor
        try:
            return worker.call(*call)
        except WorkerLost:
            self._own.worker = None
            raise WorkerLost(self._close(worker)) from None

    def _call_again(self, *call: Any) -> Any:
        for _ in range(MAX_LOSSES):
            try:
                return self._call(*call)
            except WorkerLost as error:
                why = explain_loss(error)
        raise RunFailed(why)

    def _worker(self) -> Worker | None:
        """Return the worker of this thread, a new one if it is lost; None at the end."""
        worker: Worker | None = getattr(self._own, "worker", None)
        if worker and worker.is_lost():
            self._close(worker)
            worker = None
        self._own.worker = worker = worker or self._start()
        return worker

    def _start(self) -> Worker | None:
        """Start a worker; None at the end, or if none can be started."""
        while not (self._ended.is_set() or self._failure):
            try:
                worker = Worker(*self._arguments)
            except (OSError, EOFError):  # the fork server was killed
                pass
            except Exception as error:
                self._failure = error
                return None
            else:
                self._alive.add(worker)
                if self._ended.is_set():
                    worker.process.terminate()
                if worker.is_ready():
                    self._starts = 0
                    return worker
                self._close(worker)
            self._starts += 1
            if self._starts >= MAX_STARTS and not self._ended.is_set():
                self._failure = UserError(_NO_WORKERS)
            self._ended.wait(SECONDS_BETWEEN_STARTS)  # a killed process is gone after a moment
        return None

    def _close(self, worker: Worker) -> int | None:
        self._alive.discard(worker)
        return worker.close()


def explain_loss(error: Exception) -> str:
    """Explain why a worker gave no answer, as far as the system tells."""
    code = getattr(error, "exitcode", None)
    if code == -getattr(signal, "SIGALRM", 0):
        return "ran longer than limits.seconds"
    if code == -getattr(signal, "SIGKILL", 9):
        return "its worker process was killed, possibly because memory ran out"
    if code is not None:
        return f"its worker process died with exit code {code}"
    return f"its worker process failed: {error!r}"
