"""Ctrl-C: the first lets runs under way end, the second ends the program.

A program may let SIGTERM and SIGHUP end it as a second Ctrl-C does. Once it ends, no further signal
disturbs it. Where a library loses what is raised, or turns it into an error of its own, it is
raised again.
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

from metaqueens.system import starting


class Ended(KeyboardInterrupt):
    """The process was told to end by the signal ``number``: at once, but in good order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = signal.Signals(number)


SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
# Seconds in which further signals are passed over while a command ends in good order.
ENDING = 10.0
# Seconds between looks at whether what was raised is on its way.
LOOK = 0.2
_raised_at = -ENDING
_last: KeyboardInterrupt | None = None
_raises = False
_left, _heard, _look = threading.Event(), threading.Event(), threading.Event()


def end_at_ctrl_c(number: int, frame: FrameType | None) -> None:
    """Raise ``KeyboardInterrupt``, unless one is on its way already."""
    _raise(KeyboardInterrupt(), number, frame)


def _end(number: int, frame: FrameType | None) -> None:
    _raise(Ended(number), number, frame)


def _raise(error: KeyboardInterrupt, number: int, frame: FrameType | None) -> None:
    global _raised_at, _last
    now, looked = time.monotonic(), _look.is_set()
    _look.clear()
    watched = _last is not None and not _heard.is_set()
    passed_over = watched and (looked or now - _raised_at < ENDING)
    if _left.is_set() or (passed_over and _is_on_its_way(frame)):
        return
    _raised_at, _last = now, error
    _heard.clear()
    if not watched:
        start_new_thread(_watch, (number,))
    raise error


def _watch(number: int) -> None:
    """Send the signal again, so that the main thread looks whether what was raised is lost.

    It may be, as in a callback of a module in C. Frames of a running thread cannot be read safely
    from another one.
    """
    while not _heard.wait(LOOK):
        _look.set()
        os.kill(os.getpid(), number)


def _is_on_its_way(frame: FrameType | None) -> bool:
    """Whether this thread, which is at ``frame``, is ending because of what was raised last."""
    while frame:
        if frame.f_code.co_name in ("__del__", _drop.__name__):
            return True  # of an object that ends with a frame: what is raised is not seen there
        frame = frame.f_back
    handled = sys.exc_info()[1]
    while handled is not None and handled is not _last:
        handled = handled.__context__
    return handled is not None


def end_by_signals() -> None:
    """Raise ``Ended`` at SIGTERM or SIGHUP, ``KeyboardInterrupt`` at SIGINT, from now on.

    Others in the ``ENDING`` seconds after it change nothing. One that is ignored, as under
    ``nohup``, stays ignored. Never in a thread.
    """
    if _is_main():
        ours = {
            signal.SIG_DFL: _end,
            signal.default_int_handler: end_at_ctrl_c,
            starting.end: end_at_ctrl_c,
        }
        for number in [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]:
            if (usual := signal.getsignal(number)) in ours:
                signal.signal(number, ours[usual])
        sys.unraisablehook = _drop


def _drop(lost: Any) -> None:
    """Say nothing of an interruption that is lost as an object ends: it is sent again."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)


def unheard() -> KeyboardInterrupt | None:
    """Return what was raised last, where nobody took account of it.

    A library may have turned it into an error of its own.
    """
    return None if _heard.is_set() else _last


def heard() -> None:
    """Note that a command takes account of what was raised: it is not sent again."""
    _heard.set()


def pass_over() -> None:
    """Raise no more: the command has ended, and there is nobody left to hear it.

    Ignored, a SIGINT does not end Python as it shuts down either.
    """
    _left.set()
    _heard.set()
    if signal.getsignal(signal.SIGINT) is end_at_ctrl_c:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


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
    """Whether there was a Ctrl-C, at which ``tell`` is called; the second one raises.

    Never in a thread, in ``raised``, or where somebody else looks after it.
    """
    heard = threading.Event()
    usual: Any = signal.getsignal(signal.SIGINT)
    if _raises or not _is_main() or usual not in (signal.default_int_handler, end_at_ctrl_c):
        yield heard.is_set
        return

    def note(number: int, frame: FrameType | None) -> None:
        again = heard.is_set()
        heard.set()
        if tell and not again:
            tell()
        if again or _raises:
            usual(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield heard.is_set
    finally:
        if signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, usual)


@contextmanager
def raised() -> Iterator[None]:
    """Let the first Ctrl-C raise, also if it would only be noted: nothing is reported before.

    Never in a thread.
    """
    global _raises
    outer, _raises = _raises, _raises or _is_main()
    try:
        yield
    finally:
        if _is_main():
            _raises = outer


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()
