"""``metaqueens new``."""

from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.errors import UserError, system_errors


@click.command("new")
@click.argument("what", metavar="program", type=click.Choice(["program"]))
@click.argument(
    "language", metavar="LANGUAGE", type=click.Choice(["python", "c", "java", "rust"], False)
)
@parameters.written_to(
    "-o", "--output", help="The file to write; one of its usual name in the present folder."
)
def command(what: str, language: str, output: Path | None) -> None:
    """Write a starting point: a small program that searches, in python, c, java or rust.

    \b
      metaqueens new program c

    Its protocol, one page, is docs/programs.md.
    """
    from metaqueens.programs.starts import STARTS, text_of

    start = STARTS[language]
    path = output or Path(start.file)
    with system_errors():
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text_of(start))
        except FileExistsError:
            raise UserError(f"{path}: is there already; -o names another file") from None
    click.echo(f"wrote {path}")
    for line in (start.build, f'metaqueens test-program "{start.command}" counts=true'):
        if line:
            click.echo(f"next: {line}")
