"""``metaqueens run``."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any

import click

from metaqueens import config
from metaqueens.cli import FAILED, REJECTED
from metaqueens.cli.experiment.configs import load
from metaqueens.errors import UserError

FILES = ("runs.sqlite", "summary.csv", "experiment.yaml")


class ShardOption(click.ParamType):
    """K/M with 1 <= K <= M."""

    name = "K/M"

    def convert(self, value: Any, param: Any, context: Any) -> tuple[int, int]:
        found = re.fullmatch(r"(\d+)/(\d+)", value)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            self.fail(f"expected K/M with 1 <= K <= M, such as 3/40, got {value!r}", param, context)
        return int(found[1]), int(found[2])


@click.command("run")
@click.argument("path", metavar="CONFIG")
@click.argument("overrides", nargs=-1, metavar="[KEY=VALUE]...")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    help="Processes; when not given, as the config says, or all cores.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the results; results/NAME when not given.",
)
@click.option("--shard", type=ShardOption(), help="Do only part K of M of the runs; see `merge`.")
@click.option("--fresh", is_flag=True, help="Discard the results that are there, after asking.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("--fail-fast/--keep-going", help="Begin nothing new after a run that failed.")
@click.option("--report/--no-report", default=True, help="Write report.html at the end.")
@click.option("--open", "in_browser", is_flag=True, help="Open report.html in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def command(
    path: str,
    overrides: tuple[str, ...],
    jobs: int | None,
    output: Path | None,
    shard: tuple[int, int] | None,
    fresh: bool,
    yes: bool,
    fail_fast: bool,
    report: bool,
    in_browser: bool,
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
    if in_browser and not report:
        raise UserError("--open: there is no report to open with --no-report")
    experiment = load(path, overrides, quiet or as_json)
    from metaqueens.analysis.summary import summarise, write_csv
    from metaqueens.cli.terminal.output import REPORT, show_report, write_report
    from metaqueens.experiment.plan import WHOLE, Shard, cell_key

    silent = quiet or as_json
    part = Shard(*shard) if shard else WHOLE
    folder = output or Path("results") / (experiment.name + part.suffix)
    for combination in experiment.skipped if not silent else ():
        click.echo(f"skipped: {combination}", err=True)
    if fresh:
        _discard(folder, yes)
    clock = time.perf_counter()
    with _opened(folder, experiment) as store, _telling(experiment, store, part, silent):
        errors = _carry_out(experiment, store, part, jobs, fail_fast, silent)
        _validate(experiment, store, silent)
        store.keep_boards(experiment.keep_boards)
        keys = [cell_key(cell, experiment.seed) for cell in experiment.cells]
        asked = summarise(store, keys, experiment.runs)
        stored = summarise(store)
    write_csv(folder / "summary.csv", stored)
    if report and (errors is not None or not (folder / REPORT).exists()):
        write_report(folder, silent)
    seconds = time.perf_counter() - clock
    if as_json:
        click.echo(json.dumps(_summed(experiment.name, stored, seconds), indent=2))
    elif not quiet:
        from metaqueens.cli.experiment.advice import advice

        given = [path, *overrides]
        parts = shard[1] if shard else None
        then = advice(experiment, given, folder, output is not None, asked, parts)
        _tell(folder, asked, stored, seconds, then)
    show_report(folder, silent or not report, in_browser)
    for error in errors or ():
        click.echo(error, err=True)
    if any(summary.rejected for summary in asked):
        return REJECTED
    return FAILED if any(summary.failed for summary in asked) else 0


def _tell(folder: Path, asked: list, stored: list, seconds: float, then: str) -> None:
    """The table of all that is stored, the files, and what may be worth doing next."""
    from metaqueens.cli.terminal.output import program
    from metaqueens.cli.terminal.table import print_table

    print_table(stored)
    now, there = (sum(one.runs for one in some) for some in (asked, stored))
    if now < there:
        click.echo(f"asked for {now:,} runs; the table is of all {there:,} that are stored")
    files = ", ".join(name for name in FILES if (folder / name).exists())
    click.echo(f"\n{folder}: {files}   ({seconds:.1f} s)")
    click.echo(f"next: {program()} {then}")


def _discard(folder: Path, yes: bool) -> None:
    """Empty the results ``folder``, after asking."""
    from metaqueens.experiment.results.folder import count_runs, discard

    if runs := count_runs(folder):
        yes or click.confirm(f"Discard {runs} of {folder}?", abort=True, err=True)
    discard(folder)


def _opened(folder: Path, experiment: config.Experiment) -> Any:
    """The store; where its database is damaged, what can be read of it."""
    from metaqueens.experiment.results.database import Damaged
    from metaqueens.experiment.results.store import Store

    try:
        return Store.create(folder, experiment)
    except Damaged:
        from metaqueens.cli.results.salvage import salvage_and_say

        salvage_and_say(folder)
        return Store.create(folder, experiment)


def _carry_out(
    experiment: config.Experiment,
    store: Any,
    part: Any,
    jobs: int | None,
    fail_fast: bool,
    silent: bool,
) -> list[str] | None:
    """Do the missing runs, shown live; the distinct errors of those that failed, None if
    none was missing."""
    from metaqueens.experiment.changes import new_beside_old
    from metaqueens.experiment.run import carry_out, missing_runs

    for change in new_beside_old(experiment, store) if not silent else ():
        click.echo(f"new beside the old: {change}", err=True)
    missing = missing_runs(experiment, store, part)
    if missing.count < missing.total and not silent:
        restored = missing.total - missing.count
        said = f"restored {restored:,} of {missing.total:,}, running {missing.count:,}"
        click.echo(said, err=True)
    if not missing.count:
        return None
    from metaqueens.cli.terminal import live
    from metaqueens.experiment import progress

    wanted = progress.wanted(experiment, part)
    errors: dict[str, None] = {}
    with live.display(lambda: progress.of(store, wanted), silent) as refresh:
        batches = carry_out(experiment, store, missing, jobs, fail_fast, None if silent else _wait)
        for outcomes in batches:
            for outcome in outcomes:
                if outcome.error:
                    errors[f"{outcome.run.cell.name}: {outcome.error.strip()}"] = None
            refresh()
    return list(errors)


@contextmanager
def _telling(experiment: config.Experiment, store: Any, part: Any, silent: bool) -> Iterator[None]:
    """At an interruption say what is kept, and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        from metaqueens.experiment.run import missing_runs

        if not silent:
            missing = missing_runs(experiment, store, part)
            kept = f"{missing.total - missing.count:,} of {missing.total:,}"
            click.echo(f"{kept} runs are kept; the same command goes on", err=True)
        raise


def _wait() -> None:
    click.echo("finishing what is under way; Ctrl-C again ends it at once", err=True)


def _validate(experiment: config.Experiment, store: Any, silent: bool) -> None:
    from metaqueens.cli.terminal.output import progress
    from metaqueens.experiment.validate import validate

    total = len(experiment.cells) * experiment.runs
    with progress("validating", total, silent) as tick:
        for done, _ in enumerate(validate(store, experiment.validation == "cp_sat"), 1):
            tick(done, "")


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
        **{name: _number(getattr(summary, name)) for name in ("ert", "median", "median_time")},
        "best_fitness": summary.best_fitness,
        "validated": summary.validated,
    }


def _number(value: float) -> float | None:
    """JSON knows neither inf nor nan: null."""
    return value if isfinite(value) else None
