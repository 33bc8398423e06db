"""Rows of names and values as a table: wrapped on a terminal, one line a row elsewhere."""

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import click

from metaqueens.printable import printable, printable_json, printable_lines

Row = Mapping[str, Any]


def print_rows(rows: Sequence[Row]) -> None:
    """Print ``rows``, which have the same keys, below these keys."""
    from metaqueens.cli.output import console

    if not rows:
        return
    texts = [[_text(value) for value in row.values()] for row in rows]
    numeric = [all(_is_number(row[key]) for row in rows) for key in rows[0]]
    if not (out := console()).is_terminal:
        for line in _aligned([list(rows[0]), *texts], numeric):
            click.echo(line)
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for key, is_number in zip(rows[0], numeric, strict=True):
        # Words may wrap, numbers never, and nothing is left out.
        head = key.replace(" ", "\n").replace("_", "\n") if is_number else key
        justify: Literal["right", "left"] = "right" if is_number else "left"
        table.add_column(head, justify=justify, no_wrap=is_number, overflow="fold")
    for words in texts:
        table.add_row(*map(Text, words))
    out.print(table)


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
