"""Progress on standard error, if that is a terminal: a bar, or a spinner."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from metaqueens.cli.terminal.consoles import console, rewrites
from metaqueens.core.compilation import MESSAGE, announce_compilation

if TYPE_CHECKING:
    from rich.progress import Progress


class CompilationSign:
    """Prints once that kernels are being compiled."""

    is_shown = False

    def __call__(self, begun: bool) -> None:
        if begun and not self.is_shown:
            print(MESSAGE, file=sys.stderr, flush=True)
        self.is_shown |= begun


@contextmanager
def progress(what: str, total: int | None, quiet: bool) -> Iterator[Callable[..., None]]:
    """Show a bar with the time left, or a spinner if the ``total`` is unknown.

    It yields a function of the amount done, and a note.
    """
    if quiet or total == 0 or not rewrites(sys.stderr):
        with announce_compilation(_nothing) if quiet else nullcontext():
            yield _nothing
        return
    with make_bar(total is not None) as bar:
        task = bar.add_task(what, total=total, note="")
        with announce_compilation(lambda begun: bar.update(task, note=MESSAGE if begun else "")):
            yield lambda done, note="": bar.update(task, completed=done, note=note)


@contextmanager
def waiting(what: str, quiet: bool) -> Iterator[None]:
    """Show a spinner within the context."""
    with progress(what, None, quiet):
        yield


def make_bar(counted: bool = False) -> "Progress":
    """Return a spinner without a task, with a bar if it is ``counted``."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    out = console(stderr=True)
    sign = SpinnerColumn("line" if out.options.ascii_only else "dots")
    what = TextColumn("{task.description}", markup=False)
    note = TextColumn("{task.fields[note]}", markup=False)
    times = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    columns = times if counted else (TimeElapsedColumn(),)
    return Progress(sign, what, *columns, note, console=out, transient=True)


def _nothing(*news: object) -> None:
    """Show nothing."""
