"""A pool of worker processes, in which one may die without the others."""

import multiprocessing
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
    workers: int, begin: Callable[..., None] = prepare, arguments: tuple[Any, ...] = ()
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
    return context


def _started(
    workers: int, begin: Callable[..., None] = prepare, arguments: tuple[Any, ...] = ()
) -> "ProcessPool":
    from pebble import ProcessPool

    context = start_method()
    with _terminal_signals_blocked():
        pool = ProcessPool(workers, initializer=begin, initargs=arguments, context=context)
        pool.active  # noqa: B018  # starts the workers while this process compiles
    return pool


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
