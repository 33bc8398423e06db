"""Ctrl-C: the first lets runs under way end, the second ends the program.

A program may let SIGTERM and SIGHUP end it as a second Ctrl-C does. Once it ends, no further signal
disturbs it. While a module is imported no signal is raised: modules in C turn what is raised into
an ``ImportError``.
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
# Seconds in which further signals are passed over while a command ends in good order; no longer,
# since a library may have caught what was raised.
ENDING = 10.0
# Seconds for which a signal waits for the end of an import: one of a stranger's module may never.
LONGEST_IMPORT = 2.0
# Seconds between looks at whether what was raised is on its way.
LOOK = 0.2
_raised_at = -ENDING
_waits_since: float | None = None
_last: KeyboardInterrupt | None = None
_in_one_piece = False
_left, _heard, _look = threading.Event(), threading.Event(), threading.Event()


def end_at_ctrl_c(number: int, frame: FrameType | None) -> None:
    """Raise ``KeyboardInterrupt``, once in ``ENDING`` seconds."""
    _raise(KeyboardInterrupt(), number, frame)


def _end(number: int, frame: FrameType | None) -> None:
    _raise(Ended(number), number, frame)


def _raise(error: KeyboardInterrupt, number: int, frame: FrameType | None) -> None:
    global _raised_at, _waits_since, _last
    now, looked = time.monotonic(), _look.is_set()
    _look.clear()
    if _left.is_set() or (looked and _last and _is_on_its_way(_last, frame)):
        return
    if now - _raised_at < ENDING and not looked:
        return
    if _is_importing(frame):
        _waits_since = now if _waits_since is None else _waits_since
        if now - _waits_since < LONGEST_IMPORT:
            start_new_thread(_send_soon, (number,))
            return
    _raised_at, _waits_since = now, None
    watched, _last = _last is not None and not _heard.is_set(), error
    _heard.clear()
    if not watched:
        start_new_thread(_watch, (number,))
    raise error


def _is_importing(frame: FrameType | None) -> bool:
    return any(one.f_code.co_filename == "<frozen importlib._bootstrap>" for one in _stack(frame))


def _stack(frame: FrameType | None) -> Iterator[FrameType]:
    while frame:
        yield frame
        frame = frame.f_back


def _send_soon(number: int) -> None:
    if not _left.wait(0.01):
        os.kill(os.getpid(), number)


def _watch(number: int) -> None:
    """Send the signal again, so that the main thread looks whether what was raised is lost.

    It may be, as in a callback of a module in C. Frames of a running thread cannot be read safely
    from another one.
    """
    while not _heard.wait(LOOK):
        _look.set()
        os.kill(os.getpid(), number)


def _is_on_its_way(error: KeyboardInterrupt, frame: FrameType | None) -> bool:
    """Return whether this thread, which is at ``frame``, is ending because of ``error``."""
    if any(one.f_code.co_name == "__del__" for one in _stack(frame)):
        return True  # of an object that ends with a frame: what is raised is not to be seen there
    handled = sys.exc_info()[1]
    while handled is not None and handled is not error:
        handled = handled.__context__
    return handled is error


def end_by_signals() -> None:
    """Raise ``Ended`` at SIGTERM or SIGHUP, ``KeyboardInterrupt`` at SIGINT, from now on.

    Others in the ``ENDING`` seconds after it change nothing. One that is ignored, as under
    ``nohup``, stays ignored. Never in a thread.
    """
    if threading.current_thread() is threading.main_thread():
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
    """Whether there was a Ctrl-C, at which ``tell`` is called.

    Never in a thread, or where somebody else looks after it.
    """
    global _in_one_piece
    heard = threading.Event()
    usual: Any = signal.getsignal(signal.SIGINT)
    if not (_in_one_piece or _may_take(usual)):
        yield heard.is_set
        return

    def note(number: int, frame: FrameType | None) -> None:
        again = heard.is_set()
        heard.set()
        if tell and not again:
            tell()
        if again or _in_one_piece:
            usual(number, frame)

    outer, _in_one_piece = _in_one_piece, False
    try:
        with _taken(note, usual):
            yield heard.is_set
    finally:
        _in_one_piece = outer


@contextmanager
def in_one_piece() -> Iterator[None]:
    """Let the first Ctrl-C raise, not only be noted: this reports nothing before its end.

    Never in a thread.
    """
    global _in_one_piece
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    outer, _in_one_piece = _in_one_piece, True
    try:
        yield
    finally:
        _in_one_piece = outer


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
