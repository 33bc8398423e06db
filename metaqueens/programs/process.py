"""A program as this process sees it: its lines as they arrive, its end, its standard error."""

import errno
import os
import select
import signal
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, Self

from metaqueens.programs.confinement import Box
from metaqueens.programs.keeping import keeper
from metaqueens.text.errors import RunFailed

# The end of standard error that is kept.
KEPT_BYTES = 16_384
AT_ONCE = 2**18
# Between SIGTERM and SIGKILL.
GRACE_SECONDS = 1.0
# Endings of files that a compiler makes a program of.
SOURCES = (".c", ".cc", ".cpp", ".go", ".hs", ".java", ".rs", ".zig")
# The address space of a program and of each of its children, in bytes, where a run has a limit.
memory_limit: ContextVar[int | None] = ContextVar("memory_limit", default=None)


class Arrival(NamedTuple):
    """Complete lines, and when they arrived, in seconds since the program was started."""

    lines: Sequence[bytes]
    seconds: float


class Process:
    """A running program; a context manager, at whose end it is ended with all its children.

    Parameters
    ----------
    command
        The program and its arguments.
    folder
        Where it runs; a relative name of the program is relative to it.
    given
        Its standard input.
    longest
        The most bytes of a line.
    box
        What it may use, where it is not trusted; then it is killed without a grace.

    Raises
    ------
    RunFailed
        Where the system cannot start it.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        given: bytes,
        longest: int,
        box: Box | None = None,
    ) -> None:
        self.status: int | None = None
        self.over: str | None = None
        self.cpu_seconds = self.lasted = 0.0
        self.half = b""
        self._longest, self._said = longest, b""
        self._box, self._written = box, 0
        self._ended = False
        self._keeper = keeper()
        reads = [os.pipe() for _ in range(2)]
        try:
            with os.fdopen(os.memfd_create("instance"), "w+b") as stdin:
                stdin.write(given)
                stdin.seek(0)
                streams = [stdin.fileno(), *(write for _, write in reads)]
                self._start(command, folder, streams)
        except BaseException:
            for read, _ in reads:
                os.close(read)
            raise
        finally:
            for _, write in reads:
                os.close(write)
        self._out, self._err = (os.fdopen(read, "rb", buffering=0) for read, _ in reads)
        self._open = {file.fileno(): file for file in (self._out, self._err)}
        for file in self._open.values():
            os.set_blocking(file.fileno(), False)

    def _start(self, command: Sequence[str], folder: Path, streams: list[int]) -> None:
        order: dict[str, Any] = {"command": list(command), "folder": str(folder)}
        order |= {"environment": dict(os.environ), "memory": memory_limit.get()}
        if self._box:
            order |= self._box.order(command, folder)
        said = self._keeper.start(order, streams)
        # By the clock of the whole machine, when it became the program.
        self._began = float(said.get("began", 0.0))
        if "failed" in said:
            number, text = said["failed"]
            raise RunFailed(f"{command[0]}: {_why(number, text, folder, command[0])}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self.end()
        finally:
            self._out.close()
            self._err.close()

    @property
    def seconds(self) -> float:
        """Return the seconds since it was started."""
        return perf_counter() - self._began

    @property
    def has_finished(self) -> bool:
        """Whether it has ended by itself, and all that it wrote was read."""
        return self.status is not None and self._out.fileno() not in self._open

    def wait(self, seconds: float) -> Arrival:
        """Wait up to ``seconds``; return the lines that arrived.

        Raises ``RunFailed`` if one is too long, or all are.
        """
        poll = select.poll()
        if self.status is None and self._keeper.has_news:
            self.status, self.over = self._keeper.ended()
        if self.status is not None:
            seconds = 0.0  # what it wrote is there already
        for descriptor in (*self._open, *([self._keeper.fileno] * (self.status is None))):
            poll.register(descriptor, select.POLLIN)
        ready = [descriptor for descriptor, _ in poll.poll(seconds * 1e3)]
        if self._keeper.fileno in ready:
            self.status, self.over = self._keeper.ended()
        if self._err.fileno() in ready:
            self._read_error()
        if self._box and self._written > self._box.limits.output_bytes:
            raise RunFailed(self._box.limits.passed("output_bytes"))
        if self._out.fileno() not in self._open:
            return Arrival((), self.seconds)
        return self._read_lines()

    def end(self) -> None:
        """End it with all its children, if that was not done before."""
        if self._ended:
            return
        self._ended, self.lasted = True, self.seconds
        status, self.cpu_seconds = self._keeper.end(0.0 if self._box else GRACE_SECONDS)
        self.status = status if self.status is None else self.status
        while self._err.fileno() in self._open and self._read_error():
            pass

    @property
    def said(self) -> str:
        """Return the end of what it wrote to standard error."""
        return self._said.decode("utf-8", "backslashreplace").strip()

    @property
    def end_in_words(self) -> str:
        """Say how it ended."""
        if self._box and self.over:
            return self._box.limits.passed(self.over)
        if self.status is not None and self.status < 0:
            return f"it was ended by {_signal_name(-self.status)}"
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
        """Read some; return whether there may be more."""
        got = self._read(self._err)
        self._said = (self._said + (got or b""))[-KEPT_BYTES:]
        return bool(got)

    def _read(self, file: Any) -> bytes | None:
        """Read what has arrived; None if nothing has, and no bytes at the end."""
        got: bytes | None = file.read(AT_ONCE)
        if got == b"":
            del self._open[file.fileno()]
        self._written += len(got or b"")
        return got


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal: most have no name
        return f"signal {number}"


def _why(number: int, text: str, folder: Path, word: str) -> str:
    """Return why the system did not start the program ``word``."""
    said, path = os.strerror(number).lower() if number else text, folder / word
    is_refused = number == errno.EACCES and path.is_file() and not os.access(path, os.X_OK)
    if path.suffix in SOURCES and (is_refused or number == errno.ENOEXEC):
        return f"a source file; compile it, and name the program, such as ./{path.stem}"
    if is_refused:
        return f"not executable (chmod +x {path.name})"
    if number == errno.ENOEXEC:
        script = "#! and its interpreter, such as #!/usr/bin/env python3"
        return f"neither machine code nor a script; write {script}, in its first line"
    if number == errno.ENOENT and path.is_file():
        if "/" not in word:
            return f"no such program; write ./{word}"
        return f"the interpreter in its first line is missing: {_first_line(path)}"
    return said


def _first_line(path: Path) -> str:
    with path.open("rb") as file:
        return repr(file.readline(80).rstrip(b"\n").decode("utf-8", "backslashreplace"))
