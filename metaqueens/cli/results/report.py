"""``metaqueens report``."""

import time
from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.cli.terminal.progress import progress
from metaqueens.text.errors import UserError


@click.command("report")
@parameters.several("sources", "RESULTS...", type=click.Path(path_type=Path))
@parameters.file_option(
    ".html .htm", "-o", "--output", help="Page to write. Default: RESULTS/report.html."
)
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for figures of the 12 largest problems solved, as SVG, PNG (300 dpi) and PDF.",
)
@parameters.as_json
def command(
    sources: tuple[Path, ...], output: Path | None, figures: Path | None, as_json: bool
) -> None:
    """Write a report of results, one file: answer, tables, figures, solutions.

    RESULTS are results folders or tidy CSV files; several are compared with each other.
    """
    if output is None:
        folder = sources[0] if sources[0].is_dir() else sources[0].parent
        output = (folder if len(sources) == 1 else Path()) / "report.html"
    clock = time.perf_counter()
    with progress("writing the report", quiet=as_json):
        from metaqueens.experiment.results.folder import is_tuning
        from metaqueens.report.document import write

        for source in filter(is_tuning, sources):
            shown = f"`metaqueens show {source}` prints its result"
            raise UserError(f"{source} holds a tuning: {shown}")
        write(sources, output, figures)
    size, seconds = output.stat().st_size, time.perf_counter() - clock
    if as_json:
        print_json({"page": str(output), "bytes": size, "seconds": seconds})
    else:
        click.echo(f"{output}: {size / 1e6:.2f} MB in {seconds:.1f} s")
