"""Ctrl-C: the first lets running runs end, the second ends the program.

SIGTERM and SIGHUP can end a program as a second Ctrl-C does. A signal raises an error, which is
*pending* until a command acknowledges it. A library may lose a pending error, or replace it by an
error of its own: then it is raised again. Once the program ends, further signals are ignored.
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


class Terminated(KeyboardInterrupt):
    """The signal ``number`` ends the process: at once, but in good order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = signal.Signals(number)


SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
# While a command ends in good order, further signals are ignored for this time.
ENDING_SECONDS = 10.0
# Between a Ctrl-C and the message that the command waits for the end of its work.
SECONDS_OF_SILENCE = 0.3
# Between checks whether the pending error is lost.
CHECK_SECONDS = 0.2


class _State:
    """The last error, when it was raised, and what happened since."""

    error: KeyboardInterrupt | None = None
    time = -ENDING_SECONDS
    acknowledged, check, exiting = (threading.Event() for _ in range(3))
    raises_at_once = False


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise ``KeyboardInterrupt`` or ``Terminated``, unless one is pending."""
    now, is_check = time.monotonic(), _State.check.is_set()
    _State.check.clear()
    is_pending = pending() is not None
    is_early = is_pending and (is_check or now - _State.time < ENDING_SECONDS)
    if _State.exiting.is_set() or (is_early and _is_handled(frame)):
        return
    error = KeyboardInterrupt() if number == signal.SIGINT else Terminated(number)
    _State.time, _State.error = now, error
    _State.acknowledged.clear()
    if not is_pending:
        start_new_thread(_watch, (number,))
    raise error


def _watch(number: int) -> None:
    """Send the signal again until the error is acknowledged, so that the main thread checks it.

    It may be lost, as in a callback of a C module. Frames of a running thread cannot be read safely
    from another thread.
    """
    while not _State.acknowledged.wait(CHECK_SECONDS):
        _State.check.set()
        os.kill(os.getpid(), number)


def _is_handled(frame: FrameType | None) -> bool:
    """Tell whether this thread, at ``frame``, is ending because of the pending error."""
    while frame:
        if frame.f_code.co_name in ("__del__", _report_lost.__name__):
            return True  # an error that is raised there is lost
        frame = frame.f_back
    handled = sys.exc_info()[1]
    while handled is not None and handled is not _State.error:
        handled = handled.__context__
    return handled is not None


def install_handlers() -> None:
    """Raise ``Terminated`` at SIGTERM or SIGHUP, ``KeyboardInterrupt`` at SIGINT, from now on.

    A signal that is ignored, as under ``nohup``, stays ignored. Nothing changes in a thread.
    """
    if _is_main():
        usual = signal.SIG_DFL, signal.default_int_handler, starting.end
        for number in [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]:
            if signal.getsignal(number) in usual:
                signal.signal(number, interrupt)
        sys.unraisablehook = _report_lost


def _report_lost(lost: Any) -> None:
    """Report an error in ``__del__``, unless it is an interruption, which is raised again."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)


def pending() -> KeyboardInterrupt | None:
    """Return the error that nothing acknowledged; a library may have replaced it."""
    return None if _State.acknowledged.is_set() else _State.error


def acknowledge() -> None:
    """Do not raise the pending error again: a command handles it."""
    _State.acknowledged.set()


def ignore_signals() -> None:
    """Raise no more, because the command has ended."""
    _State.exiting.set()
    acknowledge()
    if signal.getsignal(signal.SIGINT) is interrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # also while Python shuts down


def exit_process(code: int) -> NoReturn:
    """End this process with ``code`` after its exit functions, whatever its threads do.

    Python's own shutdown can crash while threads of a library (Dask's) still run.
    """
    ignore_signals()
    atexit._run_exitfuncs()  # noqa: SLF001  # as multiprocessing calls them
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


@contextmanager
def catch_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Yield a function that tells whether there was a Ctrl-C; the second one raises.

    If the context does not end soon after the first one, a message says so. Nothing is caught in a
    thread, in ``raise_at_once``, or if another handler is installed.
    """
    caught, ended = threading.Event(), threading.Event()
    usual: Any = signal.getsignal(signal.SIGINT)
    is_ours = usual in (signal.default_int_handler, interrupt)
    if _State.raises_at_once or not _is_main() or not is_ours:
        yield caught.is_set
        return

    def catch(number: int, frame: FrameType | None) -> None:
        is_second = caught.is_set()
        caught.set()
        if not is_second:
            start_new_thread(_announce_wait, (ended,))
        if is_second or _State.raises_at_once:
            usual(number, frame)

    signal.signal(signal.SIGINT, catch)
    try:
        yield caught.is_set
    finally:
        ended.set()
        if signal.getsignal(signal.SIGINT) is catch:
            signal.signal(signal.SIGINT, usual)


def _announce_wait(ended: threading.Event) -> None:
    """Print after a moment that the work goes on: a search may report late, or never."""
    if not ended.wait(SECONDS_OF_SILENCE):
        print("finishing what is under way; Ctrl-C again ends it at once", file=sys.stderr)


@contextmanager
def raise_at_once() -> Iterator[None]:
    """Let the first Ctrl-C raise, also inside ``catch_ctrl_c``. Nothing changes in a thread."""
    outer = _State.raises_at_once
    _State.raises_at_once = outer or _is_main()
    try:
        yield
    finally:
        if _is_main():
            _State.raises_at_once = outer


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()
