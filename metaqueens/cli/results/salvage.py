"""``metaqueens salvage``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from metaqueens.experiment.results.salvage import Salvaged


@click.command("salvage")
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Rescue what can be read of a damaged results folder.

    Its database is replaced by a new one; the damaged file is set aside, not removed.
    """
    from metaqueens.experiment.results.errors import Damaged
    from metaqueens.experiment.results.store import Store

    try:
        with Store.open(folder, writing=True):
            click.echo(f"{folder}: not damaged")
    except Damaged:
        from metaqueens.experiment.results.salvage import salvage

        say(salvage(folder))


def say(found: "Salvaged") -> None:
    """Say what became of a folder, on stderr."""
    click.echo(
        f"{found.set_aside.parent}: its database was damaged. {found.runs:,} runs of"
        f" {found.cells:,} cells could be read and are kept; the damaged file is {found.set_aside}",
        err=True,
    )
