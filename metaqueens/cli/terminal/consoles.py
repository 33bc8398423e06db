"""The standard streams as terminals: width, whether they rewrite lines, colours, characters."""

import os
import shutil
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

# The width if there is no terminal: that of the widest table.
UNBOUNDED = 200


def columns() -> int:
    """Return the width of standard output; ``UNBOUNDED`` if it is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else UNBOUNDED


def rewrites(stream: TextIO) -> bool:
    """Return whether ``stream`` is a terminal that can rewrite a line."""
    return stream.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def console(stderr: bool = False) -> "Console":
    """Return a console on a standard stream, as wide as its tables if that is no terminal."""
    from rich.console import Console

    is_terminal = (sys.stderr if stderr else sys.stdout).isatty()
    return Console(
        stderr=stderr,
        width=shutil.get_terminal_size().columns if is_terminal else UNBOUNDED,
        force_terminal=is_terminal,
        color_system="auto" if is_terminal else None,
        highlight=False,
    )
