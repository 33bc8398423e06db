"""``metaqueens enumerate``."""

import sys
from itertools import islice

import click

from metaqueens.cli import INTERRUPTED, parameters
from metaqueens.cli.terminal import boards as drawing
from metaqueens.system.interrupts import acknowledge


@click.command("enumerate")
@parameters.queens
@parameters.method
@click.option(
    "--fundamental",
    is_flag=True,
    help="List only one of the boards that are rotations or reflections of each other.",
)
@click.option(
    "--limit", type=parameters.WholeNumber(), help="Maximum number of boards. Default: all."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(drawing.FORMATS),
    default="text",
    show_default=True,
    help="Format of a board.",
)
def command(n: int, method: str, fundamental: bool, limit: int | None, form: str) -> int:
    """List all solutions of N queens as they are found.

    In the formats rows and jsonl a board is the row of the queen in each column, counted from 0.
    """
    import numpy as np

    from metaqueens.exact import symmetry
    from metaqueens.exact.effort import Effort
    from metaqueens.exact.methods import boards
    from metaqueens.queens.problem import Queens

    found = map(np.asarray, boards(method, Queens(n), Effort()))
    chosen = filter(symmetry.is_canonical, found) if fundamental else found
    shown = 0
    try:
        for board in islice(chosen, limit):
            # click would flush at every line.
            sys.stdout.write(drawing.draw(board.tolist(), form) + "\n")
            shown += 1
    except KeyboardInterrupt:
        acknowledge()
        sys.stdout.flush()
        click.echo(f"interrupted after {shown:,} boards", err=True)
        return INTERRUPTED
    if why := Queens(n).explain_no_solution():
        click.echo(why, err=True)
    return 0
