"""A generator over what a search passes to a callback: the search runs in a thread."""

from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")

# A search may be so many finds ahead of whoever reads them.
AHEAD = 256
_LOOK_EVERY = 0.05
_END: Any = object()


def stream(run: Callable[[Callable[[T], None]], None], stop: Callable[[], None]) -> Iterator[T]:
    """Yield what ``run`` gives to the callback that it is called with; raise what it raises.

    A reader that has enough closes the generator: then ``stop`` is called until ``run`` returns.
    """
    found: Queue[T] = Queue(AHEAD)
    failed: list[BaseException] = []

    def search() -> None:
        try:
            run(found.put)
        except BaseException as error:
            failed.append(error)
        finally:
            found.put(_END)

    thread = Thread(target=search, daemon=True)
    thread.start()
    try:
        while (one := found.get()) is not _END:
            yield one
    finally:
        while thread.is_alive():
            stop()
            _drain(found)
            thread.join(_LOOK_EVERY)
    if failed:
        raise failed[0]


def _drain(found: Queue[Any]) -> None:
    """Make room, or the search would wait for it for ever."""
    try:
        while True:
            found.get_nowait()
    except Empty:
        return
