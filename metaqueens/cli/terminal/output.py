"""Shared output of the commands: the console, the report's place, whose error it was."""

import os
import shutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.box import SIMPLE_HEAD, Box
from rich.console import Console
from rich.table import Table

from metaqueens.cli.terminal.abilities import UNBOUNDED, columns, only_ascii
from metaqueens.errors import UserError

REPORT = "report.html"


# ``SIMPLE_HEAD`` where there is nothing but ASCII: rich would take its full grid.
PLAIN_HEAD = Box("    \n    \n -- \n" + 5 * "    \n", ascii=True)


class _Console(Console):
    """Draws with ASCII alone where the locale asks for it."""

    @property
    def encoding(self) -> str:
        """Of the stream, as far as it may be used."""
        return "ascii" if only_ascii() else super().encoding


def console(stderr: bool = False) -> Console:
    """A standard stream; as wide as its tables need where it is no terminal.

    ``FORCE_COLOR`` gives a file bold type; what is written there, and how wide, stays the same.
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
    """The one line that a table has, below its heads."""
    return PLAIN_HEAD if out.options.ascii_only else SIMPLE_HEAD


def fits(table: Table, out: Console) -> bool:
    """Whether ``out`` is as wide as ``table`` would be without wrapping."""
    unbounded = out.options.update(width=10_000)
    return out.measure(table, options=unbounded).maximum <= out.width


def write_report(folder: Path, silent: bool) -> None:
    """The report; that it cannot be written is no reason to lose a run's table."""
    from metaqueens.cli.terminal.progress import waiting

    with waiting("writing the report", silent):
        from metaqueens.report.document import write

        try:
            write([folder], folder / REPORT)
        except KeyboardInterrupt:
            if not silent:
                later = f"{program()} report {folder}"
                print(f"all runs are kept; `{later}` writes the report", file=sys.stderr)
            raise
        except Exception as error:
            print(f"no report: {type(error).__name__}: {error}", file=sys.stderr)


def show_report(folder: Path, silent: bool, in_browser: bool = False) -> None:
    """Where the report is, as a link on a terminal; and the page itself where it was asked for."""
    page = folder / REPORT
    if not page.exists():
        return
    if not silent:
        print(f"report: {page.resolve().as_uri() if sys.stdout.isatty() else page}")
    if in_browser:
        import webbrowser

        if not webbrowser.open(page.resolve().as_uri()):
            print("--open: no browser was found", file=sys.stderr)


@contextmanager
def blamed(use: str) -> Iterator[None]:
    """Tell an algorithm's own failure from ours: with its traceback, for whoever writes it."""
    try:
        yield
    except (UserError, ValueError):
        raise
    except (Exception, SystemExit):
        raise UserError(f"{traceback.format_exc()}{use}: the search failed") from None


def program() -> str:
    """What to type to get this program."""
    if shutil.which("metaqueens"):
        return "metaqueens"
    called = Path(sys.argv[0])
    return "python -m metaqueens" if called.name == "__main__.py" else os.path.relpath(called)
