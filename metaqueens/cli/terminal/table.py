"""Tables as text: fitted to a terminal, aligned in a file, or in Markdown."""

from collections.abc import Iterator
from itertools import product

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from metaqueens.cli.terminal import output
from metaqueens.tables import Column, Table

# A terminal shows no more rows of a table; every other form has all.
SHOWN = 200
# A longer word, such as a path, may break.
LONGEST_WORD = 24


def show(table: Table, grouped: bool = False, constants_once: bool = False) -> Table:
    """Print ``table`` on standard output; what was shown of it.

    Parameters
    ----------
    table
        A terminal that is too narrow goes without its dispensable columns; a file has all.
    grouped
        Whether a terminal shows what rows begin with only where it changes.
    constants_once
        Whether a terminal that is too narrow says once what is the same in all rows.
    """
    out = output.console()
    if not out.is_terminal:
        for line in aligned(table):
            out.print(line, markup=False, soft_wrap=True)
        return table
    shown, rich = _fitted(table.first(SHOWN), out, grouped, constants_once)
    if constants_once and (said := _said(table, shown)):
        out.print(f"the same in all rows: {said}", markup=False)
    if shown.columns:
        out.print(rich)
    if (more := len(table.rows) - SHOWN) > 0:
        out.print(f"and {more:,} rows more: see --markdown, --latex or --json")
    return shown


def aligned(table: Table) -> Iterator[str]:
    """A line for the heads and one for each row."""
    widths = [max(map(len, (one.head, *one.texts))) for one in table.columns]
    for row in (table.heads, *table.rows):
        yield "  ".join(
            text.rjust(width) if column.is_number else text.ljust(width)
            for text, width, column in zip(row, widths, table.columns, strict=True)
        ).rstrip()


def markdown(table: Table) -> Iterator[str]:
    """The lines of a pipe table."""
    sides = [" ---: " if one.is_number else " --- " for one in table.columns]
    for k, row in enumerate((table.heads, *table.rows)):
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
        if k == 0:
            yield "|" + "|".join(sides) + "|"


def _fitted(
    table: Table, out: Console, grouped: bool, constants_once: bool
) -> tuple[Table, RichTable]:
    """The most of ``table`` that fits: close columns first, then fewer; what is left may wrap."""
    spare = [*_constants(table)] if constants_once else []
    gone = [spare[len(spare) - k :] for k in range(len(spare) + 1)]
    gone += [[*spare, *table.dispensable[:k]] for k in range(1, len(table.dispensable) + 1)]
    layouts = [(2, False), (2, True), (1, True), (0, True)]
    for without, (gap, tall) in product(gone, layouts):
        shown = table.without(without)
        rich = _rich(shown, gap, tall, grouped)
        if output.fits(rich, out):
            break
    return shown, rich


def _constants(table: Table) -> Iterator[str]:
    for one in table.columns:
        if len(one.texts) > 1 and len(set(one.texts)) == 1:
            yield one.head


def _said(table: Table, shown: Table) -> str:
    there = set(shown.heads)
    return ", ".join(f"{one.head} {one.texts[0]}" for one in table.columns if one.head not in there)


def _rich(table: Table, gap: int, tall: bool, grouped: bool) -> RichTable:
    """Numbers are never broken into lines, and words only between words; ``tall``: heads are."""
    rich = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, gap, 0, 0))
    for one in table.columns:
        rich.add_column(
            _tall(one.head) if tall and one.is_number else one.head,
            justify="right" if one.is_number else "left",
            no_wrap=one.is_number,
            overflow="fold",
            min_width=None if one.is_number else min(_longest_word(one), LONGEST_WORD),
        )
    before = ""
    for first, *rest in table.rows:
        rich.add_row(Text("" if grouped and first == before else first), *map(Text, rest))
        before = first
    return rich


def _tall(head: str) -> str:
    return head.replace(" ", "\n").replace("_", "\n").replace("95\n%", "95 %")


def _longest_word(column: Column) -> int:
    return max(len(word) for text in (column.head, *column.texts) for word in (text.split() or ""))
