"""``metaqueens merge``."""

import shlex
from dataclasses import asdict
from pathlib import Path

import click

from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json, say

NAMED = 20


@click.command("merge")
@parameters.several("folders", "RESULTS...", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the joined results.",
)
@click.option("--report/--no-report", default=True, help="Write report.html too. Default: yes.")
@parameters.as_json
def command(folders: tuple[Path, ...], output: Path, report: bool, as_json: bool) -> int:
    """Join the results of shards, or of equal experiments.

    The experiments must be the same but for runs, executor and limits. A run that several folders
    hold is taken from the first, a finished one before one that failed.
    """
    from metaqueens.analysis.summary import summarise
    from metaqueens.cli.terminal.output import show_report, write_report
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.experiment.progress import overview
    from metaqueens.experiment.results.merge import merge
    from metaqueens.experiment.results.store import Store

    with progress("merging", len(folders), as_json) as tick:
        found = merge(folders, output, lambda done: tick(done, "folders"))
    with Store.open(output) as store:
        state = overview(store)
    summary = summarise(output)
    if report:
        write_report(output, as_json, summary.runs)
    if as_json:
        counts = {"folder": str(output), "folders": len(folders), **state._asdict()}
        print_json({**counts, **asdict(found)})
    else:
        say(
            f"{output}: {state.name}, {state.done:,} of {state.of:,} runs from {len(folders)}"
            f" folders, {state.failed:,} failed, {found.duplicates:,} duplicates"
        )
        if not state.complete:
            command = shlex.join(["run", str(output / "experiment.yaml"), "-o", str(output)])
            click.echo(f"next: metaqueens {command}   does the runs that are missing")
        show_report(output, silent=not report)
    wrong = {
        "differ between folders though their seeds are the same; kept: the first": found.conflicts,
        "have lost the files of their boards": found.boards_missing,
    }
    for problem, places in wrong.items():
        if places:
            more = f" and {len(places) - NAMED:,} more" * (len(places) > NAMED)
            click.echo(f"runs that {problem}: {', '.join(places[:NAMED])}{more}", err=True)
    return FAILED if found.conflicts else 0
