"""``metaqueens check``."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import click

from metaqueens.cli import FAILED, USAGE, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.cli.terminal.progress import progress
from metaqueens.programs.process import SOURCES
from metaqueens.system import interrupts
from metaqueens.text.errors import UserError
from metaqueens.text.printable import printable
from metaqueens.text.words import many

SIGNS = {"ok": "ok    ", "failed": "FAILED", "note": "note  "}
# Time limits of a check of a plug-in, and of a run of a program.
SECONDS, PROGRAM_SECONDS = 60.0, 10.0
# Returns the kind of a class or a program, and its promises.
Load = Callable[[], tuple[str, list[Any]]]


@click.command("check")
@click.argument("words", nargs=-1, metavar="TARGET [KEY=VALUE]...", type=parameters.NAME)
@click.option("--program", metavar="COMMAND", help="Check the program that this command starts.")
@click.option(
    "--problem",
    metavar="PROBLEM",
    help="Another problem than n queens for the program, with sizes: 'costas n=6,8,18'.",
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
    problem: str | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Check a config, a class or a program, and print each fault.

    \b
      metaqueens check mine.yaml other.yaml            every error, with its line
      metaqueens check mine.py greed=0.5               the one search or problem in a file
      metaqueens check interval.py:AllInterval n=12    a problem of your own
      metaqueens check genetic mutation.use=mine:turn mutation.by=2 population=20
      metaqueens check --program "./mysolver {n} {seed}" counts=true honours=[blocked]
      metaqueens check --program "python3 mine.py {n} {seed}" --problem costas

    It imports the checked code, and the code that a config names: check only code that you trust.
    Searches, operators and programs run on small boards. The functions of a problem run as plain
    Python and are compared with its cost, then compiled; a fault is reported with its line. Exit
    code 2 for a wrong config, 3 if a check fails.
    """
    if program:
        # No limit of a check, only of each run.
        load = partial(_load_program, program, words, problem, seconds or PROGRAM_SECONDS)
        found = [_check_code(program, load, inf, as_json)]
    elif problem:
        raise UserError("--problem: for a program; the fields of a checked problem are KEY=VALUE")
    elif not words:
        raise click.UsageError("Missing argument 'TARGET'.")
    elif _is_program(path := Path(words[0])):
        start = "python3 " if path.suffix == ".py" else "" if path.is_absolute() else "./"
        check = f'metaqueens check --program "{start}{path} {{n}} {{seed}}"'
        which = ", which would import metaqueens" if path.suffix == ".py" else ""
        raise UserError(f"{path}: a program, not a config or a file with a class{which}; {check}")
    elif _is_config(words[0]):
        overrides = [word for word in words[1:] if "=" in word]
        others = [word for word in words[1:] if "=" not in word]
        found = [_check_config(path, overrides, as_json) for path in (words[0], *others)]
    else:
        load = partial(_load_class, words[0], words[1:])
        found = [_check_code(words[0], load, seconds or SECONDS, as_json)]
    if as_json:
        print_json({"targets": found})
    if all(target["ok"] for target in found):
        return 0
    return USAGE if found[0]["kind"] == "config" else FAILED


def _is_program(path: Path) -> bool:
    """Tell whether a file is a program or its source; an import would start it."""
    if not path.is_file() or path.suffix in (".yaml", ".yml"):
        return False
    if path.suffix != ".py":
        return path.suffix in SOURCES or os.access(path, os.X_OK)
    from metaqueens.arena.contestants import has_class

    return not has_class(path)


def _is_config(target: str) -> bool:
    from metaqueens.contestants.registry import CONTESTANTS
    from metaqueens.problem.registry import PROBLEMS

    is_code = ":" in target or target.endswith(".py") or target in {*CONTESTANTS, *PROBLEMS}
    return target.endswith((".yaml", ".yml")) or not is_code


