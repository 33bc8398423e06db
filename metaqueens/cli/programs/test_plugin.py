"""``metaqueens test-plugin``."""

from collections.abc import Iterator
from typing import Any

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.checked import tell


@click.command("test-plugin")
@click.argument("name", metavar="NAME|MODULE:CLASS", shell_complete=parameters.algorithm_names)
@parameters.settings
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True, max=3600),
    default=60,
    show_default=True,
    help="Of each check, after which it fails.",
)
@parameters.as_json
def command(name: str, settings: tuple[str, ...], seconds: float, as_json: bool) -> int:
    """Say what is wrong with an algorithm from outside, if anything.

    \b
      metaqueens test-plugin my_search
      metaqueens test-plugin mine:MySearch greed=0.5

    It is held to the promises of every algorithm (metaqueens.conformance) on small boards. Exit
    code 3 where one is broken.
    """
    from metaqueens.config.contestant import contestant
    from metaqueens.conformance import checks

    found = checks(contestant(name, settings), seconds)
    return tell(found, lambda one: bool(one.wrong), _told, as_json)


def _told(check: Any) -> Iterator[str]:
    """Its sign, its promise and what is wrong."""
    sign = "FAILED" if check.wrong else "ok    "
    yield f"{sign}  {check.promise}, {check.encoding}{': ' if check.wrong else ''}{check.wrong}"
