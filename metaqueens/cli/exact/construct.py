"""``metaqueens construct``."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from metaqueens.cli import REJECTED, parameters
from metaqueens.cli.terminal import boards
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.words import duration, many

if TYPE_CHECKING:
    import numpy as np

# Formats that draw every square.
GRIDS = ("text", "matrix")
GRIDS_UP_TO = 2_000


@click.command("construct")
@parameters.queens
@click.option(
    "--format",
    "form",
    type=click.Choice(boards.FORMATS),
    help=f"Text up to {boards.DRAWN_UP_TO} queens when not given.",
)
@parameters.written_to("--save", help=f"Write the board to FILE: {', '.join(boards.SAVED_AS)}.")
@parameters.as_json
def command(n: int, form: str | None, save: Path | None, as_json: bool) -> int:
    """Write down a solution of N queens without any search, by the n mod 12 rule."""
    from metaqueens.exact.construction import construct
    from metaqueens.problem.check import recount
    from metaqueens.problem.queens import Queens

    if save:
        parameters.require_ending("--save", save, boards.SAVED_AS)
    if as_json and form:
        raise UserError("--json: it is a format itself; leave out --format")
    if n > GRIDS_UP_TO and form in GRIDS:
        raise UserError(f"{n:,} queens: pictures have up to {GRIDS_UP_TO:,}; take rows or jsonl")
    began = time.perf_counter()
    queens = construct(n)
    seconds = time.perf_counter() - began
    guards = recount(Queens(n), queens)
    if as_json:
        report = {"n": n, "queens": queens.tolist(), "guards": guards, "seconds": seconds}
        click.echo(json.dumps(report))
    else:
        _tell(queens, form, guards, seconds)
    if save:
        with system_errors(f"--save {save}"):
            boards.save(save, queens)
    return 0 if guards == 0 else REJECTED


def _tell(queens: "np.ndarray", form: str | None, guards: int, seconds: float) -> None:
    """The board, where it is asked for or small, and that it was counted again."""
    n = queens.size
    if form or n <= boards.DRAWN_UP_TO:
        click.echo(boards.draw(queens.tolist(), form or "text"))
    verified = "no attacking pairs" if guards == 0 else "IT IS NOT A SOLUTION"
    click.echo(
        f"{many(n, 'queen')} by the n mod 12 rule, {duration(seconds)};"
        f" verified by an independent count: {verified}",
        err=form is not None,
    )
