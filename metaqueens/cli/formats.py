"""Tables with sentences around them, as plain text or Markdown."""

from collections.abc import Sequence
from typing import NamedTuple

import click
import pandas as pd
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from metaqueens.cli.output import console

# A terminal shows no more rows of a table; every other form has all.
SHOWN = 200


class Section(NamedTuple):
    """A table of texts under a title, with sentences below.

    A narrow terminal goes without the columns that are ``dispensable``, the first ones first.
    """

    title: str
    table: pd.DataFrame
    notes: Sequence[str] = ()
    dispensable: Sequence[str] = ()


# Columns of words, which stand on the left; all others are numbers.
WORDS = {"problem", "algorithm", "better", "other", "against", "effect", "verdict", "model"}


def plain(answer: str, there: Sequence[Section], caveats: Sequence[str]) -> None:
    out = console()
    out.print(Text(answer), soft_wrap=not out.is_terminal)
    for section in there:
        out.print()
        if section.title:
            out.print(Text(section.title, style="bold"))
        out.print(_table(section, out))
        if out.is_terminal and len(section.table) > SHOWN:
            more = len(section.table) - SHOWN
            out.print(f"and {more:,} rows more: see --markdown, --latex or --json")
        for note in section.notes:
            out.print(Text(note), soft_wrap=not out.is_terminal)
    out.print()
    for caveat in caveats:
        out.print(Text(f"note: {caveat}"), soft_wrap=not out.is_terminal)


def _table(section: Section, out: Console) -> Table:
    texts, gap = section.table, 2 if out.width >= 100 else 1
    table = Table(
        box=box.SIMPLE_HEAD if out.is_terminal else None, pad_edge=False, padding=(0, gap, 0, 0)
    )
    if out.is_terminal:
        texts = _fitting(texts.head(SHOWN), section.dispensable, out.width - 2, gap + 1)
        if "problem" in texts:  # said once, where it begins
            texts = texts.assign(
                problem=texts.problem.mask(texts.problem == texts.problem.shift(), "")
            )
    for name in texts:
        words = name in WORDS
        table.add_column(
            name, justify="left" if words else "right", overflow="fold",
            no_wrap=not (words and out.is_terminal),
        )  # fmt: skip
    for row in texts.itertuples(index=False):
        table.add_row(*(Text(str(value)) for value in row))
    return table


def _fitting(texts: pd.DataFrame, dispensable: Sequence[str], width: int, gap: int) -> pd.DataFrame:
    widths = {name: max(len(name), *texts[name].astype(str).str.len()) + gap for name in texts}
    for name in dispensable:
        if sum(widths[name] for name in texts) <= width:
            break
        texts = texts.drop(columns=name, errors="ignore")
    return texts


def markdown(answer: str, there: Sequence[Section], caveats: Sequence[str]) -> None:
    click.echo(answer)
    for title, texts, notes, _ in there:
        click.echo(f"\n**{title}**\n" if title else "")
        rows = [list(texts), *texts.itertuples(index=False)]
        lines = [
            "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows
        ]
        lines.insert(
            1, "|" + "|".join(" --- " if name in WORDS else " ---: " for name in texts) + "|"
        )
        click.echo("\n".join(lines))
        for note in notes:
            click.echo(f"\n{note}.")
    click.echo("\n" + "\n".join(f"* {caveat}" for caveat in caveats))


PRINTERS = {"plain": plain, "markdown": markdown}
