"""``metaqueens test-program``."""

from collections.abc import Iterator
from typing import Any

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.checked import tell

SIGNS = {"ok": "ok    ", "failed": "FAILED", "note": "note  "}


@click.command("test-program")
@click.argument("command", metavar="COMMAND")
@parameters.settings
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True, max=3600),
    default=10,
    show_default=True,
    help="Of each try.",
)
@parameters.as_json
def command(command: str, settings: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """Say what is wrong with a program from outside, if anything.

    \b
      metaqueens test-program "./mysolver {n} {seed}"
      metaqueens test-program "./mysolver {n} {seed}" counts=true honours=[blocked]

    It is tried on small boards: does it start, solve, honour its seed, write while it runs, end
    when told, keep to rules? Exit code 3 where a check fails.
    """
    from metaqueens.config.contestant import program_of
    from metaqueens.programs.trial import checks

    program: Any = program_of(command, settings)
    return tell(checks(program, seconds), lambda one: one.verdict == "failed", _told, as_json)


def _told(check: Any) -> Iterator[str]:
    """Its sign, its name and what was found; more lines below."""
    first, *rest = check.said.split("\n")
    yield f"{SIGNS[check.verdict]}  {check.name}{': ' if first else ''}{first}"
    yield from (f"        {line}" for line in rest)
