"""Programs as this process sees them: their lines as they arrive, their end, their errors.

Each program has a ``supervisor``, another process, which starts and ends it.
"""

import errno
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO, Self

from metaqueens.programs.confinement import Box
from metaqueens.programs.keyrings import keyring_filter
from metaqueens.text.errors import RunFailed

LINUX_ONLY = "programs run on Linux only"
# The supervisor answers within its SWEEP_SECONDS and a grace, also on a busy machine, or a program
# has stopped it.
ANSWER_SECONDS = 60.0
# The end of standard error that is kept.
KEPT_BYTES = 16_384
AT_ONCE = 2**18
# Between SIGTERM and SIGKILL.
GRACE_SECONDS = 1.0
# Suffixes of files that a compiler reads.
SOURCES = (".c", ".cc", ".cpp", ".go", ".hs", ".java", ".rs", ".zig")


class Process:
    """A running program; a context manager, which ends it with all its children.

    folder : its current folder; a relative name of the program is relative to it
    text : its standard input
    longest : the maximum number of bytes of a line
    box : the limits of a program that is not trusted; it is killed without a grace

    Raises ``RunFailed`` if the system cannot start it.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        text: bytes,
        longest: int,
        box: Box | None = None,
    ) -> None:
        if sys.platform != "linux":
            raise RunFailed(LINUX_ONLY)
        if fault := find_fault(folder / command[0]):
            raise RunFailed(f"{command[0]}: {fault}")
        self.status: int | None = None
        self.over: str | None = None
        self.cpu_seconds = self.total_seconds = 0.0
        self.half = b""
        self._longest, self._errors, self._messages = longest, b"", b""
        self._box, self._written = box, 0
        self._is_ended = False
        order: dict[str, Any] = {"command": list(command), "folder": str(folder)}
        order |= {"environment": dict(os.environ)}
        self._socket, other = socket.socketpair()
        script = str(Path(__file__).with_name("supervisor.py"))
        with other, _hold(text) as stdin, _hold(keyring_filter()) as calls:
            if box:
                order |= box.order(command, folder, calls.fileno())
            self._supervisor = subprocess.Popen(
                [sys.executable, "-I", "-S", script, str(other.fileno())],
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[other.fileno(), calls.fileno()],
                start_new_session=True,  # Ctrl-C is for this process
            )
        assert self._supervisor.stdout
        assert self._supervisor.stderr
        self._out, self._err = self._supervisor.stdout, self._supervisor.stderr
        self._open = {file.fileno(): file for file in (self._out, self._err)}
        for file in self._open.values():
            os.set_blocking(file.fileno(), False)
        try:
            self._send(order)
            answer = self._receive()
            if "failed" in answer:
                (number, why), program = answer["failed"], order["command"][0]
                why = _explain(number, why, Path(order["folder"]), program)
                raise RunFailed(f"{program}: {why}")
        except BaseException:
            self._close()
            raise
        # Both processes have one clock.
        self._began = float(answer["began"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self.end()
        finally:
            self._close()

    def _close(self) -> None:
        """Close the streams; then the supervisor kills what is left, and ends."""
        for stream in (self._socket, self._out, self._err):
            stream.close()
        with suppress(subprocess.TimeoutExpired):
            self._supervisor.wait(ANSWER_SECONDS)

    @property
    def seconds(self) -> float:
        """The seconds since its start."""
        return perf_counter() - self._began

    @property
    def has_finished(self) -> bool:
        """Whether it has ended by itself, and its output was read."""
        return self.status is not None and self._out.fileno() not in self._open

    def wait(self, seconds: float) -> list[bytes]:
        """Wait up to ``seconds``; return the complete lines that arrived.

        Raises ``RunFailed`` if a line or the output is too long.
        """
        poll = select.poll()
        if self.status is None and self._messages:
            self._receive_end()
        if self.status is not None:
            seconds = 0.0  # its output is there already
        supervisor = self._socket.fileno()
        for descriptor in (*self._open, *([supervisor] * (self.status is None))):
            poll.register(descriptor, select.POLLIN)
        ready = [descriptor for descriptor, _ in poll.poll(seconds * 1e3)]
        if supervisor in ready:
            self._receive_end()
        if self._err.fileno() in ready:
            self._read_errors()
        if self._box and self._written > self._box.limits.output_bytes:
            raise RunFailed(self._box.limits.describe_excess("output_bytes"))
        return self._read_lines() if self._out.fileno() in self._open else []

    def end(self) -> None:
        """End it with all its children, once."""
        if self._is_ended:
            return
        self._is_ended, self.total_seconds = True, self.seconds
        if self.status is None:
            self._send(0.0 if self._box else GRACE_SECONDS)
            self._receive_end()
        while self._err.fileno() in self._open and self._read_errors():
            pass

    def _receive_end(self) -> None:
        answer = self._receive()
        self.status, self.over = answer["status"], answer["over"]
        self.cpu_seconds = answer["seconds"]

    def _receive(self) -> dict[str, Any]:
        """Receive a message of the supervisor. Raises ``RunFailed`` if it is gone or stopped."""
        with suppress(OSError):
            while b"\n" not in self._messages:
                if not select.select([self._socket], (), (), ANSWER_SECONDS)[0]:
                    # It is stopped: kill it with all its programs, first the one that may do it.
                    from metaqueens.programs.supervisor import kill, list_descendants

                    kill([self._supervisor.pid, *list_descendants(self._supervisor.pid)])
                    break
                part = self._socket.recv(4096)
                if not part:
                    break
                self._messages += part
            else:
                line, _, self._messages = self._messages.partition(b"\n")
                answer: dict[str, Any] = json.loads(line)
                return answer
        self._is_ended = True
        raise RunFailed("the process that looks after programs is gone")

    def _send(self, message: Any) -> None:
        with suppress(OSError):  # ``_receive`` tells that it is gone
            self._socket.sendall(json.dumps(message).encode() + b"\n")

    @property
    def errors(self) -> str:
        """The end of its standard error."""
        return self._errors.decode("utf-8", "backslashreplace").strip()

    def describe_end(self) -> str:
        """Return a sentence on its end."""
        if self._box and self.over:
            return self._box.limits.describe_excess(self.over)
        if self.status is None or self.status >= 0:
            return f"it ended with exit code {self.status}"
        names = {number.value: number.name for number in signal.Signals}
        # Most real-time signals have no name.
        return f"it was ended by {names.get(-self.status, f'signal {-self.status}')}"

    def _read_lines(self) -> list[bytes]:
        part = self._read(self._out)
        if part is None and self.status is not None:
            # Its children may keep the pipe open; its own output was there when it ended.
            del self._open[self._out.fileno()]
        *lines, self.half = (self.half + part).split(b"\n") if part else (self.half,)
        if max(map(len, (self.half, *lines))) > self._longest:
            raise RunFailed(f"it wrote a line of more than {self._longest:,} bytes")
        return [line for line in lines if line.strip()]

    def _read_errors(self) -> bool:
        """Read a part of standard error; return whether there may be more."""
        part = self._read(self._err)
        self._errors = (self._errors + (part or b""))[-KEPT_BYTES:]
        return bool(part)

    def _read(self, file: Any) -> bytes | None:
        """Read a part that has arrived; None if there is none, and no bytes at the end."""
        part: bytes | None = file.read(AT_ONCE)
        if part == b"":
            del self._open[file.fileno()]
        self._written += len(part or b"")
        return part


def _hold(content: bytes) -> BinaryIO:
    """Return an open file in memory with this content."""
    file = os.fdopen(os.memfd_create("metaqueens"), "w+b")
    file.write(content)
    file.seek(0)
    return file


def find_fault(path: Path) -> str:
    """Return why a file is no program, with the remedy; "" if it may be one.

    A shell would start it all the same, and report another error.
    """
    if not os.path.isfile(path) or not os.access(path, os.R_OK):  # its name may be too long
        return ""
    with path.open("rb") as file:
        line = file.readline(256)
    if line.startswith(b"#!") and line.endswith(b"\r\n"):
        return f"its lines end as on Windows; remove the \\r: sed -i 's/\\r$//' {path.name}"
    if path.suffix in SOURCES and not line.startswith((b"#!", b"\x7fELF")):
        return f"a source file; compile it, and name the program, such as ./{path.stem}"
    return ""


def _explain(number: int, text: str, folder: Path, program: str) -> str:
    """Explain why the system did not start ``program``."""
    path = folder / program
    if number == errno.EACCES and path.is_file() and not os.access(path, os.X_OK):
        return f"not executable (chmod +x {path.name})"
    if number == errno.ENOEXEC:
        script = "#! and its interpreter, such as #!/usr/bin/env python3"
        return f"neither machine code nor a script; write {script}, in its first line"
    if number == errno.ENOENT and path.is_file():
        if "/" not in program:
            return f"no such program; write ./{program}"
        with path.open("rb") as file:
            line = file.readline(80).rstrip(b"\n").decode("utf-8", "backslashreplace")
        return f"the interpreter in its first line is missing: {line!r}"
    return os.strerror(number).lower() if number else text
