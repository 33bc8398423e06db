"""``metaqueens count``."""

import time
from typing import Any

import click

from metaqueens.cli import INTERRUPTED, parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.cli.terminal.progress import progress
from metaqueens.system.interrupts import acknowledge, catch_ctrl_c
from metaqueens.text.words import describe_effort, duration, many


@click.command("count")
@parameters.queens
@parameters.method
@parameters.as_json
def command(n: int, method: str, as_json: bool) -> int:
    """Count all solutions of N queens, and those up to rotation and reflection.

    Nodes are partial boards on which queens are placed one by one. Bitmask counts fewer nodes than
    `estimate`: it places only the queens inside the border, without the last one of a solution, and
    only one border of each set of rotations and reflections.

    Bitmask counts up to 18 queens in seconds and 20 in minutes. Ctrl-C prints the counts so far.
    """
    report, done = (_count_subtrees if method == "bitmask" else _count_boards)(n, method, as_json)
    if as_json:
        keys = ("n", "method", "solutions", "fundamental", "nodes", "seconds")
        print_json({key: report.get(key) for key in keys}, indent=None)
    else:
        found, so_far = report["solutions"], "" if done else " so far"
        click.echo(f"{many(found, 'solution')} for {many(n, 'queen')}{so_far}")
        if done and found:
            click.echo(f"{report['fundamental']:,} of them up to turns and mirrors")
        click.echo(f"{method}: {describe_effort(report)}{duration(report['seconds'])}")
    return 0 if done else INTERRUPTED


def _count_subtrees(n: int, method: str, quiet: bool) -> tuple[dict[str, Any], bool]:
    """Count with bit masks, on all cores."""
    from metaqueens.exact.counting import count
    from metaqueens.queens.problem import Queens

    list(count(Queens(4)))  # compiles the kernels
    counts = count(Queens(n))
    now = next(counts)
    with catch_ctrl_c() as interrupted, progress("counting subtrees", quiet, now.total) as tick:
        for now in counts:
            tick(now.done, f"{now.solutions:,} solutions")
            if interrupted():
                break
    if not now.finished:
        click.echo(f"interrupted after {now.done:,} of {now.total:,} subtrees", err=True)
    return {**now._asdict(), "method": method, "fundamental": now.fundamental}, now.finished


def _count_boards(n: int, method: str, quiet: bool) -> tuple[dict[str, Any], bool]:
    """Count the boards that a method finds, and the canonical ones among them."""
    import numpy as np

    from metaqueens.exact.effort import Effort
    from metaqueens.exact.methods import boards
    from metaqueens.exact.symmetry import is_canonical
    from metaqueens.queens.problem import Queens

    effort, solutions, fundamental, done = Effort(), 0, 0, False
    began = time.perf_counter()
    try:
        is_canonical(np.arange(2))  # compiles it; the next line imports the solver
        list(boards(method, Queens(4), Effort()))
        began = time.perf_counter()
        with progress(f"counting by {method}", quiet):
            for board in boards(method, Queens(n), effort):
                solutions += 1
                fundamental += is_canonical(np.asarray(board))
        done = True
    except KeyboardInterrupt:
        acknowledge()
        click.echo("interrupted: what follows was counted so far", err=True)
    found = {"solutions": solutions, "fundamental": fundamental if done else None}
    seconds = time.perf_counter() - began
    return {"n": n, "method": method, **found, **effort.counted, "seconds": seconds}, done
