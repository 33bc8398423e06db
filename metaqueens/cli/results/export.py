"""``metaqueens export``."""

import os
from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.text.errors import UserError
from metaqueens.text.words import many

KINDS = ("csv", "jsonl", "parquet")


@click.command("export")
@parameters.folder
@click.option("--to", "kind", required=True, type=click.Choice(KINDS), help="The format.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="File; beside RESULTS when not given; - prints.",
)
@click.option(
    "--traces",
    is_flag=True,
    help="The traces too: in jsonl with each run, in csv and parquet as a file of their own.",
)
@click.option("--boards", is_flag=True, help="The boards too.")
@parameters.as_json
def command(
    folder: Path, kind: str, output: Path | None, traces: bool, boards: bool, as_json: bool
) -> None:
    """Write results as CSV, JSON lines or Parquet.

    A row a run, one column each for all that is known of it; the page "The database of a results
    folder" of the documentation explains them. In CSV a text that a program could take for a
    formula gets an apostrophe before it.
    """
    from metaqueens.experiment import export
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
    write = {
        "csv": export.write_csv,
        "jsonl": export.write_jsonl,
        "parquet": export.write_parquet,
    }[kind]
    with Store.open(folder) as store:
        table = export.runs(store, boards)
        points = export.traces(store) if traces else None  # looked over before anything is written
        if traces and kind == "jsonl":
            table = export.with_traces(store, table)
        written: list[tuple[Path | None, str, int]] = [(target, "run", write(table, target))]
        if points and kind != "jsonl" and target:
            beside = target.with_name(f"{target.stem}.traces{target.suffix}")
            written.append((beside, "point", write(points, beside)))
    if as_json:
        files = [{"path": str(path), f"{what}s": count} for path, what, count in written]
        print_json({"folder": str(folder), "format": kind, "written": files})
    elif target:
        for to, what, count in written:
            click.echo(f"{to}: {many(count, what)}", err=True)
