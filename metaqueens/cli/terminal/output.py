"""What commands have in common when they print: consoles, progress, durations."""

import os
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from metaqueens.core.compilation import SAID, told
from metaqueens.errors import UserError
from metaqueens.words import duration as duration

REPORT = "report.html"


class Ticker(Protocol):
    """Told how far a job has come."""

    def __call__(self, done: int, note: str) -> None: ...


def console() -> Console:
    """Standard output; as wide as its tables need where it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else 200, highlight=False)


def fits(table: Table, out: Console) -> bool:
    """Whether ``out`` is as wide as ``table`` would be without wrapping."""
    unbounded = out.options.update(width=10_000)
    return out.measure(table, options=unbounded).maximum <= out.width


@contextmanager
def progress(what: str, total: int, quiet: bool) -> Iterator[Ticker]:
    """On stderr: a bar with the time left on a terminal, elsewhere a line every ten seconds."""
    if quiet or total == 0:
        with told(_nothing):
            yield lambda done, note: None
    elif sys.stderr.isatty():
        columns = (
            TextColumn("{task.description}"),
            BarColumn(30),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(what, total=total, note="")
            with told(lambda begun: bar.update(task, note=SAID if begun else "")):
                yield lambda done, note: bar.update(task, completed=done, note=note)
    else:
        said = time.monotonic()

        def tick(done: int, note: str) -> None:
            nonlocal said
            if time.monotonic() - said >= 10:
                said = time.monotonic()
                print(f"{what} {done:,} of {total:,} {note}", file=sys.stderr, flush=True)

        yield tick


@contextmanager
def counting(what: str, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Where nobody knows how many there will be: how many so far, every ten seconds, on stderr."""
    if quiet:
        yield lambda done: None
        return
    said = time.monotonic()

    def tick(done: int) -> None:
        nonlocal said
        if time.monotonic() - said >= 10:
            said = time.monotonic()
            print(f"{done:,} {what} so far", file=sys.stderr, flush=True)

    yield tick


@contextmanager
def waiting(what: str, quiet: bool) -> Iterator[None]:
    """On a terminal, a sign of life on stderr for as long as it lasts."""
    if quiet:
        with told(_nothing):
            yield
    elif not sys.stderr.isatty():
        yield
    else:
        with spinner() as sign:
            task = sign.add_task(what, total=None)
            with told(lambda begun: sign.update(task, description=SAID if begun else what)):
                yield


def spinner() -> Progress:
    """A sign of life on stderr, to which its task is still to be added."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _nothing(begun: bool) -> None:
    """What a quiet command says of compiling."""


def write_report(folder: Path, silent: bool) -> None:
    """The report; that it cannot be written is no reason to lose a run's table."""
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
