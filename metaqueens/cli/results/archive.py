"""``metaqueens archive``."""

from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.text.errors import system_errors


@click.command("archive")
@parameters.folder
@parameters.written_to("-o", "--output", help="The zip; RESULTS.zip where it is not given.")
@click.option(
    "--code",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of the code that runs used, where it is not beside them.",
)
@parameters.as_json
def command(folder: Path, output: Path | None, code: Path | None, as_json: bool) -> None:
    """Write results as one zip that others can check: database, config, report, code, versions.

    Its README has the commands that recount every board and repeat runs. Code of yours that
    runs used is put in, and not run.
    """
    path = output or Path(f"{folder.resolve().name}.zip")
    parameters.require_ending("-o", path, [".zip"])
    from metaqueens.experiment.archive import archive

    with system_errors(f"-o {path}"):
        names = archive(folder, path, code)
    if as_json:
        print_json({"file": str(path), "files": names})
    else:
        say(f"{path}: {', '.join(names)}")
