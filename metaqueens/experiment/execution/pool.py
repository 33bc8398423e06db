"""A pool of worker processes, in which one may die without the others."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import BaseContext
from time import sleep
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from metaqueens.config.file import Limits
from metaqueens.experiment.execution.worker import Answer, Submit, execute_all, prepare
from metaqueens.experiment.plan import Run
from metaqueens.text.errors import RunFailed, UserError

if TYPE_CHECKING:
    from pebble import ProcessPool

T = TypeVar("T")
Begin = Callable[..., None]
# Python looks for modules first in the folder that it is started in, unless this is set.
SAFE_PATH = "PYTHONSAFEPATH"
# So often in a row a pool may be started anew without anything done, and a task lose its worker.
MOST_STARTS, MOST_LOSSES = 10, 3
SECONDS_BETWEEN_LOOKS = 0.2
# What Python says of a worker where the process that forked it is gone: whether it lives, and what
# it works at, is not known then.
SERVER_GONE = 255
# With it pebble's worker ends that cannot get the pool's lock: one that was killed may hold it.
LOCKED_OUT = 1
_NO_WORKERS = (
    "the worker processes die as they start; a script that uses them needs"
    ' `if __name__ == "__main__":` around its work'
)


@contextmanager
def opened(
    workers: int, limits: Limits | None = None
) -> Iterator[tuple[Submit, Callable[[], int]]]:
    """Yield a function that submits runs to ``workers`` processes, and their number."""
    with started(workers) as processes:

        def submit(chunk: list[Run]) -> Answer:
            return processes.submit(execute_all, chunk, limits)

        def slots() -> int:
            processes.look()
            return workers

        yield submit, slots


@contextmanager
def started(
    workers: int, begin: Begin = prepare, arguments: tuple[Any, ...] = ()
) -> Iterator["Workers"]:
    """Start ``workers`` processes that each call ``begin`` first; end them at once at the end."""
    processes = Workers(workers, begin, arguments)
    try:
        yield processes
    finally:
        processes.end()


class Workers:
    """A pool of ``workers`` processes, started again where it is lost.

    One worker that dies at work is replaced by the pool itself. It is lost where one dies that is
    idle, or the process that forks them.

    Raises ``UserError`` where the workers die as they start, again and again.
    """

    def __init__(self, workers: int, begin: Begin, arguments: tuple[Any, ...]) -> None:
        self._given = workers, begin, arguments
        self._under_way: set[Future[Any]] = set()
        self._starts, self._lost = 0, False
        self._pool = self._started()

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Have a worker do it; ``BrokenExecutor`` is the answer where the pool was lost before."""
        while True:
            self.look()
            try:
                future: Future[T] = self._pool.submit(function, None, *arguments)
            except RuntimeError:  # lost since we looked
                continue
            self._under_way.add(future)
            future.add_done_callback(self._note)
            return future

    def task(self, function: Callable[..., T], *arguments: Any) -> "Task[T]":
        """Have a worker do it, and another one where that worker is lost."""
        return Task(self, function, arguments)

    def look(self) -> None:
        """Start the pool again where it is lost. To be called while an answer is waited for."""
        if self._lost or not self._pool.active:
            self.end()
            self._pool = self._started()

    def end(self) -> None:
        """End all processes at once."""
        _end(self._pool)
        for future in [*self._under_way]:  # what was submitted while it broke has no end
            if not future.done():
                future.set_exception(BrokenExecutor())

    def _started(self) -> "ProcessPool":
        self._lost = False
        while self._starts < MOST_STARTS:
            if self._starts:  # what was killed may take a while to be gone
                sleep(SECONDS_BETWEEN_LOOKS)
            self._starts += 1
            pool = _made(*self._given)
            try:
                with nothing_imported_from_here(), _terminal_signals_blocked():
                    pool.active  # noqa: B018  # starts the workers while this process compiles
            except BrokenExecutor:
                _end(pool)
            except BaseException:
                _end(pool)
                raise
            else:
                return pool
        raise UserError(_NO_WORKERS)

    def _note(self, future: "Future[Any]") -> None:
        self._under_way.discard(future)
        error = None if future.cancelled() else future.exception()
        if error is None:
            self._starts = 0
        elif getattr(error, "exitcode", None) == SERVER_GONE:
            self._lost = True


