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
    """Told how far a job has come."""

    def __call__(self, done: int, note: str) -> None: ...


def lines(text: Callable[..., str]) -> Callable[..., None]:
    """Say ``text`` of what it is called with, at most every ten seconds, a line each."""
    said = time.monotonic()

    def tick(*state: object) -> None:
        nonlocal said
        if time.monotonic() - said >= SECONDS_BETWEEN_LINES:
            said = time.monotonic()
            print(text(*state), file=sys.stderr, flush=True)

    return tick


@contextmanager
def progress(what: str, total: int, quiet: bool) -> Iterator[Ticker]:
    """On stderr: a bar with the time left on a terminal, elsewhere a line every ten seconds."""
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
    """Where nobody knows how many there will be: how many so far, every ten seconds, on stderr."""
    if quiet:
        yield lambda done: None
        return
    yield lines(lambda done: f"{done:,} {what} so far")


@contextmanager
def waiting(what: str, quiet: bool) -> Iterator[None]:
    """On a terminal, a sign of life on stderr for as long as it lasts."""
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
    """A sign of life on stderr, to which its task is still to be added."""
    out = console(stderr=True)
    sign = SpinnerColumn("line" if out.options.ascii_only else "dots")
    columns = (sign, _words("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=out, transient=True)


def _words(text: str) -> TextColumn:
    """Words that go on below each other where there is no room; rich would cut them."""
    return TextColumn(text, table_column=Column(no_wrap=False, overflow="fold"))


def _nothing(begun: bool) -> None:
    """What a quiet command says of compiling."""
