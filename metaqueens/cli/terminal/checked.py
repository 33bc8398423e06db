"""What checks of a program or plug-in from outside found, told as they end."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from metaqueens.cli import FAILED
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.system import interrupts


def tell(
    checks: Iterable[Any],
    failed: Callable[[Any], bool],
    lines: Callable[[Any], Iterator[str]],
    as_json: bool,
) -> int:
    """Print the ``lines`` of each check, or all as JSON; the exit code, by what has ``failed``."""
    found = []
    with interrupts.raised():
        for one in checks:
            found.append(one)
            if not as_json:
                for line in lines(one):
                    say(line)
    wrong = sum(map(failed, found))
    if as_json:
        print_json({"failed": wrong, "checks": [one._asdict() for one in found]})
    return FAILED if wrong else 0
