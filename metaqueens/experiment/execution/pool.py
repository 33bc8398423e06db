"""A pool of worker processes, in which one may die without the others."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import BaseContext
from typing import TYPE_CHECKING, Any

from metaqueens.config.file import Limits
from metaqueens.experiment.execution.worker import Answer, Submit, execute_all, prepare
from metaqueens.experiment.plan import Run

if TYPE_CHECKING:
    from pebble import ProcessPool

Begin = Callable[..., None]
# Python looks for modules first in the folder that it is started in, unless this is set.
SAFE_PATH = "PYTHONSAFEPATH"


@contextmanager
def opened(workers: int, limits: Limits | None = None) -> Iterator[Submit]:
    """A way to submit runs to ``workers`` processes, which are held to the ``limits``."""
    pool = _started(workers)

    def submit(chunk: list[Run]) -> Answer:
        nonlocal pool
        try:
            future: Answer
            future = pool.submit(execute_all, None, chunk, limits)
        except RuntimeError:  # a worker that was idle died, which ends the pool
            _end(pool)
            pool = _started(workers)
            future = pool.submit(execute_all, None, chunk, limits)
        return future

    try:
        yield submit
    finally:
        _end(pool)


@contextmanager
def started(
    workers: int, begin: Begin = prepare, arguments: tuple[Any, ...] = ()
) -> Iterator["ProcessPool"]:
    """A pool of ``workers`` that each call ``begin`` first; at the end they are ended at once."""
    pool = _started(workers, begin, arguments)
    try:
        yield pool
    finally:
        _end(pool)


def start_method() -> BaseContext:
    """How workers begin: forked from a process that has imported everything, where that can be."""
    forks = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if forks else "spawn")
    context.set_forkserver_preload(["metaqueens.experiment.execution.preload"])
    with nothing_imported_from_here(), _terminal_signals_blocked():
        pass  # the process that follows up on semaphores has begun, before there are any
    return context


def _started(
    workers: int, begin: Begin = prepare, arguments: tuple[Any, ...] = ()
) -> "ProcessPool":
    from pebble import ProcessPool

    context = start_method()
    with nothing_imported_from_here() as was_set, _terminal_signals_blocked():
        pool = ProcessPool(
            workers, initializer=_begun, initargs=(was_set, begin, arguments), context=context
        )
        pool.active  # noqa: B018  # starts the workers while this process compiles
    return pool


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
