"""``metaqueens replay``."""

from dataclasses import asdict
from pathlib import Path

import click

from metaqueens.cli import REJECTED, parameters
from metaqueens.cli.terminal.listing import print_json, say


@click.command("replay")
@parameters.folder
@click.argument("run", metavar="RUN")
@parameters.as_json
@click.option(
    "--allow-code",
    is_flag=True,
    help="Repeat a run of user code, which imports the files that RESULTS name.",
)
def command(folder: Path, run: str, as_json: bool, allow_code: bool) -> int:
    """Repeat one run and compare it with the results; exit with 4 if it differs.

    RUN is CELL-REPETITION, such as 3-17. Solution and trace are compared exactly. A run that
    `seconds` ended is compared up to the shorter of the two.
    """
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.experiment.replay import replay
    from metaqueens.experiment.results.store import Store

    with Store.open(folder) as store, progress(f"repeating {run}", quiet=as_json):
        found = replay(store, run, allow_code)
    if as_json:
        print_json({"folder": str(folder), "run": run, **asdict(found)})
    else:
        say(
            f"{folder} {run}: {found.verdict}; {found.evaluations:,} evaluations,"
            f" {found.points:,} points of its trace"
        )
        for line in (*found.differences, *found.notes):
            say(f"  {line}")
        if found.changed and found.verdict != "identical":
            say("\n  ".join(["since then has changed", *found.changed]))
    return REJECTED if found.verdict == "different" else 0
