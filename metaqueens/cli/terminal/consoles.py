"""The standard streams as consoles of rich: width, colours, characters."""

import os
import shutil
import sys

from rich.box import SIMPLE_HEAD, Box
from rich.console import Console
from rich.table import Table

from metaqueens.cli.terminal.abilities import UNBOUNDED, columns, only_ascii

# ``SIMPLE_HEAD`` in ASCII: rich would draw a full grid.
PLAIN_HEAD = Box("    \n    \n -- \n" + 5 * "    \n", ascii=True)


class _Console(Console):
    """A console that draws in ASCII where the locale is one without Unicode."""

    @property
    def encoding(self) -> str:
        """The encoding of the stream, as far as it may be used."""
        return "ascii" if only_ascii() else super().encoding


def console(stderr: bool = False) -> Console:
    """Return a console on a standard stream, as wide as its tables where that is no terminal.

    ``FORCE_COLOR`` gives a file bold type, and changes neither its text nor its width.
    """
    there = (sys.stderr if stderr else sys.stdout).isatty()
    forced = bool(os.environ.get("FORCE_COLOR"))
    return _Console(
        stderr=stderr,
        width=(shutil.get_terminal_size().columns if stderr else columns()) if there else UNBOUNDED,
        force_terminal=there,
        color_system="auto" if there else "standard" if forced else None,
        highlight=False,
    )


def head_line(out: Console) -> Box:
    """Return the box of a table whose only line is below its heads."""
    return PLAIN_HEAD if out.options.ascii_only else SIMPLE_HEAD


def fits(table: Table, out: Console) -> bool:
    """Whether ``out`` is as wide as ``table`` would be without wrapping."""
    unbounded = out.options.update(width=10_000)
    return out.measure(table, options=unbounded).maximum <= out.width
