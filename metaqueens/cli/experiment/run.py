"""``metaqueens run``."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.experiment.configs import load
from metaqueens.cli.terminal.listing import print_json
from metaqueens.metrics import shown

if TYPE_CHECKING:
    import pandas as pd

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
        write_report(folder, silent, found.runs)
    seconds = time.perf_counter() - clock
    if as_json:
        print_json(_summed(experiment.name, found.runs, seconds))
    elif not quiet:
        from metaqueens.cli.experiment.summary import advice

        parts = shard[1] if shard else None
        _tell(folder, found, seconds, advice(experiment.name, folder, found, parts))
    show_report(folder, silent or not report)
    for error in found.errors:
        click.echo(error, err=True)
    if found.asked.rejected:
        return REJECTED
    return FAILED if found.asked.failed else 0


def _tell(folder: Path, found: "Followed", seconds: float, then: str) -> None:
    """Print the table of all that is stored, the files, and what may be worth doing next."""
    from metaqueens.analysis.summary import summarise_families
    from metaqueens.cli.experiment.summary import print_table

    print_table(summarise_families(found.runs))
    now, there = found.asked.runs, len(found.runs)
    if now < there:
        click.echo(f"asked for {now:,} runs; the table is of all {there:,} that are stored")
    files = ", ".join(name for name in FILES if (folder / name).exists())
    click.echo(f"\n{folder}: {files}   ({seconds:.1f} s)")
    click.echo(f"next: metaqueens {then}")


def _summed(name: str, runs: "pd.DataFrame", seconds: float) -> dict[str, Any]:
    """Return the counts of all runs, and a row per cell and per family of instances."""
    from metaqueens.analysis.summary import records, summarise, summarise_families

    rows = summarise(runs)
    totals = {key: int(rows[key].sum()) for key in ("solved", "validated", "rejected", "failed")}
    summed = {"name": name, "runs": len(runs), **totals, "seconds": seconds}
    summed["cells"] = [_cell(row) for row in records(rows)]
    grouped = [row for row in records(summarise_families(runs)) if row.get("instances", 0) > 1]
    return summed | ({"families": [_family(row) for row in grouped]} if grouped else {})


def _cell(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "problem": {"n": row["n"], "encoding": row["encoding"]},
        "algorithm": row["algorithm"],
        "runs": row["runs"] + row["failed"],
        "solved": row["solved"],
        "success_ci95": [row["success_low"], row["success_high"]],
        **{name: row[name] for name in shown()},
        "best_fitness": row["best_fitness"],
        "validated": row["validated"],
    }


def _family(row: dict[str, Any]) -> dict[str, Any]:
    from metaqueens.analysis.families import COUNTED, UNSOLVED

    return {
        **_cell(row | {"failed": 0}),
        "problem": {"family": row["problem"], "encoding": row["encoding"]},
        "instances": int(row["instances"]),
        "instances_solved": int(row["instances_solved"]),
        "unsolved": {state: int(row[state]) for state in (*UNSOLVED, *COUNTED) if row[state]},
    }
