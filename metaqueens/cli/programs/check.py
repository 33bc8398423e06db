"""``metaqueens check``."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli import FAILED, USAGE, parameters
from metaqueens.cli.experiment.configs import finder, load
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.text.words import many

if TYPE_CHECKING:
    from metaqueens.conformance import Check

SIGNS = {"ok": "ok    ", "failed": "FAILED", "note": "note  "}
KINDS = ("mutation", "crossover", "selection", "acceptance")
# Of a check of a plug-in, and of a run of a program.
SECONDS, PROGRAM_SECONDS = 60.0, 10.0


@click.command("check")
@click.argument(
    "words",
    nargs=-1,
    metavar="TARGET... [KEY=VALUE]...",
)
@click.option("--program", metavar="COMMAND", help="Check the program that this command starts.")
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    help="Check an operator, which is one of these.",
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
    kind: str | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Say what is wrong with a config, a class or a program, if anything.

    \b
      metaqueens check mine.yaml                       every error, with its line
      metaqueens check mine.py greed=0.5               the one search or problem in a file
      metaqueens check interval.py:AllInterval n=12    a problem of your own
      metaqueens check mine:accept rate=0.1 --as acceptance
      metaqueens check --program "./mysolver {n} {seed}" counts=true honours=[blocked]

    It imports the code that it checks, and the code that a config names as package.module:Class:
    check what you trust. Searches and operators are run on small boards, and so is a program. The
    functions of a problem are run as plain Python first and compared with its cost, then compiled;
    a fault is named with its line. Exit code 2 for a wrong config, 3 if a check fails.
    """
    targets = [word for word in words if not _is_setting(word)]
    settings = [word for word in words if _is_setting(word)]
    if not targets and not program:
        raise click.UsageError("Missing argument 'TARGET...'.")
    if settings and len(targets) + bool(program) > 1:
        raise click.UsageError(f"{settings[0]}: settings are those of one target")
    found = [
        _config(target, settings, as_json)
        if kind is None and _is_config(target)
        else _plugin(target, settings, kind, seconds or SECONDS, as_json)
        for target in targets
    ]
    if program:
        found.append(_program(program, settings, seconds or PROGRAM_SECONDS, as_json))
    if as_json:
        print_json({"targets": found})
    wrong = [one["kind"] for one in found if not one["ok"]]
    return USAGE if "config" in wrong else FAILED if wrong else 0


def _is_setting(word: str) -> bool:
    key, sign, _ = word.partition("=")
    return bool(sign) and all(part.isidentifier() for part in key.split("."))


def _is_config(target: str) -> bool:
    """Whether ``target`` names a config; otherwise it is a plug-in or an algorithm of ours."""
    from metaqueens.contestants.registry import CONTESTANTS
    from metaqueens.plugins.entry_points import declared

    if target.endswith((".yaml", ".yml")) or ":" in target or target.endswith(".py"):
        return target.endswith((".yaml", ".yml"))
    return target not in {*CONTESTANTS, *(one.name for one in declared("algorithms"))}


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
    from metaqueens.config.contestant import program_of
    from metaqueens.conformance.programs import checks

    program: Any = program_of(command, settings)
    return {"target": command, "kind": "program", **_told(checks(program, seconds), silent)}


def _plugin(
    target: str, settings: Sequence[str], kind: str | None, seconds: float, silent: bool
) -> dict[str, Any]:
    """Check a class or an operator; return what was found."""
    from metaqueens.contestants.registry import use_of
    from metaqueens.plugins import code as plugins

    file = target if target.endswith(".py") else target.rpartition(":")[0]
    with plugins.beside(file if file.endswith(".py") else "."):
        what, promises = _promises(use_of(target), settings, kind, seconds)
        return {"target": target, "kind": what, **_told(promises, silent)}


def _told(checks: "Iterable[Check]", silent: bool) -> dict[str, Any]:
    """Print each check when it is done, unless ``silent``; whether all hold, and all of them."""
    from metaqueens.system import interrupts

    found: list[dict[str, Any]] = []
    with interrupts.raised():
        for one in checks:
            again = "\n" in one.said and one.said in [before["said"] for before in found]
            found.append(one._asdict())
            if not silent:
                first, *rest = ["as above"] if again else one.said.split("\n")
                say(f"{SIGNS[one.verdict]}  {one.name}{': ' if first else ''}{first}")
                for line in rest:
                    say(f"        {line}")
    return {"ok": all(one["verdict"] != "failed" for one in found), "checks": found}


def _is_problem(use: str) -> bool:
    from metaqueens.plugins import code as plugins
    from metaqueens.problem.problem import Problem

    try:
        found = plugins.load(use)
    except ValueError:  # ``contestant`` says what is wrong
        return False
    return isinstance(found, type) and issubclass(found, Problem)


def _promises(
    use: str, settings: Sequence[str], kind: str | None, seconds: float
) -> "tuple[str, Iterator[Check]]":
    """Return what the plug-in is, and the checks of its promises."""
    from metaqueens import conformance
    from metaqueens.config.contestant import contestant

    if kind is None and _is_problem(use):
        from metaqueens.conformance import problems

        return "problem", problems.checks(parameters.own_problem(use, settings), seconds)
    if kind is None:
        return "algorithm", conformance.checks(contestant(use, settings), seconds)
    # An operator is held to the promises of a search that has it, which refuses what is no board.
    mine = [one if one.startswith("encoding=") else f"{kind}.{one}" for one in settings]
    part_of, few = ("local_search", []) if kind == "acceptance" else ("genetic", ["population=20"])
    search = contestant(part_of, [f"{kind}.use={use}", *mine, *few])
    return kind, conformance.checks(search, seconds)
