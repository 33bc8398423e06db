"""``metaqueens run``."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.experiment.configs import load
from metaqueens.cli.terminal.listing import print_json

if TYPE_CHECKING:
    from metaqueens.cli.experiment.following import Followed

FILES = ("runs.sqlite", "summary.csv", "experiment.yaml")


@click.command("run")
@parameters.config
@parameters.overrides
@parameters.jobs
@parameters.results
@click.option(
    "--shard", type=parameters.Shard(), help="Do only part K of M of the runs; see `merge`."
)
@click.option("--report/--no-report", default=True, help="Write report.html at the end.")
@parameters.as_json
@parameters.quiet
def command(
    path: str,
    overrides: tuple[str, ...],
    jobs: int | None,
    output: Path | None,
    shard: tuple[int, int] | None,
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
    suffix = f".shard-{shard[0]}-of-{shard[1]}" if shard and shard[1] > 1 else ""
    experiment = load(
        path, overrides, quiet or as_json, lambda name: output or Path("results") / (name + suffix)
    )
    from metaqueens.cli.experiment.following import follow
    from metaqueens.cli.terminal.output import show_report, write_report
    from metaqueens.experiment.plan import WHOLE, Shard
    from metaqueens.experiment.results.folder import REPORT

    silent = quiet or as_json
    part = Shard(*shard) if shard else WHOLE
    folder = output or Path("results") / (experiment.name + part.suffix)
    for line in experiment.skipped if not silent else ():
        click.echo(f"skipped: {line}", err=True)
    clock = time.perf_counter()
    found = follow(experiment, folder, part, jobs, silent)
    if report and (found.ran or not (folder / REPORT).exists()):
        write_report(folder, silent)
    seconds = time.perf_counter() - clock
    if as_json:
        summed = _summed(experiment.name, found.stored, seconds)
        if grouped := [_family(one) for one in found.grouped if one.instances > 1]:
            summed["families"] = grouped
        print_json(summed)
    elif not quiet:
        from metaqueens.cli.experiment.summary import advice

        parts = shard[1] if shard else None
        _tell(folder, found, seconds, advice(experiment.name, folder, found.asked, parts))
    show_report(folder, silent or not report)
    for error in found.errors:
        click.echo(error, err=True)
    if any(summary.rejected for summary in found.asked):
        return REJECTED
    return FAILED if any(summary.failed for summary in found.asked) else 0


def _tell(folder: Path, found: "Followed", seconds: float, then: str) -> None:
    """Print the table of all that is stored, the files, and what may be worth doing next."""
    from metaqueens.cli.experiment.summary import print_table

    print_table(found.grouped)
    now, there = (sum(one.runs for one in some) for some in (found.asked, found.stored))
    if now < there:
        click.echo(f"asked for {now:,} runs; the table is of all {there:,} that are stored")
    files = ", ".join(name for name in FILES if (folder / name).exists())
    click.echo(f"\n{folder}: {files}   ({seconds:.1f} s)")
    click.echo(f"next: metaqueens {then}")


def _summed(name: str, summaries: list, seconds: float) -> dict[str, Any]:
    totals = {
        key: sum(getattr(summary, key) for summary in summaries)
        for key in ("runs", "solved", "validated", "rejected", "failed")
    }
    return {"name": name, **totals, "seconds": seconds, "cells": [_cell(one) for one in summaries]}


def _cell(summary: Any) -> dict[str, Any]:
    return {
        "problem": {"n": summary.n, "encoding": summary.encoding},
        "algorithm": summary.algorithm,
        "runs": summary.runs,
        "solved": summary.solved,
        "success_ci95": list(summary.success_ci95),
        **summary.metrics,
        "best_fitness": summary.best_fitness,
        "validated": summary.validated,
    }


def _family(one: Any) -> dict[str, Any]:
    problem = {"family": one.problem_label, "encoding": one.encoding}
    told = {"instances": one.instances, "instances_solved": one.instances_solved}
    return {**_cell(one), "problem": problem, **told, "unsolved": one.unsolved}
