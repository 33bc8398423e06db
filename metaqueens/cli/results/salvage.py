"""``metaqueens salvage``."""

from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.results.salvaging import say


@click.command("salvage")
@parameters.folder
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
