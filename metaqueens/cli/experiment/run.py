"""``metaqueens run``."""

import sys
import time
from pathlib import Path

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.cli.terminal.progress import progress
from metaqueens.text.words import many

FILES = ("runs.sqlite", "summary.csv", "experiment.yaml")


@click.command("run")
@parameters.config
@parameters.overrides
@parameters.jobs
@parameters.results
@click.option(
    "--report/--no-report", default=True, help="Write report.html at the end. Default: yes."
)
@parameters.as_json
@parameters.quiet
def command(
    path: str,
    overrides: tuple[str, ...],
    jobs: int | None,
    output: Path | None,
    report: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Run an experiment from a YAML file and validate its results.

    KEY=VALUE changes a key of the file; a comma makes a sweep:

    \b
      metaqueens run configs/ga_n50.yaml runs=5 problem.n=20,50

    Running again does only the runs that are missing: after Ctrl-C, after a failure, with more
    runs, sizes or algorithms.
    """
    silent = quiet or as_json
    with progress("starting", silent):  # a second of imports
        from metaqueens.cli.experiment import following
        from metaqueens.experiment.results.folder import REPORT
    experiment = parameters.load_config(
        path, overrides, silent, lambda name: output or Path("results") / name
    )
    folder = output or Path("results") / experiment.name
    page = folder / REPORT
    for line in experiment.skipped if not silent else ():
        click.echo(f"skipped: {line}", err=True)
    clock = time.perf_counter()
    found = following.follow(experiment, folder, jobs, silent)
    if report and (found.ran or not page.exists()):
        following.write_report(folder, silent, found.summary.runs)
    seconds = time.perf_counter() - clock
    if found.earlier:
        names = "; ".join(f"{name} ({many(n, 'run')})" for name, n in found.earlier.items())
        click.echo(f"also in these results, not in this config: {names}", err=silent)
    if as_json:
        print_json(following.make_report(experiment.name, found, seconds))
    elif not quiet:
        following.print_table(found.summary.families)
        number = len(found.summary.runs)
        if found.asked.runs < number:
            asked = f"asked for {found.asked.runs:,} runs"
            click.echo(f"{asked}; the table is of all {number:,} that are stored")
        files = ", ".join(name for name in FILES if (folder / name).exists())
        click.echo(f"\n{folder}: {files}   ({seconds:.1f} s)")
        click.echo(f"next: metaqueens {following.advise(folder, found, experiment)}")
        if report and page.exists():  # a link on a terminal
            click.echo(f"report: {page.resolve().as_uri() if sys.stdout.isatty() else page}")
    for error in found.errors:
        click.echo(error, err=True)
    if found.asked.rejected:
        return REJECTED
    return FAILED if found.asked.failed else 0
