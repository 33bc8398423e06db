"""The standard streams: made usable, and as terminals their width, colours and characters."""

import io
import os
import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

# The width if there is no terminal: that of the widest table.
UNBOUNDED = 200


def prepare_streams() -> None:
    """Make the standard streams usable.

    Call it first: an opened file would take the number of a closed stream, and get its output.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # escapes characters that a terminal cannot show
            stream.reconfigure(errors="backslashreplace")


def give_up_stdout() -> None:
    """Drop all output from now on: the rest of the buffer would fail again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def columns(stderr: bool = False) -> int:
    """Return the width of a standard stream; ``UNBOUNDED`` if it is no terminal."""
    is_terminal = (sys.stderr if stderr else sys.stdout).isatty()
    return shutil.get_terminal_size().columns if is_terminal else UNBOUNDED


def console(stderr: bool = False) -> "Console":
    """Return a console on a standard stream, as wide as its tables if that is no terminal."""
    from rich.console import Console

    is_terminal = (sys.stderr if stderr else sys.stdout).isatty()
    return Console(
        stderr=stderr, width=columns(stderr), force_terminal=is_terminal, highlight=False
    )
