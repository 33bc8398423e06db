"""``metaqueens salvage``."""

from pathlib import Path

import click


@click.command("salvage")
@click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Rescue what can be read of a damaged results folder.

    Its database is replaced by a new one; the damaged file is set aside, not removed.
    """
    from metaqueens.experiment.results.database import Damaged
    from metaqueens.experiment.results.store import Store

    try:
        with Store.open(folder, writing=True):
            click.echo(f"{folder}: not damaged")
    except Damaged:
        salvage_and_say(folder)


def salvage_and_say(folder: Path) -> None:
    """Salvage ``folder`` and tell what became of it, on stderr."""
    from metaqueens.experiment.results.salvage import salvage

    found = salvage(folder)
    click.echo(
        f"{folder}: its database was damaged. {found.runs:,} runs of {found.cells:,} cells could be"
        f" read and are kept; the damaged file is {found.set_aside}",
        err=True,
    )
