"""Progress on standard error: bars and spinners on a terminal, lines elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from metaqueens.cli.terminal.consoles import console, rewrites
from metaqueens.core.compilation import SAID, told

if TYPE_CHECKING:
    from rich.progress import Progress

SECONDS_BETWEEN_LINES = 10.0
# What shows progress may take this share of the time.
SHARE_OF_TIME = 0.02
# A narrower terminal goes without the bar and the time.
BARS_FROM = 70


def now_and_then(show: Callable[..., None], between: float) -> Callable[..., None]:
    """Return ``show`` limited to every ``between`` seconds and ``SHARE_OF_TIME``."""
    due = time.monotonic() + between

    def tick(*state: Any) -> None:
        nonlocal due
        began = time.monotonic()
        if began >= due:
            show(*state)
            ended = time.monotonic()
            due = ended + max(between, (ended - began) / SHARE_OF_TIME)

    return tick


@contextmanager
def progress(what: str, total: int, quiet: bool) -> Iterator[Callable[[int, str], None]]:
    """Show on stderr a bar with the time left, or where it is no terminal a line now and then.

    Call what it yields with how much is done, and a note.
    """
    if quiet or total == 0:
        with told(_nothing):
            yield lambda done, note: None
    elif rewrites(sys.stderr):
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

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

        def line(done: int, note: str) -> None:
            print(f"{what} {done:,} of {total:,} {note}", file=sys.stderr, flush=True)

        yield now_and_then(line, SECONDS_BETWEEN_LINES)


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


def spinner() -> "Progress":
    """Return a spinner on stderr, to which its task is still to be added."""
    from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

    out = console(stderr=True)
    sign = SpinnerColumn("line" if out.options.ascii_only else "dots")
    columns = (sign, _words("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=out, transient=True)


def _words(text: str) -> Any:
    """Return a column whose words wrap where there is no room; rich would cut them."""
    from rich.progress import TextColumn
    from rich.table import Column

    return TextColumn(text, table_column=Column(no_wrap=False, overflow="fold"))


def _nothing(begun: bool) -> None:
    """Say nothing of compiling."""
