"""Notification that kernels are being compiled, as in the first run on a machine."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

MESSAGE = "compiling the kernels of this search (kept for the next time)"

Tell = Callable[[bool], None]
_listeners: list[Tell] = []


@contextmanager
def announce_compilation(tell: Tell) -> Iterator[None]:
    """Call ``tell(True)`` when this process begins to compile, ``tell(False)`` when it has done so.

    Kernels that are read from the cache are not told of; of several listeners the latest is.
    """
    _listeners.append(tell)
    try:
        yield
    finally:
        _listeners.remove(tell)


@cache
def listen() -> None:
    """Hear of all that Numba compiles from now on."""
    from numba.core import event

    class Listener(event.Listener):
        """Kernels are compiled inside those that use them: the outermost counts."""

        depth = 0

        def on_start(self, event: object) -> None:
            self.depth += 1
            if self.depth == 1:
                _tell(True)

        def on_end(self, event: object) -> None:
            self.depth -= 1
            if self.depth == 0:
                _tell(False)

    event.register("numba:compile", Listener())


def _tell(begun: bool) -> None:
    if _listeners:
        _listeners[-1](begun)