def _check_config(path: str, overrides: Sequence[str], silent: bool) -> dict[str, Any]:
    """Read a config; print its errors, or its numbers of combinations and runs."""
    from metaqueens.config import ConfigError

    found: dict[str, Any] = {"target": path, "kind": "config"}
    try:
        experiment = parameters.load_config(path, overrides, silent, to_run=False)
        listed = experiment.listed
        if experiment.tune:
            from metaqueens.config.sources import one_of_each
            from metaqueens.tuning.search import plan_of
            from metaqueens.tuning.task import task_of

            # Of families one instance is counted, so that these runs are the least.
            task = task_of(experiment, one_of_each(parameters.finder(silent)))
            plan_of(task)
            listed = task.listed  # a tuning does not run the other problems, and tests one pair
    except ConfigError as error:
        for text in error.problems if not silent else ():
            click.echo(printable(text), err=True)
        return found | {"ok": False, "errors": list(error.problems)}
    cells, runs = experiment.size, experiment.size * experiment.runs
    numbers = (len(drawn) if one.is_file else one.instances or 1 for one, drawn in listed.items())
    sizes = [number for number in numbers if number > 1]
    contestants = 2 if experiment.tune else cells // max(1, sum(sizes))
    notes = list[str]()
    if sizes:
        from metaqueens.analysis.caveats import describe_few_instances

        notes += describe_few_instances(min(sizes), contestants, len(sizes))
    if not silent:
        pairs = many(cells, "combination")
        click.echo(f"{path}: ok: {pairs} of problem and algorithm, {runs:,} runs")
        for note in notes:
            click.echo(f"note: {note}")
    size = {"combinations": cells, "runs": runs, "notes": notes}
    return found | {"ok": True, "name": experiment.name, **size}


def _check_code(name: str, load: Load, seconds: float, silent: bool) -> dict[str, Any]:
    from metaqueens.conformance.checking import TooLong, check_all, limit

    if not __debug__:
        raise UserError("promises are assertions: run check without PYTHONOPTIMIZE and -O")
    found: list[dict[str, Any]] = []
    with interrupts.raise_at_once():
        try:
            with limit(seconds):
                kind, promises = load()
        except TooLong:
            raise UserError(f"{name}: its import did not end within {seconds:g} s") from None
        results = check_all(promises, seconds)
        # Nothing is printed while the sign is shown, or a redirected output would have it too.
        next_result = progress("checking", silent)(lambda: next(results, None))
        while result := next_result():
            failures = (at["said"] for at in found if result.verdict == "failed")
            # Errors that differ in numbers at most, such as the size of a board.
            same = re.sub(r"\d+", "", result.said)
            is_known = any(re.sub(r"\d+", "", other) == same for other in failures)
            found.append(result._asdict())
            first, *rest = ["as above"] if is_known else result.said.split("\n")
            if not silent:
                say(f"{SIGNS[result.verdict]}  {result.name}{': ' if first else ''}{first}")
                for line in rest:
                    say(f"        {line}")
    ok = all(check["verdict"] != "failed" for check in found)
    return {"target": name, "kind": kind, "ok": ok, "checks": found}


def _load_program(
    command: str, settings: Sequence[str], problem: str | None, seconds: float
) -> tuple[str, list[Any]]:
    from metaqueens.arena.boards import read_problems
    from metaqueens.config.contestant import program_of
    from metaqueens.conformance import programs

    program: Any = program_of(command, settings)
    others = read_problems(problem) if problem else ()
    return "program", programs.promises(program, seconds, others)


def _load_class(name: str, settings: Sequence[str]) -> tuple[str, list[Any]]:
    from metaqueens import conformance
    from metaqueens.config.contestant import contestant
    from metaqueens.conformance import problems
    from metaqueens.contestants.registry import use_of
    from metaqueens.plugins import code as plugins
    from metaqueens.problem.problem import Problem
    from metaqueens.problem.registry import load_problem

    with (
        plugins.look_beside(name.partition(":")[0] if ".py" in name else "."),
        redirect_stdout(sys.stderr),
    ):
        use = use_of(name)
        kind = None
        with suppress(ValueError):  # ``contestant`` explains the error
            kind = load_problem(use)
        if kind and issubclass(kind, Problem):
            return "problem", problems.promises(parameters.own_problem(use, settings))
        return "algorithm", conformance.promises(contestant(use, settings))
