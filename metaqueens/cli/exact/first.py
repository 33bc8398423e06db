"""``metaqueens first``."""

import json
import time
from typing import Any

import click

from metaqueens.cli import REJECTED, parameters
from metaqueens.cli.exact.options import (
    EFFORTS,
    effort_in_words,
    method_option,
    refuse_hopeless,
)
from metaqueens.cli.terminal import boards
from metaqueens.text.errors import UserError
from metaqueens.text.words import duration


@click.command("first")
@parameters.queens
@method_option(default="cp_sat")
@click.option(
    "--workers", type=click.IntRange(1), help="Of cp_sat: threads that search; 1 when not given."
)
@parameters.as_json
@parameters.force
def command(n: int, method: str, workers: int | None, as_json: bool, force: bool) -> int:
    """Find one solution of N queens by an exact method, or prove that there is none."""
    from metaqueens.exact.methods import seconds_for_first
    from metaqueens.problem.queens import Queens

    if workers and method != "cp_sat":
        raise UserError(f"--workers {workers}: {method} has one; give --method cp_sat")
    options = {"workers": workers} if workers else {}
    if not force:
        seconds = seconds_for_first(method, Queens(n))
        instead = f"`metaqueens solve {n} -a construction` needs no search"
        refuse_hopeless("first", method, n, seconds, instead)
    report = _search(n, method, options, as_json)
    click.echo(json.dumps(report)) if as_json else _tell(report)
    return 0 if report["queens"] is None or report["guards"] == 0 else REJECTED


def _search(n: int, method: str, options: dict[str, Any], quiet: bool) -> dict[str, Any]:
    from metaqueens.cli.terminal.progress import waiting
    from metaqueens.exact.effort import Effort
    from metaqueens.exact.methods import first
    from metaqueens.problem.check import recount
    from metaqueens.problem.queens import Queens

    problem = Queens(n)
    first(method, Queens(4), Effort(), **options)  # imports and compiles
    effort, began = Effort(), time.perf_counter()
    with waiting(f"placing {n:,} queens", quiet):
        queens = first(method, problem, effort, **options)
    seconds = time.perf_counter() - began
    return {
        "n": n,
        "method": method,
        "queens": None if queens is None else queens.tolist(),
        "guards": None if queens is None else recount(problem, queens),
        **{name: effort.counted.get(name) for name in EFFORTS},
        "seconds": seconds,
    }


def _tell(report: dict[str, Any]) -> None:
    from metaqueens.exact.construction import no_solution

    n, queens = report["n"], report["queens"]
    if queens is None:
        click.echo(no_solution(n))
    else:
        click.echo(boards.draw(queens, "text" if n <= boards.DRAWN_UP_TO else "rows"))
    click.echo(f"{report['method']}: {effort_in_words(report)}{duration(report['seconds'])}")
