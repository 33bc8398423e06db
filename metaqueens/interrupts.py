"""Ctrl-C: the first is noted, so that what is under way ends in good order; the second ends it."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


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
