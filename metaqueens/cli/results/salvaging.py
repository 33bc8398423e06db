"""What `salvage`, and `run` before it goes on, say of a damaged results folder."""

from typing import TYPE_CHECKING

import click

from metaqueens.text.words import many

if TYPE_CHECKING:
    from metaqueens.experiment.results.salvage import Salvaged


def say(found: "Salvaged") -> None:
    """Say what became of a folder, on stderr."""
    click.echo(
        f"{found.set_aside.parent}: its database was damaged. {found.runs:,} runs of"
        f" {found.cells:,} cells could be read and are kept; the damaged file is {found.set_aside}",
        err=True,
    )
    if found.dropped:
        click.echo(
            f"{many(found.dropped, 'run')} without a whole trace: to be done again", err=True
        )
    if found.sessions:
        lost = f"{many(found.sessions, 'session')}: with what their runs were done is lost"
        click.echo(f"{lost} (versions, machine, command)", err=True)
