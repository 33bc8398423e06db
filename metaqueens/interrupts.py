"""Ctrl-C: the first lets runs under way end, the second ends the program.

A program may let SIGTERM and SIGHUP end it as a second Ctrl-C does. Once it ends, no further signal
disturbs it.
"""

import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn


class Ended(KeyboardInterrupt):
    """The process was told to end by the signal ``number``: at once, but in good order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = signal.Signals(number)


def end_at_ctrl_c(number: int, frame: FrameType | None) -> NoReturn:
    """Raise ``KeyboardInterrupt``; later ones change nothing."""
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise ``Ended`` at the first SIGTERM or SIGHUP, ``KeyboardInterrupt`` at the first SIGINT.

    Later ones change nothing. One that is ignored, as under ``nohup``, stays ignored. Never in a
    thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    mine = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]

    def end(number: int, frame: object) -> None:
        for one in mine:
            signal.signal(one, signal.SIG_IGN)
        raise Ended(number)

    for number in mine:
        signal.signal(number, end)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end_at_ctrl_c)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)
        if signal.getsignal(signal.SIGINT) is end_at_ctrl_c:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def leave(code: int) -> NoReturn:
    """End this process with ``code`` after its exit functions, whatever its threads are at.

    Taking the interpreter down while threads of a library still run (a cluster's) has ended in a
    segmentation fault.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    atexit._run_exitfuncs()  # noqa: SLF001  # as multiprocessing calls them
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


@contextmanager
def noted(tell: Callable[[], None] | None = None) -> Iterator[Callable[[], bool]]:
    """Whether there was a Ctrl-C, at which ``tell`` is called.

    Never in a thread, or where somebody else looks after it.
    """
    heard = threading.Event()
    usual = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()
    if not main or usual not in (signal.default_int_handler, end_at_ctrl_c):
        yield heard.is_set
        return

    def note(number: int, frame: FrameType | None) -> None:
        if heard.is_set():
            usual(number, frame)
        heard.set()
        if tell:
            tell()

    signal.signal(signal.SIGINT, note)
    try:
        yield heard.is_set
    finally:
        if signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, usual)
