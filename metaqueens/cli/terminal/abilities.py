"""What a terminal can do: its width, whether it rewrites lines, which characters it has."""

import os
import shutil
import sys
from typing import TextIO

# The width of what is no terminal: that of the widest table.
UNBOUNDED = 200


def columns() -> int:
    """Return the width of standard output; ``UNBOUNDED`` where it is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else UNBOUNDED


def rewrites(stream: TextIO) -> bool:
    """Whether ``stream`` is a terminal that can write a line again."""
    return stream.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def only_ascii() -> bool:
    """Whether the locale is one without Unicode, where Python itself writes UTF-8."""
    if os.name == "nt":
        return False
    settings = (os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    chosen = next(filter(None, settings), "utf-8")
    return "utf" not in chosen.lower()
