"""``metaqueens salvage``."""

from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json


@click.command("salvage")
@parameters.folder
@parameters.as_json
def command(folder: Path, as_json: bool) -> None:
    """Rescue what can be read of a damaged results folder.

    Its database is replaced by a new one; the damaged file is set aside, not removed.
    """
    from metaqueens.experiment.results.salvage import salvage
    from metaqueens.experiment.results.schema import Damaged
    from metaqueens.experiment.results.store import Store

    found = None
    try:
        Store.open(folder, writing=True).close()
    except Damaged:
        found = salvage(folder)
    if as_json:
        told = found._asdict() | {"set_aside": str(found.set_aside)} if found else {}
        print_json({"folder": str(folder), "damaged": found is not None, **told})
    else:
        click.echo(found.told() if found else f"{folder}: not damaged", err=found is not None)
