"""Ctrl-C: the first lets runs under way end, the second ends the program.

A program may let SIGTERM and SIGHUP end it as a second Ctrl-C does. Once it ends, no further signal
disturbs it.
"""

import atexit
import os
import signal
import sys
import threading
import time
from _thread import start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, NoReturn


class Ended(KeyboardInterrupt):
    """The process was told to end by the signal ``number``: at once, but in good order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = signal.Signals(number)


SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
# Seconds in which further signals are passed over while a command ends in good order; no longer,
# since a library may have caught what was raised.
ENDING = 10.0
_raised_at = -ENDING
_left = threading.Event()


def end_at_ctrl_c(number: int, frame: FrameType | None) -> None:
    """Raise ``KeyboardInterrupt``, once in ``ENDING`` seconds."""
    _raise(KeyboardInterrupt())


def _end(number: int, frame: FrameType | None) -> None:
    _raise(Ended(number))


def _raise(error: KeyboardInterrupt) -> None:
    global _raised_at
    if time.monotonic() - _raised_at >= ENDING and not _left.is_set():
        _raised_at = time.monotonic()
        raise error


def end_by_signals() -> None:
    """Raise ``Ended`` at SIGTERM or SIGHUP, ``KeyboardInterrupt`` at SIGINT, from now on.

    Others in the ``ENDING`` seconds after it change nothing. One that is ignored, as under
    ``nohup``, stays ignored. Never in a thread.
    """
    if threading.current_thread() is threading.main_thread():
        ours = {signal.SIG_DFL: _end, signal.default_int_handler: end_at_ctrl_c}
        for number in [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]:
            if (usual := signal.getsignal(number)) in ours:
                signal.signal(number, ours[usual])
        sys.unraisablehook = _raise_again


def _raise_again(lost: Any) -> None:
    """Send a signal again whose exception was raised where Python drops it: as an object ends."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        number = getattr(lost.exc_value, "number", signal.SIGINT)
        # From a thread, and not at once: raised in here it would be dropped too.
        start_new_thread(_send_again, (number,))
    else:
        sys.__unraisablehook__(lost)


def _send_again(number: int) -> None:
    global _raised_at
    patience = 0.05
    while not _left.wait(patience):
        _raised_at, patience = -ENDING, ENDING
        os.kill(os.getpid(), number)


def pass_over() -> None:
    """Raise no more: the command has ended, and there is nobody left to hear it."""
    _left.set()


def leave(code: int) -> NoReturn:
    """End this process with ``code`` after its exit functions, whatever its threads are at.

    Taking the interpreter down while threads of a library still run (a cluster's) has ended in a
    segmentation fault.
    """
    pass_over()
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
    usual: Any = signal.getsignal(signal.SIGINT)
    if not _may_take(usual):
        yield heard.is_set
        return

    def note(number: int, frame: FrameType | None) -> None:
        if heard.is_set():
            usual(number, frame)
            return
        heard.set()
        if tell:
            tell()

    with _taken(note, usual):
        yield heard.is_set


@contextmanager
def raised() -> Iterator[None]:
    """Let Ctrl-C end what would otherwise only note it, such as a run of many that follow.

    Never in a thread.
    """
    usual: Any = signal.getsignal(signal.SIGINT)
    if not _may_take(usual):
        yield
        return

    def pass_on(number: int, frame: FrameType | None) -> None:
        usual(number, frame)

    with _taken(pass_on, usual):
        yield


def _may_take(usual: Any) -> bool:
    """Whether nobody else looks after Ctrl-C, and this thread may."""
    main = threading.current_thread() is threading.main_thread()
    return main and usual in (signal.default_int_handler, end_at_ctrl_c)


@contextmanager
def _taken(handler: Callable[[int, FrameType | None], None], usual: Any) -> Iterator[None]:
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is handler:
            signal.signal(signal.SIGINT, usual)
