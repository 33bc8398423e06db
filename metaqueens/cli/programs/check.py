"""``metaqueens check``."""

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

import click

from metaqueens.cli import FAILED, USAGE, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.system import interrupts
from metaqueens.text.printable import printable
from metaqueens.text.words import many

SIGNS = {"ok": "ok    ", "failed": "FAILED", "note": "note  "}
KINDS = ("mutation", "crossover", "selection")
# Time limits of a check of a plug-in, and of a run of a program.
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
    help="Time limit of each check in seconds.  [60, and 10 for each run of a program]",
)
@parameters.as_json
def command(
    words: tuple[str, ...],
    program: str | None,
    kind: str | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Check a config, a class or a program, and print each fault.

    \b
      metaqueens check mine.yaml                       every error, with its line
      metaqueens check mine.py greed=0.5               the one search or problem in a file
      metaqueens check interval.py:AllInterval n=12    a problem of your own
      metaqueens check mine:turn by=2 --as mutation
      metaqueens check --program "./mysolver {n} {seed}" counts=true honours=[blocked]

    It imports the checked code, and the code that a config names: check only code that you trust.
    Searches, operators and programs run on small boards. The functions of a problem run as plain
    Python and are compared with its cost, then compiled; a fault is reported with its line. Exit
    code 2 for a wrong config, 3 if a check fails.
    """
    targets = [word for word in words if not _is_setting(word)]
    settings = [word for word in words if _is_setting(word)]
    if not targets and not program:
        raise click.UsageError("Missing argument 'TARGET...'.")
    if settings and len(targets) + bool(program) > 1:
        raise click.UsageError(f"{settings[0]}: settings are those of one target")
    found = [
        _check_config(target, settings, seconds or SECONDS, as_json)
        if kind is None and _is_config(target)
        else _check_plugin(target, settings, kind, seconds or SECONDS, as_json)
        for target in targets
    ]
    if program:
        found.append(_check_program(program, settings, seconds or PROGRAM_SECONDS, as_json))
    if as_json:
        print_json({"targets": found})
    wrong = [target["kind"] for target in found if not target["ok"]]
    return USAGE if "config" in wrong else FAILED if wrong else 0


def _is_setting(word: str) -> bool:
    key, sign, _ = word.partition("=")
    return bool(sign) and all(part.isidentifier() for part in key.split("."))


def _is_config(target: str) -> bool:
    """Tell whether ``target`` is a config, not a plug-in or a built-in algorithm."""
    from metaqueens.contestants.registry import CONTESTANTS
    from metaqueens.problem.registry import PROBLEMS

    if target.endswith((".yaml", ".yml")) or ":" in target or target.endswith(".py"):
        return target.endswith((".yaml", ".yml"))
    return target not in {*CONTESTANTS, *PROBLEMS}


def _check_config(
    path: str, overrides: Sequence[str], seconds: float, silent: bool
) -> dict[str, Any]:
    """Read a config, in a process of its own if it names user code; print its errors."""
    from metaqueens.cli.experiment.configs import check_config
    from metaqueens.plugins import code as plugins

    with plugins.refuse():
        found = check_config(path, overrides, silent)
    if any(plugins.NOT_ALLOWED in text for text in found.get("errors", ())):
        from metaqueens.cli.programs import apart

        target = apart.Target(path, tuple(overrides), "config", tuple(sys.path))
        try:
            with interrupts.raise_at_once(), apart.start_worker(seconds) as call:
                found = call(apart.check_config, target)
        except apart.Lost as lost:
            why = f"{path}: the code that it names: {lost}"
            found = {"target": path, "kind": "config", "ok": False, "errors": [why]}
    if not silent and not found["ok"]:
        for text in found["errors"]:
            click.echo(printable(text), err=True)
    elif not silent:
        pairs = many(found["combinations"], "combination")
        click.echo(f"{path}: ok: {pairs} of problem and algorithm, {found['runs']:,} runs")
    return found


def _check_program(
    command: str, settings: Sequence[str], seconds: float, silent: bool
) -> dict[str, Any]:
    """Run the checks of a program."""
    from metaqueens.config.contestant import program_of
    from metaqueens.conformance.programs import checks

    program: Any = program_of(command, settings)
    found: list[dict[str, Any]] = []
    with interrupts.raise_at_once():
        for check in checks(program, seconds):
            _add(found, check._asdict(), silent)
    return _result(command, "program", found)


def _check_plugin(
    name: str, settings: Sequence[str], kind: str | None, seconds: float, silent: bool
) -> dict[str, Any]:
    """Run the checks of a class or an operator."""
    from metaqueens.cli.programs import apart

    found: list[dict[str, Any]] = []
    target, checked = (
        apart.Target(name, tuple(settings), kind, tuple(sys.path)),
        kind or "algorithm",
    )
    with interrupts.raise_at_once(), closing(apart.run_checks(target, seconds)) as checks:
        for checked, check in checks:  # noqa: B007
            _add(found, check._asdict(), silent)
    return _result(name, checked, found)


def _result(target: str, kind: str, found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    ok = all(check["verdict"] != "failed" for check in found)
    return {"target": target, "kind": kind, "ok": ok, "checks": found}


def _add(found: list[dict[str, Any]], check: dict[str, Any], silent: bool) -> None:
    """Add a check, and print it unless ``silent``; the same error is printed once."""
    text = check["said"]
    is_known = check["verdict"] == "failed" and any(_is_same(text, at["said"]) for at in found)
    found.append(check)
    if silent:
        return
    first, *rest = ["as above"] if is_known else text.split("\n")
    say(f"{SIGNS[check['verdict']]}  {check['name']}{': ' if first else ''}{first}")
    for line in rest:
        say(f"        {line}")


def _is_same(text: str, other: str) -> bool:
    """Tell whether two errors differ at most in numbers, such as the size of a board."""
    return re.sub(r"\d+", "", text) == re.sub(r"\d+", "", other)
