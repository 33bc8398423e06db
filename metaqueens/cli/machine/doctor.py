"""``metaqueens doctor``."""

from typing import Any

import click

from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json, say

SIGNS = {"ok": "OK     ", "note": "note   ", "problem": "PROBLEM"}


@click.command("doctor")
@parameters.as_json
def command(as_json: bool) -> int:
    """Say what this machine and this installation can do: a fact a line, with what is wrong.

    Versions, extras that are missing and what they would bring, processors and memory that may be
    used, whether results can be written here, where compiled kernels are kept, how fast they are
    beside a plain loop. Exit code 3 where runs would fail.
    """
    from metaqueens.machine.facts import facts

    found = []
    for fact in facts():
        found.append(fact)
        if not as_json:
            say(f"{SIGNS[fact.level]}  {fact.name}: {fact.said}")
    problems = sum(fact.level == "problem" for fact in found)
    report: dict[str, Any] = {"problems": problems, "facts": [fact._asdict() for fact in found]}
    if as_json:
        print_json(report)
    return FAILED if problems else 0
