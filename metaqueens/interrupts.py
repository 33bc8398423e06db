"""Ctrl-C: the first lets runs under way end, the second ends the program.

A program may let SIGTERM and SIGHUP end it as a second Ctrl-C does.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Ended(KeyboardInterrupt):
    """The process was told to end by the signal ``number``: at once, but in good order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = signal.Signals(number)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise ``Ended`` at the first SIGTERM or SIGHUP; later ones change nothing.

    One that is ignored, as under ``nohup``, stays ignored. Never in a thread.
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
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def noted(tell: Callable[[], None] | None = None) -> Iterator[Callable[[], bool]]:
    """Whether there was a Ctrl-C, at which ``tell`` is called.

    Never in a thread, or where somebody else looks after it.
    """
    heard = threading.Event()
    usual = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()
    if not main or usual is not signal.default_int_handler:
        yield heard.is_set
        return

    def note(number: int, frame: object) -> None:
        if heard.is_set():
            raise KeyboardInterrupt
        heard.set()
        if tell:
            tell()

    signal.signal(signal.SIGINT, note)
    try:
        yield heard.is_set
    finally:
        signal.signal(signal.SIGINT, usual)
