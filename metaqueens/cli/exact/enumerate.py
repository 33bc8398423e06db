"""``metaqueens enumerate``."""

import os
import sys
import time
from collections.abc import Iterator
from itertools import islice

import click

from metaqueens.cli import INTERRUPTED, parameters
from metaqueens.cli.exact.options import method_option, refuse_hopeless
from metaqueens.cli.terminal import boards as drawing
from metaqueens.system.interrupts import heard
from metaqueens.text.errors import UserError

# A reader waits no longer than this for boards that are there.
FLUSH_EVERY = 0.2
# So many queens are counted before a picture is begun, to know how large it will be.
PICTURED_UP_TO = 15


@click.command("enumerate", cls=parameters.NumberCommand)
@parameters.queens
@method_option(default="bitmask")
@click.option(
    "--fundamental",
    is_flag=True,
    help="One board of those that are turns or mirrors of one another.",
)
@click.option("--limit", type=parameters.WholeNumber(), help="Stop after so many boards.")
@click.option(
    "--format", "form", type=click.Choice(drawing.FORMATS), default="text", show_default=True
)
@parameters.force
def command(
    n: int,
    method: str,
    fundamental: bool,
    limit: int | None,
    form: str,
    force: bool,
) -> int:
    """List all solutions of N queens as they are found.

    In the formats rows and jsonl a board is the row of the queen in each column, counted from 0.
    """
    from metaqueens.exact.methods import seconds_for_all, seconds_for_first
    from metaqueens.problem.queens import Queens

    if not force:
        seconds = (seconds_for_first if limit else seconds_for_all)(method, Queens(n))
        refuse_hopeless("enumerate", method, n, seconds, "ask for a few of them with --limit")
    boards = islice(_boards(n, method, fundamental), limit)
    shown = 0
    try:
        for shown, text in enumerate(_texts(boards, n, form, fundamental, limit)):  # noqa: B007
            _print(text)
    except KeyboardInterrupt:
        heard()
        sys.stdout.flush()
        click.echo(f"interrupted after {shown:,} boards", err=True)
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough, which click would call an error
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if n in (2, 3):
        from metaqueens.exact.construction import no_solution

        click.echo(no_solution(n), err=True)
    return 0


def _boards(n: int, method: str, fundamental: bool) -> Iterator[list[int]]:
    from metaqueens.exact import symmetry
    from metaqueens.exact.effort import Effort
    from metaqueens.exact.methods import boards as boards_by
    from metaqueens.problem.queens import Queens

    options = {"fundamental": fundamental} if method == "bitmask" else {}
    boards = boards_by(method, Queens(n), Effort(), **options)
    if fundamental and method != "bitmask":
        import numpy as np

        boards = symmetry.fundamental(map(np.asarray, boards))
    return ([int(row) for row in board] for board in boards)


def _texts(
    boards: Iterator[list[int]], n: int, form: str, fundamental: bool, limit: int | None
) -> Iterator[str]:
    if form == "svg":
        return drawing.svg(boards, n, _how_many(n, fundamental, limit))
    return (drawing.draw(board, form) for board in boards)


def _how_many(n: int, fundamental: bool, limit: int | None) -> int:
    """Return the boards that a picture must have room for."""
    if n > PICTURED_UP_TO:
        if limit is None:
            raise UserError(f"--format svg: give --limit to draw some of the boards of {n} queens")
        return limit
    from metaqueens.exact.counting import count
    from metaqueens.problem.queens import Queens

    *_, last = count(Queens(n))
    there = last.fundamental if fundamental else last.solutions
    return min(limit or there or 0, there or 0)


_flushed = 0.0


def _print(text: str) -> None:
    """Write a line, and flush now and then: click would at every line."""
    global _flushed
    sys.stdout.write(text + "\n")
    if time.monotonic() - _flushed > FLUSH_EVERY:
        sys.stdout.flush()
        _flushed = time.monotonic()
