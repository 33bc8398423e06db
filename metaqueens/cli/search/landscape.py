"""``metaqueens landscape``."""

from collections.abc import Sequence

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json


@click.command("landscape")
@parameters.problem
@parameters.settings
@parameters.board
@parameters.instance_id
@click.option(
    "--samples",
    type=click.IntRange(2, 20_000),
    help="Number of random boards, and of descents from them, up to 20,000. Default: 1000, fewer"
    " above 100 queens.",
)
@click.option(
    "-t",
    "--temperature",
    "temperatures",
    type=click.FloatRange(0, 1000),
    multiple=True,
    help="Temperature of escapes from local optima, in units of the cost. May be repeated.",
)
@parameters.seed
@parameters.as_json
def command(
    n: int | str | None,
    settings: Sequence[str],
    board: str | None,
    name: str | None,
    samples: int | None,
    temperatures: tuple[float, ...],
    seed: int,
    as_json: bool,
) -> None:
    """Measure the fitness landscape of N queens (4 to 500) or another problem.

    \b
      metaqueens landscape 8
      metaqueens landscape 50 -s 1 -t 0 -t 0.5
      metaqueens landscape --board ed16.jsonl --id 7
      metaqueens landscape interval.py:AllInterval n=9

    Steepest descent, sideways moves, autocorrelation and escapes from local optima are measured
    on random boards, for each kind of move, with 95 % intervals.
    """
    problem, others = parameters.problem_and_settings(n, settings, board, name)
    if others:
        raise click.UsageError(f"Got unexpected extra argument ({others[0]})")
    from metaqueens.cli.terminal.output import explain_failures
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.cli.terminal.table import show
    from metaqueens.landscape.measure import TEMPERATURES, measure, neighbourhoods_of
    from metaqueens.landscape.table import table

    steps = len(neighbourhoods_of(problem))
    with progress("landscape", as_json, steps) as tick, explain_failures("landscape"):
        found = measure(problem, seed, samples, sorted({*temperatures}) or TEMPERATURES, tick)
    if as_json:
        print_json(found.as_json, indent=None)
        return
    output = table(found)
    click.echo(output.title)
    click.echo("\n".join([*show(output).notes, f"seed {found.seed}"]))
