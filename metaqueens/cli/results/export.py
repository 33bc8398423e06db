"""``metaqueens export``."""

import os
from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.words import many


@click.command("export")
@parameters.folder
@parameters.file_option("-o", "--output", help="File to write. Default: RESULTS.csv.")
@click.option("--traces", is_flag=True, help="Write NAME.traces.csv too, a row per point.")
@parameters.as_json
def command(folder: Path, output: Path | None, traces: bool, as_json: bool) -> None:
    """Write results as CSV, a row per run.

    The columns are those of `load_runs` in Python; the page "CSV files" of the documentation
    explains them. All other data are in the database of the folder.
    """
    from metaqueens.analysis.data import runs
    from metaqueens.experiment.results.database import FILE
    from metaqueens.files.writing import replacing
    from metaqueens.text.printable import harmless

    named = folder if folder.name.strip(".") else Path(os.path.realpath(folder))
    path = output or named.with_name(f"{named.name}.csv")
    # Not Path.resolve(), which fails at a link to itself.
    if os.path.realpath(path) == os.path.realpath(folder / FILE):
        raise UserError(f"-o {path}: these are the results themselves; choose another file")
    frames = {path: runs.load(folder)}
    if traces:
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
    if as_json:
        print_json({"files": {str(to): len(frame) for to, frame in frames.items()}})
    else:
        for to, frame in frames.items():
            click.echo(f"{to}: {many(len(frame), 'row')}", err=True)
