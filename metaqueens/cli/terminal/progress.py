"""Progress on standard error, if that is a terminal: a bar, or a spinner."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from math import inf

from metaqueens.cli.terminal.consoles import console
from metaqueens.core.compilation import MESSAGE, announce_compilation


@cache  # so that it prints once, whatever the number of kernels
def print_compilation(begun: bool) -> None:
    """Print that kernels are being compiled."""
    if begun:
        print(MESSAGE, file=sys.stderr, flush=True)


@contextmanager
def progress(what: str, quiet: bool, total: int | None = None) -> Iterator[Callable[..., None]]:
    """Show a bar with the time left, or a spinner if the ``total`` is unknown.

    It yields a function of the amount done, and a note.
    """
    if quiet or total == 0 or not sys.stderr.isatty():
        with announce_compilation(_nothing) if quiet else nullcontext():
            yield _nothing
        return
    from rich import progress as parts

    out = console(stderr=True)
    sign = parts.SpinnerColumn("line" if out.options.ascii_only else "dots")
    title = parts.TextColumn("{task.description}", markup=False)
    note = parts.TextColumn("{task.fields[note]}", markup=False)
    times = parts.BarColumn(), parts.MofNCompleteColumn(), parts.TimeRemainingColumn()
    columns = times if total is not None else (parts.TimeElapsedColumn(),)
    # The speed is that of all runs: the latest ones may all be small, or all large.
    with parts.Progress(
        sign, title, *columns, note, console=out, transient=True, speed_estimate_period=inf
    ) as bar:
        task = bar.add_task(what, total=total, note="")
        with announce_compilation(lambda begun: bar.update(task, note=MESSAGE if begun else "")):
            yield lambda done, note="": bar.update(task, completed=done, note=note)


def _nothing(*news: object) -> None: ...
