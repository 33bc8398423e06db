"""``metaqueens check``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

import click

from metaqueens.cli import FAILED, USAGE, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.text.errors import UserError
from metaqueens.text.printable import printable
from metaqueens.text.words import many

SIGNS = {"ok": "ok    ", "failed": "FAILED", "note": "note  "}
KINDS = ("mutation", "crossover", "selection", "acceptance")
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
    from metaqueens.plugins.entry_points import declared
    from metaqueens.problem.registry import PROBLEMS

    if target.endswith((".yaml", ".yml")) or ":" in target or target.endswith(".py"):
        return target.endswith((".yaml", ".yml"))
    return target not in {*CONTESTANTS, *PROBLEMS, *(one.name for one in declared("algorithms"))}


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
    """Read a config that names user code in a process of its own."""
    request = {"target": path, "settings": overrides, "silent": silent}
    for message in _messages(request, seconds):
        if "found" in message:
            found: dict[str, Any] = message["found"]
            return found
        if "lost" in message:
            why = f"{path}: the code that it names: {message['lost']}"
            return {"target": path, "kind": "config", "ok": False, "errors": [why]}
    raise AssertionError("a message ends all")


def _program(command: str, settings: Sequence[str], seconds: float, silent: bool) -> dict[str, Any]:
    """Try a program; what was found."""
    from metaqueens.config.contestant import program_of
    from metaqueens.conformance.programs import checks
    from metaqueens.system import interrupts

    program: Any = program_of(command, settings)
    found: list[dict[str, Any]] = []
    with interrupts.raised():
        for one in checks(program, seconds):
            _add(found, one._asdict(), silent)
    return _result(command, "program", found)


def _plugin(
    target: str, settings: Sequence[str], kind: str | None, seconds: float, silent: bool
) -> dict[str, Any]:
    """Hold a class or an operator to its promises; what was found."""
    from metaqueens.cli.programs.apart import IMPORT

    found: list[dict[str, Any]] = []
    what = kind or "algorithm"
    while True:
        step = IMPORT
        request = {"target": target, "settings": settings, "kind": kind, "skip": len(found)}
        for message in _messages(request, seconds):
            step, what = message.get("begin", step), message.get("kind", what)
            if "check" in message:
                _add(found, message["check"], silent)
            elif "lost" in message:  # the next process begins with the next promise
                hint = LATE if "late" in message and step != IMPORT else ""
                lost = {"name": step, "verdict": "failed", "said": message["lost"] + hint}
                _add(found, lost, silent)
        if step == IMPORT or "end" in message:
            return _result(target, what, found)


def _messages(request: Mapping[str, Any], seconds: float) -> Iterator[dict[str, Any]]:
    """Yield the messages of a process; the first Ctrl-C ends it."""
    from metaqueens.cli.programs.apart import messages
    from metaqueens.system import interrupts

    with interrupts.raised(), closing(messages(request, seconds)) as heard:
        for message in heard:
            if "refused" in message:
                raise UserError(message["refused"])
            yield message


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
