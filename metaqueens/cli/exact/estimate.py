"""``metaqueens estimate``."""

import time
from math import floor, log10

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.text.words import duration


@click.command("estimate")
@parameters.queens
@parameters.number_option("--samples", "Number of random descents.")
@parameters.seed
@parameters.as_json
def command(n: int, samples: int, seed: int, as_json: bool) -> None:
    """Estimate the size of the search tree of N queens, and the number of solutions.

    The tree places a queen in each row, on squares that no queen attacks; the empty board is a
    node. It is the tree of `count --method cartesian`. In Knuth's method each random descent
    multiplies its numbers of choices.
    """
    import numpy as np

    from metaqueens.exact.tree_size import ESTIMATES_UP_TO, estimate
    from metaqueens.queens.problem import Queens

    if n <= ESTIMATES_UP_TO:
        estimate(Queens(4), 2, np.random.default_rng(seed))  # compiles the kernels
    began = time.perf_counter()
    found = estimate(Queens(n), samples, np.random.default_rng(seed))
    seconds = time.perf_counter() - began
    if as_json:
        nodes = {"nodes": found.nodes.value, "nodes_ci95": found.nodes.ci95}
        solutions = {"solutions": found.solutions.value, "solutions_ci95": found.solutions.ci95}
        asked = {"n": n, "samples": samples, "seed": seed}
        print_json({**asked, **nodes, **solutions, "seconds": seconds}, indent=None)
        return
    for name, mean in (("nodes", found.nodes), ("solutions", found.solutions)):
        # Up to the second digit of the standard error.
        digits = max(0, 1 - floor(log10(mean.error))) if mean.error > 0 else 0
        value, low, high, error = (_number(x, digits) for x in (mean.value, *mean.ci95, mean.error))
        click.echo(f"{name:<9} {value}   95 % interval {low} to {high}   (standard error {error})")
    if found.reached == 0:
        click.echo("no descent reached a solution: the interval of the solutions says nothing")
    click.echo(
        f"{found.samples:,} descents, {found.reached:,} of which reached a solution,"
        f" {duration(seconds)}; seed {seed}"
    )


def _number(value: float, digits: int) -> str:
    return f"{value:,.{digits}f}" if value < 1e15 else f"{value:.4g}"
