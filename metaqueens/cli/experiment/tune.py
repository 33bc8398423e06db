"""``metaqueens tune``."""

from pathlib import Path

import click

from metaqueens.cli import FAILED, parameters
from metaqueens.cli.experiment.configs import load
from metaqueens.text.errors import UserError


@click.command("tune")
@parameters.config
@parameters.overrides
@parameters.jobs
@parameters.results
@parameters.no_table
@parameters.quiet
def command(
    path: str,
    overrides: tuple[str, ...],
    jobs: int | None,
    output: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Find the parameters of an algorithm that cost least, as a file's tune block says.

    \b
      metaqueens tune configs/tune_ga.yaml
      metaqueens tune configs/tune_ga.yaml tune.max_runs=500 -o results/short

    The default setting races too, and the winner is tested on boards that the search never saw.
    Stopped or killed, the same command goes on and comes to the same answer.
    """
    experiment = load(path, overrides, quiet or as_json)
    if experiment.tune is None:
        raise UserError(f"{path}: nothing to tune: there is no tune block")
    from metaqueens.cli.terminal.progress import progress, waiting
    from metaqueens.tuning import tune
    from metaqueens.tuning.study.outcome import draw

    folder = output or Path("results") / experiment.name
    with progress("tuning", experiment.tune.max_runs, quiet or as_json) as tick:
        report = tune(experiment, folder, jobs, tick)
    with waiting("drawing", quiet or as_json):
        draw(folder, report)
    if as_json:
        click.echo((folder / "tune.json").read_text(encoding="utf-8"), nl=False)
    elif not quiet:
        from metaqueens.cli.experiment.tuned import tell

        tell(report, folder)
    for error, count in report["errors"].items():
        click.echo(f"{count:,} runs failed: {error}", err=True)
    return FAILED if report["failed"] else 0
