"""What a terminal can do: its width, whether it rewrites lines, which characters it has."""

import os
import shutil
import sys
from typing import TextIO

# As wide as a table needs, where its lines do not end at the edge of a window.
UNBOUNDED = 200


def columns() -> int:
    """Of standard output's window; ``UNBOUNDED`` where it is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else UNBOUNDED


def rewrites(stream: TextIO) -> bool:
    """Whether ``stream`` is a terminal on which a line that was written can be written anew."""
    return stream.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def only_ascii() -> bool:
    """Whether the locale is one without Unicode, in which Python speaks UTF-8 all the same."""
    if os.name == "nt":
        return False
    settings = (os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    chosen = next(filter(None, settings), "utf-8")
    return "utf" not in chosen.lower()
