"""``metaqueens salvage``."""

from pathlib import Path
from typing import Any

import click

from metaqueens.cli import parameters
from metaqueens.cli.results.salvaging import say
from metaqueens.cli.terminal.listing import print_json


@click.command("salvage")
@parameters.folder
@parameters.as_json
def command(folder: Path, as_json: bool) -> None:
    """Rescue what can be read of a damaged results folder.

    Its database is replaced by a new one; the damaged file is set aside, not removed.
    """
    from metaqueens.experiment.results.errors import Damaged
    from metaqueens.experiment.results.store import Store

    try:
        with Store.open(folder, writing=True):
            report: dict[str, Any] = {"folder": str(folder), "damaged": False}
    except Damaged:
        from metaqueens.experiment.results.salvage import salvage

        found = salvage(folder)
        report = {"folder": str(folder), "damaged": True, "cells": found.cells}
        report |= {"runs": found.runs, "dropped": found.dropped, "sessions": found.sessions}
        report["set_aside"] = str(found.set_aside)
        if not as_json:
            say(found)
    if as_json:
        print_json(report)
    elif not report["damaged"]:
        click.echo(f"{folder}: not damaged")
