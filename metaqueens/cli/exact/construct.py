"""``metaqueens construct``."""

import time
from pathlib import Path
from typing import Any

import click

from metaqueens.cli import REJECTED
from metaqueens.cli.search.solve import DRAWN_UP_TO, Count, NegativeFirst
from metaqueens.cli.terminal.drawing import FORMATS
from metaqueens.errors import UserError
from metaqueens.files import replacing, write_text

SAVED_AS = (".json", ".csv", ".npy", ".svg")
FORM = {".json": "jsonl", ".svg": "svg"}
# Formats that draw every square.
GRIDS = ("text", "matrix", "svg")
GRIDS_UP_TO = 2_000


@click.command("construct", cls=NegativeFirst)
@click.argument("n", type=Count(), metavar="N")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help=f"Text up to {DRAWN_UP_TO} queens when not given.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help=f"Write the board to FILE: {', '.join(SAVED_AS)}.",
)
def command(n: int, form: str | None, save: Path | None) -> int:
    """Write down a solution of N queens without any search, by the n mod 12 rule."""
    from metaqueens.cli.terminal.output import duration
    from metaqueens.exact.construction import construct
    from metaqueens.problem.check import recount
    from metaqueens.problem.queens import Queens

    if save and save.suffix not in SAVED_AS:
        raise UserError(f"--save {save}: expected a name that ends in one of {', '.join(SAVED_AS)}")
    if n > GRIDS_UP_TO and (form in GRIDS or (save and save.suffix == ".svg")):
        raise UserError(f"{n:,} queens: pictures have up to {GRIDS_UP_TO:,}; take rows or jsonl")
    began = time.perf_counter()
    queens = construct(n)
    seconds = time.perf_counter() - began
    guards = recount(Queens(n), queens)
    if form or n <= DRAWN_UP_TO:
        click.echo(_text(queens, form or "text"))
    verified = "no attacking pairs" if guards == 0 else "IT IS NOT A SOLUTION"
    click.echo(
        f"{n:,} queen{'s' * (n != 1)} by the n mod 12 rule, {duration(seconds)};"
        f" verified by an independent count: {verified}",
        err=form is not None,
    )
    if save:
        _save(save, queens)
    return 0 if guards == 0 else REJECTED


def _text(queens: Any, form: str) -> str:
    from metaqueens.cli.terminal import drawing

    rows = queens.tolist()
    if form == "svg":
        return "\n".join(drawing.svg([rows], len(rows), 1))
    return drawing.DRAW[form](rows)


def _save(path: Path, queens: Any) -> None:
    """Write the board as its name says."""
    import numpy as np

    try:
        if path.suffix == ".npy":
            with replacing(path) as part:
                np.save(part, queens)
        elif path.suffix == ".csv":
            with replacing(path) as part, part.open("w", encoding="utf-8") as file:
                queens.tofile(file, sep=",")
                file.write("\n")
        else:
            write_text(path, _text(queens, FORM[path.suffix]) + "\n")
    except OSError as error:
        raise UserError(f"--save {path}: {(error.strerror or str(error)).lower()}") from None