class Task(Generic[T]):
    """What a worker is to do; done again where its worker is lost, but for ``MOST_LOSSES``."""

    def __init__(
        self, workers: Workers, function: Callable[..., T], arguments: tuple[Any, ...]
    ) -> None:
        self._workers, self._call, self._losses = workers, (function, *arguments), 0
        self.future = workers.submit(*self._call)

    def is_done(self) -> bool:
        """Whether it has come to its end; where its worker was lost, it is begun again."""
        from pebble import ProcessExpired

        self._workers.look()
        if not self.future.done():
            return False
        error = self.future.exception()
        self._losses += isinstance(error, ProcessExpired)
        if isinstance(error, BrokenExecutor | ProcessExpired) and self._losses < MOST_LOSSES:
            self.future = self._workers.submit(*self._call)
            return False
        return True

    def result(self) -> T:
        """Return what came of it; ``RunFailed`` where each worker that did it was lost."""
        from pebble import ProcessExpired

        while not self.is_done():
            wait([self.future], SECONDS_BETWEEN_LOOKS)
        try:
            found: T = self.future.result()
        except ProcessExpired as error:
            raise RunFailed(why_lost(error)) from None
        return found


def some_done(tasks: Sequence[Task[T]]) -> list[Task[T]]:
    """Return those of the ``tasks`` that are done soon, or none."""
    wait([one.future for one in tasks], SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
    return [one for one in tasks if one.is_done()]


def is_locked_out(error: Exception) -> bool:
    """Whether a worker ended for what happened to another one, as far as its exit code tells."""
    return getattr(error, "exitcode", None) == LOCKED_OUT


def why_lost(error: Exception) -> str:
    """Return why a worker gave no answer, as far as the system tells."""
    code = getattr(error, "exitcode", None)
    if code == -getattr(signal, "SIGALRM", 0):
        return "ran longer than limits.seconds"
    if code == -getattr(signal, "SIGKILL", 9):
        return "its worker process was killed: by a person, or by the system for want of memory"
    if code is not None:
        return f"its worker process died with exit code {code}"
    return f"its worker process failed: {error!r}"


def start_method() -> BaseContext:
    """Return how workers begin: forked from a process that has imported all, where possible."""
    forks = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if forks else "spawn")
    context.set_forkserver_preload(["metaqueens.experiment.execution.preload"])
    with nothing_imported_from_here(), _terminal_signals_blocked():
        pass  # the process that follows up on semaphores has begun, before there are any
    return context


def _made(workers: int, begin: Begin, arguments: tuple[Any, ...]) -> "ProcessPool":
    """Return a pool that starts when it is first asked for something."""
    from pebble import ProcessPool

    given = SAFE_PATH in os.environ, begin, arguments
    return ProcessPool(workers, initializer=_begun, initargs=given, context=start_method())


def _begun(was_set: bool, begin: Begin, arguments: tuple[Any, ...]) -> None:
    """Begin a worker, in whose own processes Python looks for modules where it always does."""
    look_here_again(was_set)
    begin(*arguments)


def look_here_again(was_set: bool) -> None:
    """Let the processes that this one starts look for modules as the user's others do."""
    if not was_set:
        os.environ.pop(SAFE_PATH, None)


@contextmanager
def nothing_imported_from_here() -> Iterator[bool]:
    """Start no process that takes a ``queue.py`` of the current folder for Python's own.

    Whether the user wants that of all processes anyway.
    """
    was_set = SAFE_PATH in os.environ
    os.environ.setdefault(SAFE_PATH, "1")
    try:
        yield was_set
    finally:
        look_here_again(was_set)


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


def _end(pool: "ProcessPool") -> None:
    pool.stop()
    pool.join()
