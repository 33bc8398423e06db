"""Progress on standard error: bars, counts and spinners on a terminal, lines elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column

from metaqueens.cli.terminal.abilities import rewrites
from metaqueens.cli.terminal.consoles import console
from metaqueens.core.compilation import SAID, told

SECONDS_BETWEEN_LINES = 10.0
# A narrower terminal goes without the bar and the time.
BARS_FROM = 70


class Ticker(Protocol):
    """A function that is called with the progress of a job."""

    def __call__(self, done: int, note: str) -> None: ...


def lines(text: Callable[..., str]) -> Callable[..., None]:
    """Return a function that prints ``text`` of its arguments, at most every ten seconds."""
    said = time.monotonic()

    def tick(*state: object) -> None:
        nonlocal said
        if time.monotonic() - said >= SECONDS_BETWEEN_LINES:
            said = time.monotonic()
            print(text(*state), file=sys.stderr, flush=True)

    return tick


@contextmanager
def progress(what: str, total: int, quiet: bool) -> Iterator[Ticker]:
    """Show on stderr a bar with the time left, or where it is no terminal a line now and then."""
    if quiet or total == 0:
        with told(_nothing):
            yield lambda done, note: None
    elif rewrites(sys.stderr):
        out = console(stderr=True)
        wide = (BarColumn(30), MofNCompleteColumn(), TimeRemainingColumn())
        columns = (
            _words("{task.description}"),
            *(wide if out.width >= BARS_FROM else wide[1:2]),
            _words("{task.fields[note]}"),
        )
        with Progress(*columns, console=out, transient=True) as bar:
            task = bar.add_task(what, total=total, note="")
            with told(lambda begun: bar.update(task, note=SAID if begun else "")):
                yield lambda done, note: bar.update(task, completed=done, note=note)
    else:
        yield lines(lambda done, note: f"{what} {done:,} of {total:,} {note}")


@contextmanager
def counting(what: str, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Print on stderr how many there are so far, every ten seconds; their number is not known."""
    yield (lambda done: None) if quiet else lines(lambda done: f"{done:,} {what} so far")


@contextmanager
def waiting(what: str, quiet: bool) -> Iterator[None]:
    """Show a spinner on stderr, where that is a terminal, for as long as it lasts."""
    if quiet:
        with told(_nothing):
            yield
    elif not rewrites(sys.stderr):
        yield
    else:
        with spinner() as sign:
            task = sign.add_task(what, total=None)
            with told(lambda begun: sign.update(task, description=SAID if begun else what)):
                yield


def spinner() -> Progress:
    """Return a spinner on stderr, to which its task is still to be added."""
    out = console(stderr=True)
    sign = SpinnerColumn("line" if out.options.ascii_only else "dots")
    columns = (sign, _words("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=out, transient=True)


def _words(text: str) -> TextColumn:
    """Return a column whose words wrap where there is no room; rich would cut them."""
    return TextColumn(text, table_column=Column(no_wrap=False, overflow="fold"))


def _nothing(begun: bool) -> None:
    """Say nothing of compiling."""
