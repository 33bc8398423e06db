"""Notification that kernels are compiled, as in the first run on a machine."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

MESSAGE = "compiling the kernels of this search (stored for the next time)"

Tell = Callable[[bool], None]
_listeners: list[Tell] = [lambda begun: None]


@contextmanager
def announce_compilation(tell: Tell) -> Iterator[None]:
    """Call ``tell(True)`` if this process begins to compile, and ``tell(False)`` at the end.

    Kernels from the cache do not count. Of several listeners only the latest is called.
    """
    _listeners.append(tell)
    try:
        yield
    finally:
        _listeners.remove(tell)


@cache
def listen() -> None:
    """Receive Numba's compilation events from now on."""
    from numba.core import event

    class Listener(event.Listener):
        """Counts the depth: a kernel is compiled within the one that uses it."""

        depth = 0

        def on_start(self, event: object) -> None:
            self.depth += 1
            if self.depth == 1:
                _listeners[-1](True)

        def on_end(self, event: object) -> None:
            self.depth -= 1
            if self.depth == 0:
                _listeners[-1](False)

    event.register("numba:compile", Listener())
