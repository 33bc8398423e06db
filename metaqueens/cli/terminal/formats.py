"""An answer, tables and caveats: as plain text or Markdown."""

from collections.abc import Sequence

import click
from rich.text import Text

from metaqueens.cli.terminal import consoles, table as tables
from metaqueens.text.tables import Table


def plain(answer: str, there: Sequence[Table], caveats: Sequence[str]) -> None:
    """Print them for people to read."""
    out = consoles.console()
    out.print(Text(answer), soft_wrap=not out.is_terminal)
    for table in there:
        out.print()
        if table.title:
            out.print(Text(table.title, style="bold"))
        shown = tables.show(table, grouped=table.heads[0] == "problem")
        for note in shown.sentences():
            out.print(Text(note), soft_wrap=not out.is_terminal)
    out.print()
    for caveat in caveats:
        out.print(Text(f"note: {caveat}"), soft_wrap=not out.is_terminal)


def markdown(answer: str, there: Sequence[Table], caveats: Sequence[str]) -> None:
    """Print them as Markdown."""
    click.echo(answer)
    for table in there:
        click.echo(f"\n**{table.title}**\n" if table.title else "")
        click.echo("\n".join(tables.markdown(table)))
        for note in table.sentences():
            click.echo(f"\n{note.removesuffix('.')}.")
    click.echo("\n" + "\n".join(f"* {caveat}" for caveat in caveats))


PRINTERS = {"plain": plain, "markdown": markdown}
