"""``metaqueens run``."""

import json
import os
import shlex
import time
from math import isinf
from pathlib import Path
from typing import Any

import click

from metaqueens import config
from metaqueens.cli import FAILED, REJECTED


@click.command("run")
@click.argument("path", metavar="CONFIG")
@click.argument("overrides", nargs=-1, metavar="[KEY=VALUE]...")
@click.option("-j", "--jobs", type=click.IntRange(1), help="Processes; all cores when not given.")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path),
              help="Folder of the results; results/NAME when not given.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def command(
    path: str, overrides: tuple[str, ...], jobs: int | None, output: Path | None, as_json: bool,
    quiet: bool,
) -> int:  # fmt: skip
    """Run an experiment from a YAML file and validate its results.

    KEY=VALUE changes a key of the file; a comma makes a sweep:

    \b
      metaqueens run configs/ga_n50.yaml runs=5 problem.n=20,50

    Running again does only the runs that are missing.
    """
    experiment = config.load(path, overrides)
    from metaqueens.analysis.summary import summarise, write_csv
    from metaqueens.experiment.plan import cell_key
    from metaqueens.experiment.store import Store

    if not (quiet or as_json):
        for combination in experiment.skipped:
            click.echo(f"skipped: {combination}", err=True)
    clock = time.perf_counter()
    folder = output or Path("results") / experiment.name
    with Store.create(folder, experiment) as store:
        errors = _carry_out(experiment, store, jobs or os.cpu_count() or 1, quiet or as_json)
        _validate(experiment, store, quiet or as_json)
        store.keep_boards(experiment.keep_boards)
        keys = [cell_key(cell, experiment.seed) for cell in experiment.cells]
        summaries = summarise(store, keys)
    write_csv(folder / "summary.csv", summaries)
    seconds = time.perf_counter() - clock
    if as_json:
        click.echo(json.dumps(_report(experiment.name, summaries, seconds), indent=2))
    elif not quiet:
        from metaqueens.cli.output import program
        from metaqueens.cli.table import print_table

        print_table(summaries)
        click.echo(f"\n{folder}: runs.sqlite, summary.csv, experiment.yaml   ({seconds:.1f} s)")
        again = shlex.join(["run", path, *overrides])
        click.echo(f"next: {program()} {_advice(again, folder, output, summaries)}")
    for error in errors:
        click.echo(error, err=True)
    if any(summary.rejected for summary in summaries):
        return REJECTED
    return FAILED if any(summary.failed for summary in summaries) else 0


def _carry_out(experiment: config.Experiment, store: Any, jobs: int, quiet: bool) -> list[str]:
    """Do the missing runs under a progress bar; the distinct errors of those that failed."""
    from metaqueens.cli.output import progress
    from metaqueens.experiment.run import carry_out, missing_runs

    total = len(experiment.cells) * experiment.runs
    runs = missing_runs(experiment, store)
    missing = len(runs)
    if missing < total and not quiet:
        click.echo(f"restored {total - missing:,} of {total:,}, running {missing:,}", err=True)
    done = solved = 0
    errors: dict[str, None] = {}
    with progress("running", missing, quiet) as tick:
        for outcomes in carry_out(experiment, store, runs, jobs):
            for outcome in outcomes:
                done += 1
                solved += bool(outcome.result and outcome.result.solved)
                if outcome.error:
                    errors[f"{outcome.run.cell.name}: {outcome.error.strip()}"] = None
            tick(done, f"{solved:,} solved")
    return list(errors)


def _validate(experiment: config.Experiment, store: Any, quiet: bool) -> None:
    from metaqueens.cli.output import progress
    from metaqueens.experiment.validate import validate

    total = len(experiment.cells) * experiment.runs
    with progress("validating", total, quiet) as tick:
        for done, _ in enumerate(validate(store, experiment.validation == "cp_sat"), 1):
            tick(done, "")


def _report(name: str, summaries: list, seconds: float) -> dict[str, Any]:
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
        "ert": None if isinf(summary.ert) else summary.ert,
        "median_evaluations": summary.median_evaluations,
        "median_seconds": summary.median_seconds,
        "best_fitness": summary.best_fitness,
        "validated": summary.validated,
    }


def _advice(again: str, folder: Path, output: Path | None, summaries: list) -> str:
    """The next command to type."""
    where = f" -o {shlex.quote(str(output))}" if output else ""
    if any(summary.failed for summary in summaries):
        return f"{again}{where}   does the failed runs again"
    if any(summary.rejected for summary in summaries):
        return f"validate {shlex.quote(str(folder))}   names the rejected boards"
    open_cells = [summary for summary in summaries if summary.existence != "proven none"]
    if any(summary.solved < summary.runs for summary in open_cells):
        longer = shlex.quote(f"{folder}_longer")
        return f"{again} budget.evaluations=10_000_000 -o {longer}   gives every run more"
    if not open_cells:
        return "solve 8   has solutions"
    most = max(summary.runs for summary in summaries)
    return f"{again} runs={max(100, 2 * most)}{where}   adds runs to these"
