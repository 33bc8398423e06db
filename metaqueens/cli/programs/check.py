"""``metaqueens check``."""

import os
from collections.abc import Iterable, Iterator, Sequence
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import click

from metaqueens.cli import FAILED, USAGE, parameters, surroundings
from metaqueens.cli.experiment.configs import finder, load
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.text.errors import UserError, did_you_mean
from metaqueens.text.words import many

if TYPE_CHECKING:
    from metaqueens.conformance import Check

SIGNS = {"ok": "ok    ", "failed": "FAILED", "note": "note  "}
Kind = Literal["mutation", "crossover", "selection", "acceptance"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# The kinds of an operator that is called with so many arguments.
ARGUMENTS: dict[int, tuple[Kind, ...]] = {
    1: ("mutation",), 2: ("crossover", "selection"), 4: ("acceptance",),
}  # fmt: skip
# Of a check of a plug-in, and of a run of a program.
SECONDS, PROGRAM_SECONDS = 60.0, 10.0


@click.command("check")
@click.argument(
    "words",
    nargs=-1,
    metavar="TARGET... [KEY=VALUE]...",
    shell_complete=parameters.config_names,
)
@click.option("--program", metavar="COMMAND", help="Check the program that this command starts.")
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    help="What an operator is, where the number of its arguments does not tell.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True, max=3600),
    help="After which a check fails; 60 when not given, and 10 for each run of a program.",
)
@parameters.as_json
def command(
    words: tuple[str, ...],
    program: str | None,
    kind: Kind | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Say what is wrong with a config, a class or a program, if anything.

    \b
      metaqueens check mine.yaml                              every error, with its line
      metaqueens check mine.py greed=0.5                      the one search in a file
      metaqueens check mine:accept rate=0.1 encoding=rows     a class, a function, a set of boards
      metaqueens check --program "./mysolver {n} {seed}" counts=true honours=[blocked]

    It imports the code that it checks, and the code that a config names as package.module:Class:
    check what you trust. Classes and functions are held to the promises of all of their kind on
    small boards, a program is run on small boards. Exit code 2 for a wrong config, 3 where a check
    fails.
    """
    targets = [word for word in words if not _is_setting(word)]
    settings = [word for word in words if _is_setting(word)]
    if not targets and not program:
        raise click.UsageError("Missing argument 'TARGET...'.")
    if settings and len(targets) + bool(program) > 1:
        raise click.UsageError(f"{settings[0]}: settings are those of one target")
    asked = [(one, _what_is(one)) for one in targets]
    asked += [(program, "program")] if program else []
    found = []
    for target, what in asked:
        if what == "config":
            found.append(_config(target, settings, as_json))
        elif what == "program":
            found.append(_program(target, settings, seconds or PROGRAM_SECONDS, as_json))
        else:
            found.append(_plugin(target, settings, kind, seconds or SECONDS, as_json))
    if as_json:
        print_json({"targets": found})
    wrong = [one["kind"] for one in found if not one["ok"]]
    return USAGE if "config" in wrong else FAILED if wrong else 0


def _is_setting(word: str) -> bool:
    key, sign, _ = word.partition("=")
    return bool(sign) and all(part.isidentifier() for part in key.split("."))


def _what_is(target: str) -> str:
    """Return what ``target`` names: a config, a program or a plug-in."""
    if target.endswith((".yaml", ".yml")):
        return "config"
    if len(target.split()) > 1 or _is_executable(target):
        return "program"
    if ":" in target or target.endswith(".py"):
        return "plugin"
    from metaqueens.config import shipped
    from metaqueens.contestants.registry import CONTESTANTS

    plugins, configs = [*CONTESTANTS, *_declared()], shipped.names()
    if os.path.exists(target) or os.sep in target or target in {*configs} - {*plugins}:
        return "config"
    if target not in plugins:
        near = did_you_mean(target, [*plugins, *configs, *map(str, Path().glob("*.*"))])
        raise UserError(f"{target}: no config, algorithm, plug-in or program of this name{near}")
    return "plugin"


def _declared() -> list[str]:
    """Return the names of the plug-ins that installed packages declare."""
    from metaqueens.plugins.entry_points import Group, declared

    return [one.name for group in get_args(Group) for one in declared(group)]


def _is_executable(path: str) -> bool:
    """Whether ``path`` is a program's file; that of a Python class may be executable too."""
    return not path.endswith(".py") and os.path.isfile(path) and os.access(path, os.X_OK)


def _config(path: str, overrides: Sequence[str], silent: bool) -> dict[str, Any]:
    """Read a config and tell all its errors; what was found."""
    from metaqueens.config import ConfigError

    found: dict[str, Any] = {"target": path, "kind": "config"}
    try:
        experiment = load(path, overrides, quiet=silent, to_run=False)
        if experiment.tune:
            from metaqueens.config.sources import one_of_each
            from metaqueens.tuning.task import task_of

            task_of(experiment, one_of_each(finder(silent)))
    except ConfigError as error:
        if not silent:
            click.echo(error, err=True)
        return found | {"ok": False, "errors": list(error.problems)}
    cells, runs = experiment.size, experiment.size * experiment.runs
    if not silent:
        pairs = many(cells, "combination")
        click.echo(f"{path}: ok: {pairs} of problem and algorithm, {runs:,} runs")
    return found | {"ok": True, "name": experiment.name, "combinations": cells, "runs": runs}


def _program(command: str, settings: Sequence[str], seconds: float, silent: bool) -> dict[str, Any]:
    """Try a program; what was found."""
    surroundings.require_address_space()
    from metaqueens.config.contestant import program_of
    from metaqueens.conformance.programs import checks

    program: Any = program_of(command, settings)
    return {"target": command, "kind": "program", **_told(checks(program, seconds), silent)}


def _plugin(
    target: str, settings: Sequence[str], kind: Kind | None, seconds: float, silent: bool
) -> dict[str, Any]:
    """Hold a class, an operator or a set of instances to its promises; what was found."""
    surroundings.require_address_space()
    from metaqueens.contestants.registry import use_of
    from metaqueens.plugins import code as plugins

    with plugins.beside(target.partition(":")[0] if ".py" in target else "."):
        what, promises = _promises(use_of(target), settings, kind, seconds)
        return {"target": target, "kind": what, **_told(promises, silent)}


def _told(checks: "Iterable[Check]", silent: bool) -> dict[str, Any]:
    """Print each check when it is done, unless ``silent``; whether all hold, and all of them."""
    from metaqueens.system import interrupts

    found = []
    with interrupts.raised():
        for one in checks:
            found.append(one._asdict())
            if not silent:
                first, *rest = one.said.split("\n")
                say(f"{SIGNS[one.verdict]}  {one.name}{': ' if first else ''}{first}")
                for line in rest:
                    say(f"        {line}")
    return {"ok": all(one["verdict"] != "failed" for one in found), "checks": found}


def _promises(
    use: str, settings: Sequence[str], kind: Kind | None, seconds: float
) -> "tuple[str, Iterator[Check]]":
    """Return what the plug-in is, and the checks of its promises."""
    from metaqueens import conformance
    from metaqueens.config.contestant import contestant
    from metaqueens.conformance import instances
    from metaqueens.plugins import code as plugins
    from metaqueens.search.parameters import Parameters

    try:
        home = _home(use)
        found = plugins.load(home) if home else None
    except ValueError as error:
        raise UserError(str(error)) from None
    if kind is None and isinstance(found, str | Path):
        if settings:
            raise UserError(f"{settings[0]}: {use} is a set of instances, which has no settings")
        return "instances", instances.checks(found, seconds)
    is_algorithm = isinstance(found, type) and issubclass(found, Parameters)
    if kind is None and (is_algorithm or not callable(found)):
        return "algorithm", conformance.checks(contestant(use, settings), seconds)
    kind = kind or _kind_of(found, str(home))
    # An operator is held to the promises of a search that has it, which refuses what is no board.
    mine = [one if one.startswith("encoding=") else f"{kind}.{one}" for one in settings]
    part_of, few = ("local_search", []) if kind == "acceptance" else ("genetic", ["population=20"])
    search = contestant(part_of, [f"{kind}.use={home or use}", *mine, *few])
    return kind, conformance.checks(search, seconds)


def _home(name: str) -> str | None:
    """Return where the plug-in called ``name`` is; None where no package has it, as with ours."""
    from metaqueens.contestants.registry import CONTESTANTS
    from metaqueens.plugins.entry_points import Group, home_of

    if ":" in name or name in CONTESTANTS:
        return name if ":" in name else None
    homes = (home_of(group, name) for group in get_args(Group))
    return next((home for home in homes if home), None)


def _kind_of(found: Any, home: str) -> Kind:
    """Return what an operator is, by its arguments without a default; a class is a criterion."""
    if isinstance(found, type):
        return "acceptance"
    try:
        asked = [one for one in signature(found).parameters.values() if _is_positional(one)]
    except (TypeError, ValueError):
        asked = []
    kinds = ARGUMENTS.get(len(asked), KINDS)
    if len(kinds) > 1:
        raise UserError(f"{home}: say what it is: {' or '.join(f'--as {one}' for one in kinds)}")
    return kinds[0]


def _is_positional(one: Parameter) -> bool:
    places = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return one.kind in places and one.default is Parameter.empty
