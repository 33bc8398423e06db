"""``metaqueens test-plugin``."""

import click

from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json, say


@click.command("test-plugin")
@click.argument("name", metavar="NAME|MODULE:CLASS")
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

    found = []
    for one in checks(contestant(name, settings), seconds):
        found.append(one)
        if not as_json:
            sign = "FAILED" if one.wrong else "ok    "
            say(f"{sign}  {one.promise}, {one.encoding}{': ' if one.wrong else ''}{one.wrong}")
    failed = [one for one in found if one.wrong]
    if as_json:
        print_json({"failed": len(failed), "checks": [one._asdict() for one in found]})
    return FAILED if failed else 0
