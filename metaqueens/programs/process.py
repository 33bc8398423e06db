"""A program as this process sees it: its lines as they arrive, its end, its standard error."""

import json
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, Self

from metaqueens.errors import RunFailed

# Of standard error so much is kept: its end.
KEPT_BYTES = 16_384
AT_ONCE = 2**18
# Between SIGTERM and SIGKILL.
GRACE_SECONDS = 1.0
# The address space of a program and of each of its children, in bytes, where a run has a limit.
memory_limit: ContextVar[int | None] = ContextVar("memory_limit", default=None)


class Arrival(NamedTuple):
    """Complete lines, and when they were here, in seconds since the program was started."""

    lines: Sequence[bytes]
    seconds: float


class Process:
    """A running program; a context manager, at whose end it is ended with all its children.

    Parameters
    ----------
    command
        The program and its arguments.
    folder
        Where it runs, and what a relative name of it is relative to.
    given
        What it can read from its standard input.
    longest
        The most bytes of a line.

    Raises
    ------
    RunFailed
        Where the system cannot start it.
    """

    def __init__(self, command: Sequence[str], folder: Path, given: bytes, longest: int) -> None:
        self.status: int | None = None
        self.cpu_seconds = 0.0
        self.half = b""
        self._longest, self._said, self._left_out = longest, bytearray(), 0
        self._ended = False
        self._keeper = _keeper()
        reads = [os.pipe() for _ in range(2)]
        try:
            with os.fdopen(os.memfd_create("instance"), "w+b") as stdin:
                stdin.write(given)
                stdin.seek(0)
                streams = [stdin.fileno(), *(write for _, write in reads)]
                self._start(command, folder, streams)
        finally:
            for _, write in reads:
                os.close(write)
        self._out, self._err = (os.fdopen(read, "rb", buffering=0) for read, _ in reads)
        self._open = {file.fileno(): file for file in (self._out, self._err)}
        for file in self._open.values():
            os.set_blocking(file.fileno(), False)

    def _start(self, command: Sequence[str], folder: Path, streams: list[int]) -> None:
        order = {
            "command": list(command),
            "folder": str(folder),
            "environment": dict(os.environ),
            "memory": memory_limit.get(),
        }
        said = self._keeper.start(order, streams)
        # By the clock of the whole machine, when it became the program.
        self._began = float(said.get("began", 0.0))
        if "failed" in said:
            number, text = said["failed"]
            raise RunFailed(f"{command[0]}: {_why(number, text, folder / command[0])}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()
        self._out.close()
        self._err.close()

    @property
    def seconds(self) -> float:
        """Since it was started."""
        return perf_counter() - self._began

    @property
    def has_finished(self) -> bool:
        """Whether it has ended by itself, and all that it wrote was read."""
        return self.status is not None and self._out.fileno() not in self._open

    def wait(self, seconds: float) -> Arrival:
        """Lines that arrive within ``seconds``, or none.

        Raises ``RunFailed`` where one is too long.
        """
        poll = select.poll()
        if self.status is None and self._keeper.has_news:
            self.status = self._keeper.ended()
        if self.status is not None:
            seconds = 0.0  # what it wrote is there already
        for descriptor in (*self._open, *([self._keeper.fileno] * (self.status is None))):
            poll.register(descriptor, select.POLLIN)
        ready = [descriptor for descriptor, _ in poll.poll(seconds * 1e3)]
        if self._keeper.fileno in ready:
            self.status = self._keeper.ended()
        if self._err.fileno() in ready:
            self._read_error()
        if self._out.fileno() not in self._open:
            return Arrival((), self.seconds)
        return self._read_lines()

    def end(self) -> None:
        """End it with all its children, if that was not done."""
        if self._ended:
            return
        self._ended = True
        status, self.cpu_seconds = self._keeper.end(GRACE_SECONDS)
        self.status = status if self.status is None else self.status
        while self._err.fileno() in self._open and self._read_error():
            pass

    @property
    def said(self) -> str:
        """The end of what it wrote to standard error."""
        text = self._said[-KEPT_BYTES:].decode("utf-8", "backslashreplace").strip()
        left_out = self._left_out + max(0, len(self._said) - KEPT_BYTES)
        return f"[{left_out:,} bytes before this]\n{text}" if left_out else text

    @property
    def end_in_words(self) -> str:
        """How it ended, where that is known."""
        if self.status is not None and self.status < 0:
            return f"it was ended by {signal.Signals(-self.status).name}"
        return f"it ended with exit code {self.status}"

    def _read_lines(self) -> Arrival:
        got = self._read(self._out)
        seconds = self.seconds
        if got is None and self.status is not None:
            # Its children may keep the pipe open; what it wrote itself was there when it ended.
            del self._open[self._out.fileno()]
        *lines, self.half = (self.half + got).split(b"\n") if got else (self.half,)
        if max(map(len, (self.half, *lines))) > self._longest:
            raise RunFailed(f"it wrote a line of more than {self._longest:,} bytes")
        return Arrival([line for line in lines if line.strip()], seconds)

    def _read_error(self) -> bool:
        """Read some; whether there may be more."""
        got = self._read(self._err)
        self._said += got or b""
        if len(self._said) > 2 * AT_ONCE:
            self._left_out += len(self._said) - KEPT_BYTES
            del self._said[:-KEPT_BYTES]
        return bool(got)

    def _read(self, file: Any) -> bytes | None:
        """What is there; None for nothing yet, and nothing at the end."""
        got: bytes | None = file.read(AT_ONCE)
        if got == b"":
            del self._open[file.fileno()]
        return got


class Keeper:
    """The other end of a ``keeper``; one for each thread that runs programs."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        program = str(Path(__file__).with_name("keeper.py"))
        with theirs:
            self._pid = os.posix_spawn(
                sys.executable,
                [sys.executable, "-I", "-S", program],
                os.environ,
                file_actions=[(os.POSIX_SPAWN_DUP2, theirs.fileno(), 0)],
            )
        self.fileno = ours.detach()
        self._heard = b""

    def __del__(self) -> None:
        self._leave()

    def _leave(self) -> None:
        if self.fileno >= 0:
            os.close(self.fileno)
        self.fileno = -1

    def start(self, order: Mapping[str, Any], streams: list[int]) -> dict[str, Any]:
        """Start a program: when it ``began``, or what the system said where it ``failed``."""
        with self._in_step():
            with socket.socket(fileno=os.dup(self.fileno)) as ours:
                socket.send_fds(ours, [b"."], streams)
            self._say(order)
            return self.heard()

    def end(self, grace: float) -> tuple[int | None, float]:
        """End it; its exit code and the processor seconds of all its processes."""
        with self._in_step():
            self._say(grace)
            while "status" not in (heard := self.heard()):
                pass  # that it had ended by itself
            return heard["status"], heard["seconds"]

    @property
    def has_news(self) -> bool:
        """Whether it has said what nobody has asked for yet."""
        return bool(self._heard)

    def ended(self) -> int:
        """The exit code of the program, once the keeper is about to say it."""
        with self._in_step():
            return int(self.heard()["ended"])

    def heard(self) -> dict[str, Any]:
        """What the keeper says next."""
        while b"\n" not in self._heard:
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
        """Give it up where an exchange is not finished: it kills what it runs, and ends.

        Raises ``RunFailed`` where it is gone.
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


_of_thread = threading.local()


def _keeper() -> Keeper:
    """The keeper of this thread; a forked process has one of its own."""
    if sys.platform != "linux":
        raise RunFailed("programs from outside run on Linux only")
    found = getattr(_of_thread, "keeper", None)
    if found is None or _of_thread.process != os.getpid():
        found = _of_thread.keeper = Keeper()
        _of_thread.process = os.getpid()
    return found


def _why(number: int, text: str, path: Path) -> str:
    """Why the system did not start a program."""
    said = os.strerror(number).lower() if number else text
    if said == "permission denied" and path.is_file() and not os.access(path, os.X_OK):
        return f"not executable (chmod +x {path.name})"
    if said == "exec format error":
        return "the system cannot run it: no machine code, and no #! in its first line"
    return said
