"""``metaqueens test-plugin``."""

from collections.abc import Iterator, Sequence
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.checked import tell
from metaqueens.text.errors import UserError

if TYPE_CHECKING:
    from metaqueens.conformance.operators import Kind

KINDS = ("mutation", "crossover", "selection", "acceptance")
# How many arguments an operator of a kind is called with.
ARGUMENTS = {1: ("mutation",), 2: ("crossover", "selection"), 4: ("acceptance",)}


@click.command("test-plugin")
@click.argument("name", metavar="NAME|MODULE:NAME", shell_complete=parameters.algorithm_names)
@parameters.settings
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    help="What an operator is, where the number of its arguments does not tell.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True, max=3600),
    default=60,
    show_default=True,
    help="Of each check, after which it fails.",
)
@parameters.as_json
def command(
    name: str, settings: tuple[str, ...], kind: "Kind | None", seconds: float, as_json: bool
) -> int:
    """Say what is wrong with a plug-in, if anything: an algorithm, an operator or instances.

    \b
      metaqueens test-plugin my_search
      metaqueens test-plugin mine:MySearch greed=0.5
      metaqueens test-plugin mine:mutate rate=0.1 encoding=rows
      metaqueens test-plugin mine:cross --as crossover
      metaqueens test-plugin my_boards

    It is held to the promises of all of its kind (metaqueens.conformance) on small boards. Exit
    code 3 where one is broken.
    """
    found = _checks(name, settings, kind, seconds)
    return tell(found, lambda one: bool(one.wrong), _told, as_json)


def _checks(
    name: str, settings: Sequence[str], kind: "Kind | None", seconds: float
) -> Iterator[Any]:
    from metaqueens import conformance
    from metaqueens.config.contestant import contestant
    from metaqueens.conformance import instances
    from metaqueens.plugins import code as plugins

    try:
        home = _home(name)
        found = plugins.load(home) if home else None
    except ValueError as error:
        raise UserError(str(error)) from None
    if kind is None and isinstance(found, str | Path):
        _require_none(settings, f"{name} is a set of instances, which has no settings")
        return instances.checks(str(home), seconds)
    if kind or (callable(found) and not _is_algorithm(found)):
        return _of_operator(str(home or name), found, settings, kind, seconds)
    return conformance.checks(contestant(name, settings), seconds)


def _of_operator(
    home: str, found: Any, settings: Sequence[str], kind: "Kind | None", seconds: float
) -> Iterator[Any]:
    from metaqueens.config.contestant import contestant
    from metaqueens.conformance import operators

    kind = kind or _kind_of(found, home)
    use, others = operators.search_with(kind)
    mine = [one if one.startswith("encoding=") else f"{kind}.{one}" for one in settings]
    search = contestant(use, [f"{kind}.use={home}", *mine, *others])
    return operators.checks(kind, search, seconds)


def _home(name: str) -> str | None:
    """Where the plug-in called ``name`` is; None where no package has it, as with ours."""
    from metaqueens.contestants.registry import CONTESTANTS
    from metaqueens.plugins.entry_points import Group, home_of

    if ":" in name or name in CONTESTANTS:
        return name if ":" in name else None
    groups = get_args(Group)
    homes = [home for group in groups if (home := home_of(group, name))]
    if len(homes) > 1:
        raise UserError(f"{name!r} is more than one plug-in; name one of {', '.join(homes)}")
    return homes[0] if homes else None


def _is_algorithm(found: Any) -> bool:
    from metaqueens.search.parameters import Parameters

    return isinstance(found, type) and issubclass(found, Parameters)


def _kind_of(found: Any, home: str) -> "Kind":
    """What an operator is, by its arguments without a default; a class is a criterion."""
    if isinstance(found, type):
        return "acceptance"
    try:
        asked = [one for one in signature(found).parameters.values() if _by_place(one)]
    except (TypeError, ValueError):
        asked = []
    kinds = ARGUMENTS.get(len(asked), KINDS)
    if len(kinds) > 1:
        raise UserError(f"{home}: say what it is: {' or '.join(f'--as {one}' for one in kinds)}")
    return kinds[0]  # type: ignore[return-value]


def _by_place(one: Parameter) -> bool:
    places = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return one.kind in places and one.default is Parameter.empty


def _require_none(settings: Sequence[str], why: str) -> None:
    if settings:
        raise UserError(f"{settings[0]}: {why}")


def _told(check: Any) -> Iterator[str]:
    """Its sign, its promise and what is wrong."""
    sign = "FAILED" if check.wrong else "ok    "
    where = f", {check.encoding}" if check.encoding else ""
    yield f"{sign}  {check.promise}{where}{': ' if check.wrong else ''}{check.wrong}"
