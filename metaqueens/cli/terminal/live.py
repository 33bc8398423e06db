"""A live table of the progress of each cell, as ``run`` shows it::

runs = progress.wanted(experiment, shard)
with live.display(lambda: progress.of(store, runs), quiet) as refresh:
    for event in session(...):
        refresh()
"""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.box import Box
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from metaqueens.cli.terminal.consoles import console, fits, head_line, rewrites
from metaqueens.cli.terminal.progress import now_and_then
from metaqueens.core.compilation import SAID, told
from metaqueens.experiment.progress import CellProgress, Progress
from metaqueens.text.printable import printable
from metaqueens.text.words import duration

SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_LINES = 0.5, 10.0
# Lines of a terminal that are no rows of the table.
OTHER_LINES = 8


@contextmanager
def display(look: Callable[[], Progress], quiet: bool = False) -> Iterator[Callable[[], None]]:
    """Show the table on stderr; where that is no terminal, a line every ten seconds.

    Call what it yields as often as there may be news; it calls ``look`` when it is time to show.
    """
    if quiet:
        with told(lambda begun: None):
            yield lambda: None
    elif rewrites(sys.stderr):
        out = console(stderr=True)
        with Live(console=out, auto_refresh=False, transient=True) as shown:

            def show(compiling: bool = False) -> None:
                shown.update(view(look(), out, compiling), refresh=True)

            show()
            with told(show):
                yield now_and_then(show, SECONDS_BETWEEN_LOOKS)
    else:
        yield now_and_then(
            lambda: print(line(look()), file=sys.stderr, flush=True), SECONDS_BETWEEN_LINES
        )


def line(progress: Progress, compiling: bool = False) -> str:
    """Return the progress of the whole experiment as one line; ``compiling``: where it waits."""
    solved = sum(cell.solved for cell in progress.cells)
    failed = sum(cell.failed for cell in progress.cells)
    trouble = f", {failed:,} failed" if failed else ""
    name, state = printable(progress.name), SAID if compiling else "running"
    left = ""
    if progress.seconds_left:
        left = f", about {duration(round(progress.seconds_left) or 1)} left"
    return (
        f"{name}: {state}, {progress.done:,} of {progress.total:,} runs,"
        f" {solved:,} solved{trouble}{left}"
    )


def view(progress: Progress, out: Console, compiling: bool = False) -> Group:
    """Return the line over a table of the cells; a terminal has as many as fit, open ones first.

    One too narrow for the table has a line for each cell instead.
    """
    head = Text(line(progress, compiling))
    cells, room = list(progress.cells), max(1, shutil.get_terminal_size().lines - OTHER_LINES)
    more = []
    if out.is_terminal and len(cells) > room:
        cells.sort(key=lambda cell: cell.done >= cell.total)
        more = [Text(f"and {len(cells) - room:,} more")]
        cells = cells[:room]
    for bars in (True, False):
        if fits(shown := table(cells, head_line(out), bars), out):
            return Group(head, shown, *more)
    return Group(head, *map(_row, cells), *more)


def _row(cell: CellProgress) -> Text:
    name = f"{cell.problem}, {printable(cell.algorithm)}"
    done = f"{cell.done:,} of {cell.total:,} done, {cell.solved:,} solved"
    return Text(f"{name}: {done}; best so far: {best(cell)}", overflow="fold")


def table(cells: Sequence[CellProgress], head: Box, bars: bool = True) -> Table:
    """Return a table with a row for each of ``cells``; a narrow terminal has no ``bars``."""
    shown = Table(box=head, pad_edge=False)
    shown.add_column("problem", overflow="fold")
    shown.add_column("algorithm", overflow="fold")
    if bars:
        shown.add_column("", width=16)
    for name in ("done", "solved", "best so far"):
        shown.add_column(name, justify="right", no_wrap=True)
    for cell in cells:
        bar = [ProgressBar(total=cell.total, completed=cell.done, width=16)] if bars else []
        done = f"{cell.done:,}/{cell.total:,}"
        algorithm = Text(printable(cell.algorithm))
        shown.add_row(cell.problem, algorithm, *bar, done, f"{cell.solved:,}", best(cell))
    return shown


def best(cell: CellProgress) -> str:
    """Return the result of its best run."""
    if cell.fewest_evaluations is not None:
        return f"solved in {cell.fewest_evaluations:,}"
    if cell.fewest_guards is not None:
        return f"{cell.fewest_guards:,} pair{'s' * (cell.fewest_guards != 1)} attack"
    return f"{cell.failed:,} failed" if cell.failed else "-"
