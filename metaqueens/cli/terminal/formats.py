"""Tables with sentences around them, as plain text or Markdown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import click
import pandas as pd
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from metaqueens.cli.terminal.output import console

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
    legend: Mapping[str, str] = {}  # what columns mean, said of those that are shown


# Columns of words, which stand on the left; all others are numbers.
WORDS = {"problem", "algorithm", "better", "other", "against", "effect", "verdict", "model"}


def plain(answer: str, there: Sequence[Section], caveats: Sequence[str]) -> None:
    out = console()
    out.print(Text(answer), soft_wrap=not out.is_terminal)
    for section in there:
        out.print()
        if section.title:
            out.print(Text(section.title, style="bold"))
        texts = _fitting(section, out)
        out.print(_table(texts, out))
        if out.is_terminal and len(section.table) > SHOWN:
            more = len(section.table) - SHOWN
            out.print(f"and {more:,} rows more: see --markdown, --latex or --json")
        for note in (*_said(section.legend, texts), *section.notes):
            out.print(Text(note), soft_wrap=not out.is_terminal)
    out.print()
    for caveat in caveats:
        out.print(Text(f"note: {caveat}"), soft_wrap=not out.is_terminal)


def _said(legend: Mapping[str, str], shown: Iterable[str]) -> list[str]:
    """What the columns that are ``shown`` mean, as one text; none where nothing is to be said."""
    meanings = [f"{title}: {legend[title]}." for title in shown if title in legend]
    return [" ".join(meanings)] if meanings else []


def _table(texts: pd.DataFrame, out: Console) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD if out.is_terminal else None,
        pad_edge=False,
        padding=(0, _gap(out), 0, 0),
    )
    if out.is_terminal and "problem" in texts:  # said once, where it begins
        texts = texts.assign(problem=texts.problem.mask(texts.problem == texts.problem.shift(), ""))
    for name in texts:
        words = name in WORDS
        table.add_column(
            name,
            justify="left" if words else "right",
            overflow="fold",
            no_wrap=not (words and out.is_terminal),
        )
    for row in texts.itertuples(index=False):
        table.add_row(*(Text(str(value)) for value in row))
    return table


def _gap(out: Console) -> int:
    return 2 if out.width >= 100 else 1


def _fitting(section: Section, out: Console) -> pd.DataFrame:
    """The rows and columns that a terminal has room for; elsewhere all."""
    if not out.is_terminal:
        return section.table
    texts, gap = section.table.head(SHOWN), _gap(out) + 1
    widths = {name: max(len(name), *texts[name].astype(str).str.len()) + gap for name in texts}
    for name in section.dispensable:
        if sum(widths[name] for name in texts) <= out.width - 2:
            break
        texts = texts.drop(columns=name, errors="ignore")
    return texts


def markdown(answer: str, there: Sequence[Section], caveats: Sequence[str]) -> None:
    click.echo(answer)
    for title, texts, notes, _, legend in there:
        click.echo(f"\n**{title}**\n" if title else "")
        rows = [list(texts), *texts.itertuples(index=False)]
        lines = [
            "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows
        ]
        lines.insert(
            1, "|" + "|".join(" --- " if name in WORDS else " ---: " for name in texts) + "|"
        )
        click.echo("\n".join(lines))
        for note in (*_said(legend, texts), *notes):
            click.echo(f"\n{note.removesuffix('.')}.")
    click.echo("\n" + "\n".join(f"* {caveat}" for caveat in caveats))


PRINTERS = {"plain": plain, "markdown": markdown}
