"""``metaqueens watch``."""

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.consoles import rewrites

SECONDS = 1.0


@click.command("watch")
@parameters.folder
@parameters.as_json
def command(folder: Path, as_json: bool) -> None:
    """Watch a run from another terminal, until it is complete or Ctrl-C.

    It only reads. Where standard output is no terminal it says how things stand, and ends.
    """
    from metaqueens.experiment import progress

    seen = progress.read(folder)
    if as_json:
        report = {**asdict(seen), "done": seen.done, "total": seen.total}
        click.echo(json.dumps(report, indent=2))
        return
    from rich.live import Live

    from metaqueens.cli.terminal import live
    from metaqueens.cli.terminal.consoles import console

    out = console()
    if rewrites(sys.stdout):
        with Live(console=out, auto_refresh=False, transient=True) as shown:
            while seen.state == "running":
                shown.update(live.view(seen, out), refresh=True)
                time.sleep(SECONDS)
                seen = progress.read(folder)
    out.print(live.view(seen, out))
