"""Options of the exact commands, and the refusal of commands that would take too long."""

from typing import Any

import click

from metaqueens.exact import REACH
from metaqueens.text.errors import UserError

# The counts of a method, in the order of the output, with their singular.
EFFORTS = {"nodes": "node", "attempts": "attempt", "branches": "branch", "failures": "failure"}


method_option = click.option(
    "-m",
    "--method",
    type=click.Choice([*REACH]),
    default="bitmask",
    show_default=True,
    help="Exact method.",
)


def refuse_hopeless(command: str, method: str, n: int, largest: int, instead: str) -> None:
    """Raise ``UserError`` if n is above the largest that takes at most ten minutes."""
    if n > largest:
        raise UserError(
            f"{command} {n:,}: {method} takes more than ten minutes beyond {largest:,} queens;"
            f" {instead}, or give --force to start all the same"
        )


def effort_in_words(report: dict[str, Any]) -> str:
    """Return the counts of a method as the start of a sentence: ``1 branch, 0 failures, ``."""
    counted = {name: report[name] for name in EFFORTS if report.get(name) is not None}
    return "".join(
        f"{number:,} {EFFORTS[name] if number == 1 else name}, " for name, number in counted.items()
    )
