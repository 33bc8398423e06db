"""Options of the exact commands, and the refusal of what would take too long."""

from collections.abc import Callable
from math import isinf
from typing import Any

import click

from metaqueens.text.errors import UserError

# Longer searches are started only with --force.
PATIENCE = 600.0
METHODS = (
    "bitmask",
    "cartesian",
    "permutation",
    "matrix",
    "iterative",
    "brute_force",
    "cp",
    "cp_sat",
    "forward_checking",
    "clingo",
)
# What a method may count of its work, in the order in which it is told, and one of each.
EFFORTS = {"nodes": "node", "attempts": "attempt", "branches": "branch", "failures": "failure"}
YEAR = 365.25 * 86400
UNITS = (("years", YEAR), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0))


def method_option(default: str) -> Callable[[Any], Any]:
    """``--method``."""
    return click.option(
        "-m", "--method", type=click.Choice(METHODS), default=default, show_default=True
    )


def refuse_hopeless(what: str, method: str, n: int, seconds: float, instead: str) -> None:
    """Raise ``UserError`` where it would take longer than anybody waits."""
    if seconds > PATIENCE:
        raise UserError(
            f"{what} {n:,}: out of reach of {method}, which would take {_about(seconds)};"
            f" {instead}, or give --force to start all the same"
        )


def _about(seconds: float) -> str:
    if isinf(seconds) or seconds > 1e10 * YEAR:
        return "more than ten billion years"
    unit, size = next((unit, size) for unit, size in UNITS if seconds >= size)
    amount = seconds / size
    return f"about {amount:,.0f} {unit}" if amount >= 10 else f"about {amount:.1f} {unit}"


def effort_in_words(report: dict[str, Any]) -> str:
    """Return what a method counted, as the start of a sentence: ``1 branch, 0 failures, ``."""
    counted = {name: report[name] for name in EFFORTS if report.get(name) is not None}
    return "".join(
        f"{number:,} {EFFORTS[name] if number == 1 else name}, " for name, number in counted.items()
    )
