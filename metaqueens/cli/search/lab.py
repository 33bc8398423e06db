"""``metaqueens lab``."""

from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.files.writing import write_text
from metaqueens.text.errors import system_errors


@click.command("lab")
@parameters.file_option(
    ".html", "-o", "--output", default="lab.html", show_default=True, help="Page to write."
)
@parameters.as_json
def command(output: Path, as_json: bool) -> None:
    """Write a page in which searches run, step by step or a hundred at a time.

    It needs only a browser: no installation, no network. Its runs are those of `metaqueens solve`
    with the same seed.
    """
    from metaqueens.lab.page import page

    with system_errors(f"-o {output}"):
        write_text(output, page())
    size = output.stat().st_size
    if as_json:
        print_json({"file": str(output), "bytes": size})
    else:
        say(f"{output}: {size / 1000:.0f} kB; it opens in any browser")
