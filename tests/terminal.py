"""The program in a real terminal: a pseudo-terminal of some width, and what came out of it."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import NamedTuple

ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[a-zA-Z]|\][^\x1b]*\x1b\\\\)")
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3\d|4\d|9[0-7]|10[0-7])(?:;\d+)*m")
# Of a user's terminal, so that a test has them as it says.
ABOUT_TERMINALS = (
    "COLUMNS",
    "LINES",
    "NO_COLOR",
    "FORCE_COLOR",
    "TERM",
    "LC_ALL",
    "LC_CTYPE",
    "LANG",
)


class Typed(NamedTuple):
    """What a command came to: as it was sent, and as it is read."""

    code: int
    sent: bytes

    @property
    def text(self) -> str:
        return self.sent.decode("utf-8", "backslashreplace").replace("\r\n", "\n")

    @property
    def plain(self) -> str:
        """Without what steers the terminal."""
        return ESCAPE.sub("", self.text)


def environment(**given: str) -> dict[str, str]:
    there = {name: value for name, value in os.environ.items() if name not in ABOUT_TERMINALS}
    return {**there, "TERM": "xterm-256color", "LANG": "C.UTF-8", **given}


def typed(*words: str | Path, folder: Path, columns: int = 80, **given: str) -> Typed:
    """``metaqueens WORDS...`` in a terminal so wide, with these variables set."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "metaqueens", *map(str, words)], cwd=folder, stdin=slave,
        stdout=slave, stderr=slave, env=environment(**given), start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    sent = b""
    while True:
        try:
            more = os.read(master, 65536)
        except OSError:  # nobody has the other end any more
            break
        if not more:
            break
        sent += more
    os.close(master)
    return Typed(process.wait(), sent)
