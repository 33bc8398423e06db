"""An algorithm as a program: ``python -m metaqueens.contestants.host FILE.py:Class``.

It reads the problem from standard input and writes boards to standard output, in the lines of
docs/programs.md, so that a class is judged like any program: its code runs in no other process. One
process carries out one run.
"""

import json
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from math import inf, isfinite
from pathlib import Path
from shutil import copytree
from time import process_time
from typing import Any, TextIO

import numpy as np

from metaqueens.contestants.compilation import compile_kernels
from metaqueens.contestants.registry import class_of, use_of
from metaqueens.files.writing import user_cache
from metaqueens.plugins import code as plugins
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.registry import problem_of_key
from metaqueens.problem.space import Space
from metaqueens.programs.confinement import KERNELS
from metaqueens.programs.contestant import Program
from metaqueens.search.algorithm import Algorithm, space_for
from metaqueens.search.budget import Budget
from metaqueens.search.driver import drive, warm_up
from metaqueens.text.errors import UserError

# A search without an improvement reports its evaluations after they have grown by this factor.
REPORT_FACTOR = 1.25
# Evaluations of a rehearsal, and their share of those of a run: a slow class needs time for runs.
REHEARSAL, REHEARSAL_SHARE = 200, 0.1
# The word after the name of a class that asks for the processor time of the start.
START = "start"
# Keys of a message beside those of a problem.
OTHERS = ("seed", "budget", "parameters")


class Hosted(Program):
    """A class as a program whose processor time is its budget."""

    tells_start = True


def program(use: str, tells_start: bool = False) -> Program:
    """Return the program for ``use``: a name of ``list algorithms``, module:Class, FILE.py[:Class].

    Nothing of it is imported here; it refuses rules that it does not know itself.
    """
    command = [sys.executable, "-P", "-m", __name__, use]
    if tells_start:
        return Hosted(command=[*command, START], counts=True)
    return Program(command=command, counts=True)


def main(use: str, start: str = "") -> int:
    """Carry out the run of standard input, or runs; return the exit code.

    With ``start`` the first line of a single run is the processor time until then: of the imports
    of this package and of the machine code that a class may call. Nothing of the class has been
    imported by then, so that the class cannot change it.

    If there are several lines, the first is a rehearsal, which compiles kernels. Each other run has
    a process of its own, which begins after it, so that no run depends on another one. A line with
    the key "" ends the rehearsal and each run.
    """
    # Output of the class itself would be taken for lines of the protocol.
    lines = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    _borrow_kernels()
    tasks = [json.loads(line) for line in sys.stdin]
    if len(tasks) == 1:
        if start == START:
            with suppress(Exception):  # the run tells it
                compile_kernels([_read_problem(tasks[0])])
            print(process_time(), file=lines, flush=True)
        code, error = _carry_out(use, tasks[0], lines)
        sys.stdout.flush()  # or what the class printed would come after the error
        print(error, end="", file=sys.stderr)
        return code
    with suppress(Exception):  # the runs tell it
        budget = tasks[0].get("budget", {}).get("evaluations") or inf
        warm_up(*_read(use, tasks[0]), int(min(REHEARSAL, 1 + REHEARSAL_SHARE * budget)))
    print(json.dumps({"": ""}), file=lines, flush=True)
    for task in tasks[1:]:
        if (pid := os.fork()) == 0:
            code, error = _carry_out(use, task, lines)
            end = f"it ended with exit code {code}: {error.splitlines()[-1]}" if code else ""
            print(json.dumps({"": end}), file=lines, flush=True)
            os._exit(0)
        if status := os.waitpid(pid, 0)[1]:
            end = f"it ended with status {os.waitstatus_to_exitcode(status)}"
            print(json.dumps({"": end}), file=lines, flush=True)
    return 0


def _carry_out(use: str, task: dict[str, Any], lines: TextIO) -> tuple[int, str]:
    """Carry out a run; return its exit code, and its error."""
    try:
        for line in _search(use, task):
            print(json.dumps(line), file=lines, flush=True)
    except UserError as error:
        return 2, f"{error}\n"
    except (Exception, SystemExit) as error:  # any error in a user's class
        place = plugins.place_in(error)
        why = f"{place}: " * bool(place) + f"{type(error).__name__}: {error}"
        return 1, f"{traceback.format_exc()}{why}\n"
    return 0, ""


def _search(use: str, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Search; yield each better solution with its evaluations, and sometimes evaluations alone."""
    seed, budget = message["seed"], message.get("budget", {})
    limits = {key: limit for key, limit in budget.items() if limit is not None}
    algorithm, space = _read(use, message)
    cost, last_report = inf, 0
    for moment in drive(
        algorithm, space, Budget(**limits or {"seconds": 1e9}), np.random.default_rng(seed)
    ):
        snapshot = moment.snapshot
        counted = {"evaluations": int(snapshot.evaluations)}
        if not isfinite(snapshot.cost):
            raise ValueError(f"cost: expected a whole number, got {snapshot.cost}")
        if snapshot.cost < cost:
            cost, last_report = snapshot.cost, snapshot.evaluations
            # The claim of the class, which the referee compares with its recount.
            claim = int(cost) if cost == int(cost) else float(cost)
            yield {"queens": snapshot.values.tolist(), "cost": claim, **counted}
        elif moment.reason or snapshot.evaluations >= REPORT_FACTOR * last_report:
            last_report = snapshot.evaluations
            yield counted


def _read(use: str, message: dict[str, Any]) -> tuple[Algorithm, Space]:
    """Return the search, and the space of the problem in ``message``. Raises ``UserError``."""
    try:
        problem = _read_problem(message)
        algorithm = class_of(use_of(use))(**message.get("parameters", {}))
        return algorithm, space_for(algorithm, problem)
    except ValueError as error:
        is_missing = isinstance(error.__context__, ModuleNotFoundError)
        only = "; it sees its own file and installed packages" if is_missing else ""
        raise UserError(f"{error}{only}") from None


def _read_problem(message: dict[str, Any]) -> BaseProblem:
    if "problem" in message and message.get("file"):
        plugins.look_in([str(Path(message["file"]).parent)])
    asked = {key: value for key, value in message.items() if key not in OTHERS}
    return problem_of_key(json.dumps(message.get("problem", asked)))


def _borrow_kernels() -> None:
    """Link machine code from a folder that is read-only into one that is writable."""
    source = Path(os.environ.get(KERNELS, ""))
    if not source.name or os.access(source, os.W_OK):
        return
    with suppress(OSError):  # without room for it all is compiled
        target = user_cache() / source.name
        copytree(source, target, copy_function=os.symlink, dirs_exist_ok=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
