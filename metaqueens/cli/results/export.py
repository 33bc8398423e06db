"""``metaqueens export``."""

import os
from pathlib import Path
from typing import Any

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.text.errors import UserError
from metaqueens.text.words import many

# A file or folder, and how many runs or points of traces are in it.
Written = tuple[Path, int, str]
KINDS = ("csv", "jsonl", "parquet", "ioh")


@click.command("export")
@parameters.folder
@click.option("--to", "kind", required=True, type=click.Choice(KINDS), help="The format.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="File, or folder of ioh; beside RESULTS when not given; - prints.",
)
@click.option(
    "--traces",
    is_flag=True,
    help="The traces too: in jsonl with each run, in csv and"
    " parquet as a file of their own; ioh always has them.",
)
@click.option("--boards", is_flag=True, help="The boards too.")
@parameters.as_json
def command(
    folder: Path, kind: str, output: Path | None, traces: bool, boards: bool, as_json: bool
) -> None:
    """Write results as CSV, JSON lines, Parquet or for IOHanalyzer.

    A row a run, one column each for all that is known of it; the page "The database of a results
    folder" of the documentation explains them. In CSV a text that a program could take for a
    formula gets an apostrophe before it.
    """
    from metaqueens.experiment.results.database import FILE
    from metaqueens.experiment.results.store import Store

    named = folder if folder.name.strip(".") else Path(os.path.realpath(folder))
    path = output or named.with_name(f"{named.name}.{kind}")
    target = None if str(path) == "-" else path
    if target is None and as_json:
        raise UserError("--json: choose a file for the runs with -o")
    if target is None and traces and kind == "csv":
        raise UserError("--traces: a table of its own; choose a file with -o, or jsonl")
    # Not Path.resolve(), which fails at a link to itself.
    if target and os.path.realpath(target) == os.path.realpath(folder / FILE):
        raise UserError(f"-o {target}: these are the results themselves; choose another file")
    with Store.open(folder) as store:
        if kind == "ioh":
            written = _write_ioh(store, target, boards)
        else:
            written = _write_tables(store, kind, target, traces, boards)
    if as_json:
        files = [{"path": str(path), what: count} for path, count, what in written]
        print_json({"folder": str(folder), "format": kind, "written": files})
    else:
        for path, count, what in written:
            click.echo(f"{path}: {many(count, what.removesuffix('s'))}", err=True)


def _write_tables(
    store: Any, kind: str, path: Path | None, traces: bool, with_boards: bool
) -> list[Written]:
    from metaqueens.experiment.export import files, table as tables

    write = {"csv": files.write_csv, "jsonl": files.write_jsonl, "parquet": files.write_parquet}[
        kind
    ]
    table = tables.runs(store, with_boards)
    points = tables.traces(store) if traces else None  # looked over before anything is written
    if traces and kind == "jsonl":
        table = tables.with_traces(store, table)
    runs = write(table, path)
    written = [(path, runs, "runs")] if path else []
    if points and kind != "jsonl" and path:
        beside = path.with_name(f"{path.stem}.traces{path.suffix}")
        written.append((beside, write(points, beside), "points"))
    return written


def _write_ioh(store: Any, folder: Path | None, with_boards: bool) -> list[Written]:
    from metaqueens.experiment.export import ioh

    if folder is None:
        raise UserError("ioh is a folder; choose one with -o")
    written = ioh.write(store, folder, with_boards)
    if written.failed:
        click.echo(f"left out: {written.failed:,} failed runs, which have no trace", err=True)
    for cell in written.too_large:
        click.echo(
            f"left out: {cell}: readers of ioh hold no more than {ioh.MOST_QUEENS:,} dimensions;"
            " --to csv has it",
            err=True,
        )
    return [(folder, written.runs, "runs")]
