"""``metaqueens check``."""

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from metaqueens.cli import FAILED, USAGE, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.system import interrupts
from metaqueens.text.printable import printable
from metaqueens.text.words import many

SIGNS = {"ok": "ok    ", "failed": "FAILED", "note": "note  "}
KINDS = ("mutation", "crossover", "selection")
LATE = ": does what is reported reach its budget?"
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
      metaqueens check mine:turn by=2 --as mutation
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
        _config(target, settings, seconds or SECONDS, as_json)
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
    from metaqueens.problem.registry import PROBLEMS

    if target.endswith((".yaml", ".yml")) or ":" in target or target.endswith(".py"):
        return target.endswith((".yaml", ".yml"))
    return target not in {*CONTESTANTS, *PROBLEMS}


def _config(path: str, overrides: Sequence[str], seconds: float, silent: bool) -> dict[str, Any]:
    """Read a config and tell all its errors; what was found."""
    from metaqueens.cli.experiment.configs import check_config
    from metaqueens.plugins import code as plugins

    with plugins.refused():
        found = check_config(path, overrides, silent)
    if any(plugins.NOT_ALLOWED in text for text in found.get("errors", ())):
        found = _config_apart(path, overrides, seconds, silent)
    if not silent and not found["ok"]:
        for text in found["errors"]:
            click.echo(printable(text), err=True)
    elif not silent:
        pairs = many(found["combinations"], "combination")
        runs = f"{found['runs']:,} runs"
        click.echo(f"{path}: ok: {pairs} of problem and algorithm, {runs}")
    return found


def _config_apart(
    path: str, overrides: Sequence[str], seconds: float, silent: bool
) -> dict[str, Any]:
    """Read a config that names user code in a worker process."""
    from metaqueens.cli.programs import apart

    try:
        with interrupts.raised(), apart.worker(seconds) as call:
            found: dict[str, Any] = call(apart.check_config, path, overrides, silent)
    except apart.Lost as lost:
        why = f"{path}: the code that it names: {lost}"
        return {"target": path, "kind": "config", "ok": False, "errors": [why]}
    return found


def _program(command: str, settings: Sequence[str], seconds: float, silent: bool) -> dict[str, Any]:
    """Try a program; what was found."""
    from metaqueens.config.contestant import program_of
    from metaqueens.conformance.programs import checks

    program: Any = program_of(command, settings)
    found: list[dict[str, Any]] = []
    with interrupts.raised():
        for one in checks(program, seconds):
            _add(found, one._asdict(), silent)
    return _result(command, "program", found)


def _plugin(
    name: str, settings: Sequence[str], kind: str | None, seconds: float, silent: bool
) -> dict[str, Any]:
    """Hold a class or an operator to its promises; what was found."""
    from metaqueens.cli.programs import apart

    found: list[dict[str, Any]] = []
    target = apart.Target(name, tuple(settings), kind, tuple(sys.path))
    is_over = False
    while not is_over:  # after a lost worker the next one begins with the next promise
        step, what = "import", kind or "algorithm"
        try:
            with interrupts.raised(), apart.worker(seconds) as call:
                what, names = call(apart.list_promises, target)
                for number in range(len(found), len(names)):
                    step = names[number]
                    _add(found, call(apart.test_promise, target, number)._asdict(), silent)
                    # The promises of a problem build on each other.
                    if what == "problem" and found[-1]["verdict"] == "failed":
                        break
            is_over = True
        except apart.Lost as lost:
            hint = LATE if lost.is_late and step != "import" else ""
            _add(found, {"name": step, "verdict": "failed", "said": f"{lost}{hint}"}, silent)
            is_over = step == "import" or what == "problem"
    return _result(name, what, found)


def _result(target: str, kind: str, found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    ok = all(one["verdict"] != "failed" for one in found)
    return {"target": target, "kind": kind, "ok": ok, "checks": found}


def _add(found: list[dict[str, Any]], check: dict[str, Any], silent: bool) -> None:
    """Note a check, and print it unless ``silent``; an error is printed once."""
    text = check["said"]
    again = check["verdict"] == "failed" and any(_is_same(text, one["said"]) for one in found)
    found.append(check)
    if silent:
        return
    first, *rest = ["as above"] if again else text.split("\n")
    say(f"{SIGNS[check['verdict']]}  {check['name']}{': ' if first else ''}{first}")
    for line in rest:
        say(f"        {line}")


def _is_same(text: str, other: str) -> bool:
    """Whether two errors differ at most in numbers, as in the size of a board."""
    return re.sub(r"\d+", "", text) == re.sub(r"\d+", "", other)
