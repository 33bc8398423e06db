"""Tables as text: fitted to a terminal, aligned in a file, or in Markdown."""

from collections.abc import Iterator, Sequence

import click
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.table import Table as RichTable
from rich.text import Text

from metaqueens.cli.terminal import consoles
from metaqueens.cli.terminal.latex import latex
from metaqueens.text.tables import Column, Table

# A longer word, such as a path, may break.
LONGEST_WORD = 24


def show(table: Table) -> Table:
    """Print ``table`` on standard output; return the part that was printed.

    A terminal that is too narrow omits its dispensable columns; a file has all.
    """
    out = consoles.console()
    if not out.is_terminal:
        for line in align(table):
            out.print(line, markup=False, soft_wrap=True)
        return table
    unbounded = out.options.update(width=10_000)
    shown = table.fit(lambda part: out.measure(_rich(part), options=unbounded).maximum <= out.width)
    out.print(_rich(shown, out.width))
    if gone := [head for head in table.dispensable if head not in shown.heads]:
        out.print(f"columns omitted on this narrow terminal: {', '.join(gone)}", markup=False)
    return shown


def align(table: Table) -> Iterator[str]:
    """Yield a line for the heads and one for each row."""
    widths = [max(map(len, (column.head, *column.texts))) for column in table.columns]
    for row in (table.heads, *table.rows):
        yield "  ".join(
            text.rjust(width) if column.is_number else text.ljust(width)
            for text, width, column in zip(row, widths, table.columns, strict=True)
        ).rstrip()


def _rich(table: Table, room: int = 0) -> RichTable:
    """Return a table of rich, which breaks no number and no word if there is ``room`` for them."""
    rich = RichTable(box=SIMPLE_HEAD, pad_edge=False, padding=0)
    longest = [max(map(cell_len, _list_unbroken(column))) for column in table.columns]
    has_room = sum(longest) + len(longest) < room  # a blank at both ends and between columns
    for column, width in zip(table.columns, longest, strict=True):
        rich.add_column(
            _head(column),
            justify="right" if column.is_number else "left",
            overflow="fold",
            min_width=width if has_room else None,
        )
    for row in table.rows:
        rich.add_row(*map(Text, row))
    return rich


def _list_unbroken(column: Column) -> list[str]:
    """Return the parts of a column that stay whole: texts of numbers, otherwise words."""
    if column.is_number:
        return [*_head(column).split("\n"), *column.texts]
    words = " ".join((column.head, *column.texts)).split()
    return [word[:LONGEST_WORD] for word in words] or [""]


def _head(column: Column) -> str:
    """Return the head of a column, for numbers with one word in each line."""
    if not column.is_number:
        return column.head
    return column.head.replace(" ", "\n").replace("_", "\n").replace("95\n%", "95 %")


def plain(answer: str, tables: Sequence[Table], caveats: Sequence[str]) -> None:
    """Print an answer, its tables and caveats for people to read."""
    out = consoles.console()
    out.print(Text(answer), soft_wrap=not out.is_terminal)
    for table in tables:
        out.print()
        out.print(Text(table.title, style="bold"))
        shown = show(table)
        for note in shown.sentences():
            out.print(Text(note), soft_wrap=not out.is_terminal)
    out.print()
    for caveat in caveats:
        out.print(Text(f"note: {caveat}"), soft_wrap=not out.is_terminal)


def markdown(answer: str, tables: Sequence[Table], caveats: Sequence[str]) -> None:
    """Print an answer, its tables and caveats as Markdown."""
    click.echo(answer)
    for table in tables:
        click.echo(f"\n**{table.title}**\n")
        rows = [[cell.replace("|", "\\|") for cell in row] for row in (table.heads, *table.rows)]
        rows.insert(1, ["---:" if column.is_number else "---" for column in table.columns])
        for row in rows:
            click.echo(f"| {' | '.join(row)} |")
        for note in table.sentences():
            click.echo(f"\n{note.removesuffix('.')}.")
    click.echo("\n" + "\n".join(f"* {caveat}" for caveat in caveats))


PRINTERS = {"plain": plain, "markdown": markdown, "latex": latex}
