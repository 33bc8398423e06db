"""``metaqueens export``."""

import os
import shutil
from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.words import many


@click.command("export")
@parameters.folder
@click.option(
    "--to",
    "form",
    type=click.Choice(["csv", "ioh"]),
    default="csv",
    show_default=True,
    help="Form: a CSV file, or a folder that IOHanalyzer and iohinspector read.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="File, or folder of ioh, to write. Default: RESULTS.csv or RESULTS.ioh.",
)
@click.option("--traces", is_flag=True, help="Write NAME.traces.csv too, a row per point.")
@parameters.as_json
def command(folder: Path, form: str, output: Path | None, traces: bool, as_json: bool) -> None:
    """Write results in a form that other programs read, by default as CSV, a row per run.

    The columns are those of `load_runs` in Python; the page "CSV files" of the documentation
    explains them. All other data are in the database of the folder.
    """
    if output and str(output) == "-":
        raise UserError("-o -: expected the name of a file or folder, such as /dev/stdout")
    named = folder if folder.name.strip(".") else Path(os.path.realpath(folder))
    path = output or named.with_name(f"{named.name}.{form}")
    # Not Path.resolve(), which fails at a link to itself.
    if os.path.realpath(path) in map(os.path.realpath, (folder, folder / "runs.sqlite")):
        raise UserError(f"-o {path}: these are the results themselves; choose another path")
    written = _write_ioh(folder, path) if form == "ioh" else _write_csv(folder, path, traces)
    if as_json:
        print_json({"files": {str(to): number for to, number in written.items()}})
    else:
        for to, number in written.items():
            click.echo(f"{to}: {many(number, 'row' if form == 'csv' else 'run')}", err=True)


def _write_csv(folder: Path, path: Path, with_traces: bool) -> dict[Path, int]:
    """Write the tables; return the number of rows of each file."""
    from metaqueens.analysis.data import runs
    from metaqueens.files.writing import replacing
    from metaqueens.text.printable import harmless

    frames = {path: runs.load_runs(folder)}
    if with_traces:
        frames[path.with_name(f"{path.stem}.traces{path.suffix}")] = runs.traces(folder)
    for to, frame in frames.items():
        with system_errors(to):
            to.parent.mkdir(parents=True, exist_ok=True)
            with replacing(to) as part:
                # Whole numbers stay whole if a failed run has none.
                table = frame.convert_dtypes()
                texts = table.select_dtypes(exclude=["number", "bool"])
                table[texts.columns] = texts.map(harmless)
                table.to_csv(part, index=False, lineterminator="\n")
    return {to: len(frame) for to, frame in frames.items()}


def _write_ioh(folder: Path, path: Path) -> dict[Path, int]:
    """Write a folder that IOHanalyzer reads; return the number of runs."""
    from metaqueens.analysis.data import ioh, runs

    if path.exists():
        raise UserError(f"{path}: exists already; remove it, or choose another with -o")
    loaded, traces = runs.load_runs(folder), runs.traces(folder)
    part = path.with_name(f".{path.name}.part")
    with system_errors(path):
        shutil.rmtree(part, ignore_errors=True)  # of an export that was killed
        part.mkdir(parents=True)
        written = ioh.write(loaded, traces, part)
        part.rename(path)
    return {path: written}
