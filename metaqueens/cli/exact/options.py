"""Options of the exact commands, and the refusal of what would take too long."""

from typing import Any

import click

from metaqueens.exact import REACH
from metaqueens.text.errors import UserError

# What a method may count of its work, in the order in which it is told, and one of each.
EFFORTS = {"nodes": "node", "attempts": "attempt", "branches": "branch", "failures": "failure"}


method_option = click.option(
    "-m", "--method", type=click.Choice([*REACH]), default="bitmask", show_default=True
)


def refuse_hopeless(what: str, method: str, n: int, largest: int, instead: str) -> None:
    """Raise ``UserError`` beyond the most queens for which it takes some ten minutes."""
    if n > largest:
        raise UserError(
            f"{what} {n:,}: {method} takes more than ten minutes beyond {largest:,} queens;"
            f" {instead}, or give --force to start all the same"
        )


def effort_in_words(report: dict[str, Any]) -> str:
    """Return what a method counted, as the start of a sentence: ``1 branch, 0 failures, ``."""
    counted = {name: report[name] for name in EFFORTS if report.get(name) is not None}
    return "".join(
        f"{number:,} {EFFORTS[name] if number == 1 else name}, " for name, number in counted.items()
    )
