"""A worker process with a pipe of its own, forked where it can be from one that is ready."""

import multiprocessing
import os
import pickle
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import connection, resource_tracker
from multiprocessing.context import BaseContext
from threading import Lock
from typing import Any

Begin = Callable[[], None]
# Python looks for modules first in the folder that it is started in, unless this is set.
SAFE_PATH = "PYTHONSAFEPATH"
# For a worker that was told to end.
SECONDS_TO_END = 3.0
# What Python says of a process where the one that forked it is gone: it may well live.
SERVER_GONE = 255
# Held while a process is started or looked at: multiprocessing looks at all of them whenever one is
# started, and an exit code can be read once.
_processes = Lock()


class WorkerLost(Exception):
    """The end of a worker process at work, with its ``exitcode`` as far as it is known."""

    def __init__(self, exitcode: int | None) -> None:
        super().__init__(exitcode)
        self.exitcode = exitcode


class Child:
    """A process and our end of its pipe."""

    def __init__(self, was_set: bool, begin: Begin) -> None:
        with _processes:
            context = start_method()
            self._pipe, theirs = context.Pipe()
            given = theirs, was_set, begin
            self._process = context.Process(target=_work, args=given)  # type: ignore[attr-defined]
            try:
                with _nothing_imported_from_here(), _terminal_signals_blocked():
                    self._process.start()
            except BaseException:
                self._pipe.close()
                raise
            finally:
                theirs.close()

    def is_ready(self) -> bool:
        """Wait until it is ready; whether it is."""
        try:
            self._received()
        except WorkerLost:
            return False
        return True

    def is_lost(self) -> bool:
        """Whether it ended while it had nothing to do, and nothing to say."""
        try:
            return self._pipe.poll()
        except OSError:
            return True

    def do(self, call: tuple[Any, ...]) -> Any:
        """Have it call a function; return its result, or raise its error or ``WorkerLost``."""
        message = pickle.dumps(call)
        try:
            self._pipe.send_bytes(message)
        except OSError:
            raise WorkerLost(None) from None
        result, error = pickle.loads(self._received())
        if error is not None:
            raise error
        return result

    def _received(self) -> bytes:
        # Where it has ended, its own children may hold its end of the pipe open.
        ready = connection.wait([self._pipe, self._process.sentinel])
        if self._pipe not in ready and self._exitcode() != SERVER_GONE:
            raise WorkerLost(None)
        try:
            return self._pipe.recv_bytes()
        except (EOFError, OSError):
            raise WorkerLost(None) from None

    def _exitcode(self) -> int | None:
        with _processes:
            return self._process.exitcode  # type: ignore[no-any-return]

    def terminate(self) -> None:
        """Tell the process to end."""
        with suppress(OSError):
            os.kill(self._process.pid, signal.SIGTERM)

    def close(self) -> int | None:
        """Wait for its end, which has begun, and return its exit code."""
        with _processes:
            self._process.join(SECONDS_TO_END)
            if self._process.exitcode is None:  # it has closed its end of the pipe and lives on
                self._process.kill()
                self._process.join()
            self._pipe.close()
            return self._process.exitcode  # type: ignore[no-any-return]


def _work(pipe: connection.Connection, was_set: bool, begin: Begin) -> None:
    """Do what comes through the pipe, until its other end is closed.

    In its own processes Python looks for modules where it always does.
    """
    _look_here_again(was_set)
    begin()
    with suppress(EOFError, OSError):
        pipe.send_bytes(b"ready")
        while True:
            pipe.send_bytes(_answer(pipe.recv_bytes()))


def _answer(message: bytes) -> bytes:
    """Call what is asked for; its result or its error."""
    try:
        function, *arguments = pickle.loads(message)
        return pickle.dumps((function(*arguments), None))
    except BaseException as error:
        error.add_note(traceback.format_exc())
        with suppress(Exception):
            return pickle.dumps((None, error))
        return pickle.dumps((None, RuntimeError(repr(error))))


def start_method() -> BaseContext:
    """How workers begin: forked from a process that has imported everything, where that can be."""
    forks = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if forks else "spawn")
    context.set_forkserver_preload(["metaqueens.experiment.execution.preload"])
    with _nothing_imported_from_here(), _terminal_signals_blocked():
        pass  # the process that follows up on semaphores has begun, before there are any
    return context


def _look_here_again(was_set: bool) -> None:
    """Let the processes that this one starts look for modules as the user's others do."""
    if not was_set:
        os.environ.pop(SAFE_PATH, None)


@contextmanager
def _nothing_imported_from_here() -> Iterator[None]:
    """Start no process that takes a ``queue.py`` of the current folder for Python's own."""
    was_set = SAFE_PATH in os.environ
    os.environ.setdefault(SAFE_PATH, "1")
    try:
        yield
    finally:
        _look_here_again(was_set)


@contextmanager
def _terminal_signals_blocked() -> Iterator[None]:
    """Keep Ctrl-C and SIGHUP from what is started: terminals tell all, but we end our processes."""
    if not hasattr(signal, "SIGHUP"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    try:
        resource_tracker.ensure_running()  # where Python starts it, SIGINT is unblocked at the end
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
