"""Rows of names and values as a table: wrapped on a terminal, one line a row elsewhere."""

import json
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from metaqueens.printable import printable, printable_json, printable_lines

if TYPE_CHECKING:
    from rich.table import Table

Row = Mapping[str, Any]
# A longer one, such as a path, may break.
LONGEST_WORD = 24


def print_rows(rows: Sequence[Row]) -> None:
    """Print ``rows``, which have the same keys, below these keys."""
    from metaqueens.cli.terminal.output import console

    if not rows:
        return
    texts = [[_text(value) for value in row.values()] for row in rows]
    numeric = [all(_is_number(row[key]) for row in rows) for key in rows[0]]
    if not (out := console()).is_terminal:
        for line in _aligned([list(rows[0]), *texts], numeric):
            click.echo(line)
        return
    from metaqueens.cli.terminal.output import fits

    columns = [
        Column(head, is_number, [line[k] for line in texts])
        for k, (head, is_number) in enumerate(zip(rows[0], numeric, strict=True))
    ]
    alike = [one for one in columns if len(rows) > 1 and len(set(one.texts)) == 1]
    said: list[str] = []
    while alike and not fits(_table(columns), out):  # said once, there is room for what differs
        columns.remove(one := alike.pop())
        said.insert(0, f"{one.head} {one.texts[0]}")
    if said:
        out.print(f"the same in all rows: {', '.join(said)}", markup=False)
    if columns:
        out.print(_table(columns))


class Column(NamedTuple):
    """A column of a table."""

    head: str
    is_number: bool
    texts: list[str]


def _table(columns: Sequence[Column]) -> "Table":
    """On a narrow terminal lines break between words; numbers do not, and nothing is left out."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for head, is_number, texts in columns:
        heads = head.replace(" ", "\n").replace("_", "\n") if is_number else head
        longest = max(len(word) for text in (head, *texts) for word in (text.split() or [""]))
        table.add_column(
            heads,
            justify="right" if is_number else "left",
            no_wrap=is_number,
            overflow="fold",
            min_width=min(longest, LONGEST_WORD),
        )
    for row in zip(*(one.texts for one in columns), strict=True):
        table.add_row(*map(Text, row))
    return table


def print_json(value: Any) -> None:
    """Print one JSON value."""
    click.echo(printable_json(json.dumps(value, indent=2, ensure_ascii=False)))


def say(text: str, err: bool = False) -> None:
    """Print ``text`` of which parts come out of a file; what would steer a terminal is shown."""
    click.echo(printable_lines(text), err=err)


def moment(when: float | None) -> str:
    """A Unix time as the people there say it."""
    return "-" if when is None else time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(when))


def _aligned(lines: list[list[str]], numeric: list[bool]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            word.rjust(width) if right else word.ljust(width)
            for word, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in lines
    ]


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    return "-" if value in (None, "") else printable(" ".join(str(value).split()))
