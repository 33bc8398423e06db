"""Output of all commands: rows, JSON, and lines with text that comes from files."""

import json
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any

import click

from metaqueens.text.printable import prepare_json, printable, printable_json, printable_lines
from metaqueens.text.tables import Column, Table

Row = Mapping[str, Any]


def print_rows(rows: Sequence[Row]) -> None:
    """Print ``rows``, which have the same keys, as a table."""
    from metaqueens.cli.terminal.table import show

    if not rows:
        return
    columns = []
    for key in rows[0]:
        are_numbers = {type(row[key]) for row in rows} <= {int, float, type(None)}
        columns.append(Column(key, [_text(row[key]) for row in rows], are_numbers))
    show(Table(tuple(columns)))


def reserve_stdout(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """Send prints of user code to standard error if the option, whose callback it is, is given."""
    if value in (True, "json"):
        context.meta[__name__] = sys.stdout
        context.with_resource(redirect_stdout(sys.stderr))
    return value


def print_json(value: Any, indent: int | None = 2) -> None:
    """Print one JSON value."""
    text = json.dumps(prepare_json(value), indent=indent, ensure_ascii=False)
    with redirect_stdout(click.get_current_context().meta[__name__]):
        click.echo(printable_json(text))


def say(text: str, err: bool = False) -> None:
    """Print ``text`` that comes from a file; control characters are shown, not obeyed."""
    # A stream that click chooses itself gets UTF-8 even if it takes only ASCII.
    click.echo(printable_lines(text), file=sys.stderr if err else sys.stdout)


def moment(when: float | None) -> str:
    """Return a Unix time as local date and time."""
    return "-" if when is None else time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(when))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    return "-" if value in (None, "") else printable(" ".join(str(value).split()))
