"""The option and the output that exact commands share."""

from typing import Any

import click

from metaqueens.exact import METHOD_NAMES

# The counts of a method, in the order of the output, with their singular.
EFFORTS = {"nodes": "node", "attempts": "attempt", "branches": "branch", "failures": "failure"}


method_option = click.option(
    "-m",
    "--method",
    type=click.Choice(METHOD_NAMES),
    default="bitmask",
    show_default=True,
    help="Exact method.",
)


def effort_in_words(report: dict[str, Any]) -> str:
    """Return the counts of a method as the start of a sentence: ``1 branch, 0 failures, ``."""
    counted = {name: report[name] for name in EFFORTS if report.get(name) is not None}
    return "".join(
        f"{number:,} {EFFORTS[name] if number == 1 else name}, " for name, number in counted.items()
    )
