"""Notification that kernels are being compiled, as in the first run on a machine."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

SAID = "compiling the kernels of this search (kept for the next time)"

Tell = Callable[[bool], None]
_listeners: list[Tell] = []


@contextmanager
def told(tell: Tell) -> Iterator[None]:
    """Call ``tell(True)`` when this process begins to compile, ``tell(False)`` when it has done so.

    Kernels that are read from the cache are not told of; of several listeners the latest is.
    """
    _listeners.append(tell)
    try:
        yield
    finally:
        _listeners.remove(tell)


def under_way(folder: Path, pid: int) -> bool:
    """Whether the process ``pid``, whose machine code goes to ``folder``, is compiling now."""
    return _mark(folder, pid).exists()


@cache
def listen(folder: Path) -> None:
    """Hear of all that Numba compiles from now on; its machine code goes to ``folder``."""
    from numba.core import event

    class Listener(event.Listener):
        """Kernels are compiled inside those that use them: the outermost counts."""

        depth = 0

        def on_start(self, event: object) -> None:
            self.depth += 1
            if self.depth == 1:
                with suppress(OSError):
                    _mark(folder, os.getpid()).touch()
                _tell(True)

        def on_end(self, event: object) -> None:
            self.depth -= 1
            if self.depth == 0:
                with suppress(OSError):
                    _mark(folder, os.getpid()).unlink(missing_ok=True)
                _tell(False)

    event.register("numba:compile", Listener())


def _mark(folder: Path, pid: int) -> Path:
    return folder / f"compiling-{pid}"


def _tell(begun: bool) -> None:
    if _listeners:
        _listeners[-1](begun)
