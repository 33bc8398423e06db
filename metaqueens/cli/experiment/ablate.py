"""``metaqueens ablate``."""

import json
from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.text.errors import UserError


@click.command("ablate")
@parameters.folder
@click.argument("start", metavar="FROM", default="default")
@click.argument("end", metavar="TO", default="best")
@click.option(
    "--max-runs",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Single runs at the most.",
)
@parameters.jobs
@parameters.as_json
@parameters.quiet
def command(
    folder: Path,
    start: str,
    end: str,
    max_runs: int,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Tell which parameters make the difference between two settings of a tuning.

    \b
      metaqueens ablate results/tune_ga                # from the default to the best setting
      metaqueens ablate results/tune_ga best 3         # to the third of the final
      metaqueens ablate results/tune_ga 2 default --max-runs 5000

    FROM and TO are `default`, `best` or a number in the table of the final. One parameter is
    changed at a time, the cheapest change first; all is measured on fresh seeds. Runs are kept in
    RESULTS/ablations.
    """
    if start == end:
        raise UserError(f"FROM and TO: both are {start}")
    from metaqueens.cli.experiment.tuned import way_in_words
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.tuning.ablation import ablate

    with progress("ablation", max_runs, quiet or as_json) as tick:
        found = ablate(folder, start, end, max_runs, jobs, tick)
    if as_json:
        click.echo(json.dumps(found))
    elif not quiet:
        click.echo("\n".join(way_in_words(found, start, end)))
    return 0
