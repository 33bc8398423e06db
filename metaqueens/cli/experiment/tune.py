"""``metaqueens tune``."""

import shlex
from pathlib import Path

import click

from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.text.errors import UserError


@click.command("tune")
@parameters.config
@parameters.overrides
@parameters.jobs
@parameters.results
@parameters.as_json
@parameters.quiet
def command(
    path: str,
    overrides: tuple[str, ...],
    jobs: int | None,
    output: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Find the best parameters of an algorithm, as described in the tune block of a file.

    \b
      metaqueens tune configs/tune_ga.yaml
      metaqueens tune configs/tune_ga.yaml tune.max_runs=500 -o results/short

    The default setting races too, and the winner is tested on problems that were not used before.
    If it is stopped or killed, the same command continues and has the same result.
    """
    silent = quiet or as_json
    experiment = parameters.load_config(path, overrides, silent)
    if experiment.tune is None:
        raise UserError(f"{path}: nothing to tune: there is no tune block")
    from metaqueens.cli.terminal.output import count_kept_runs, print_kept_tuning
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.experiment.results import tallies
    from metaqueens.tuning import tune

    folder = output or Path("results") / experiment.name
    with (
        count_kept_runs(folder, silent, lambda store: f"{tallies.total(store).finished:,}"),
        progress("tuning", silent, experiment.tune.max_runs) as tick,
    ):
        report = tune(experiment, folder, jobs, tick, parameters.finder(silent))
    if as_json:
        print_json(report, indent=1)
    elif not quiet:
        print_kept_tuning(folder)
        if report["best"]:
            ranges, settings = experiment.tune.space, report["best"]["settings"]
            for key, value in settings.items():
                if ranges[key].kind != "choice" and value in ranges[key].ends:
                    click.echo(f"{key}={value} is an end of its range: try a wider range")
            click.echo(f"{folder}: best.yaml, tune.json, tune.sqlite, runs.sqlite")
            best = shlex.quote(str(folder / "best.yaml"))
            click.echo(f"next: metaqueens run {best}   runs the best setting on seeds of its own")
    for error, count in report["errors"].items():
        click.echo(f"{count:,} runs failed: {error}", err=True)
    return FAILED if report["failed"] else 0
