"""The client of a ``keeper``: it starts programs and ends them."""

import json
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from metaqueens.text.errors import RunFailed

# It answers within its SWEEP_SECONDS and a grace, or a program has stopped it.
ANSWER_SECONDS = 20.0


class Keeper:
    """The client of a ``keeper``; one for each thread that runs programs."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        program = str(Path(__file__).with_name("keeper.py"))
        with theirs:
            self._pid = os.posix_spawn(
                sys.executable,
                [sys.executable, "-I", "-S", program],
                os.environ,
                file_actions=[(os.POSIX_SPAWN_DUP2, theirs.fileno(), 0)],
                setsigmask=(),
                setsigdef=(signal.SIGCHLD,),
            )
        self.fileno = ours.detach()
        self._heard = b""

    def __del__(self) -> None:
        self._leave()

    def _leave(self) -> None:
        if self.fileno >= 0:
            os.close(self.fileno)
        self.fileno = -1

    def _kill(self) -> None:
        """Kill it, stopped as it is, with all that it keeps; first what it would do this with."""
        # Here, because a system without these signals imports us too.
        from metaqueens.programs.keeper import below, kill

        kill([self._pid, *below(self._pid)])

    def start(self, order: Mapping[str, Any], streams: list[int]) -> dict[str, Any]:
        """Start a program; return when it ``began``, or why it ``failed`` to."""
        with self._in_step():
            with socket.socket(fileno=os.dup(self.fileno)) as ours:
                socket.send_fds(ours, [b"."], streams)
            self._say(order)
            return self.heard()

    def end(self, grace: float) -> tuple[int | None, float]:
        """End it; return its exit code and the processor seconds of all its processes."""
        with self._in_step():
            self._say(grace)
            while "status" not in (heard := self.heard()):
                pass  # that it had ended by itself
            return heard["status"], heard["seconds"]

    @property
    def has_news(self) -> bool:
        """Whether the keeper has said something that was not asked for yet."""
        return bool(self._heard)

    def ended(self) -> tuple[int, str | None]:
        """Return the exit code of the program, which the keeper says next, and what it passed."""
        with self._in_step():
            heard = self.heard()
            return int(heard["ended"]), heard["over"]

    def heard(self) -> dict[str, Any]:
        """Return what the keeper says next."""
        while b"\n" not in self._heard:
            if not select.select([self.fileno], (), (), ANSWER_SECONDS)[0]:
                self._kill()
                raise OSError("stopped")
            more = os.read(self.fileno, 4096)
            if not more:
                raise OSError("gone")
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found

    def _say(self, what: Any) -> None:
        with os.fdopen(self.fileno, "wb", closefd=False) as file:
            file.write(json.dumps(what).encode() + b"\n")

    @contextmanager
    def _in_step(self) -> Iterator[None]:
        """Leave the keeper where an exchange is not finished: it kills what it runs, and ends.

        Raises ``RunFailed`` if it is gone.
        """
        try:
            if self.fileno < 0:
                raise OSError("gone")
            yield
        except BaseException as error:
            _of_thread.keeper = None
            self._leave()
            if isinstance(error, OSError):
                raise RunFailed("the process that looks after programs is gone") from None
            raise


LINUX_ONLY = "programs from outside run on Linux only"
_of_thread = threading.local()


def keeper() -> Keeper:
    """Return the keeper of this thread; a forked process has one of its own."""
    if sys.platform != "linux":
        raise RunFailed(LINUX_ONLY)
    found = getattr(_of_thread, "keeper", None)
    if found is None or _of_thread.process != os.getpid():
        found = _of_thread.keeper = Keeper()
        _of_thread.process = os.getpid()
    return found
