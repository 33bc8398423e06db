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
from math import inf
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np

from metaqueens.contestants.registry import class_of, full_name, use_of
from metaqueens.files.writing import user_cache
from metaqueens.plugins import code as plugins
from metaqueens.problem.registry import problem_of_key
from metaqueens.programs.confinement import KERNELS
from metaqueens.programs.contestant import Program
from metaqueens.search.algorithm import space_for
from metaqueens.search.budget import Budget
from metaqueens.search.driver import drive
from metaqueens.text.errors import UserError

# A search without an improvement reports its evaluations after they have grown by this factor.
REPORT_FACTOR = 1.25


def program(use: str) -> Program:
    """Return the program for ``use``: a name of ``list algorithms``, module:Class, FILE.py[:Class].

    Nothing of it is imported here; it refuses rules that it does not know itself.
    """
    command = [sys.executable, "-P", "-m", __name__, use]
    return Program(command=command, counts=True)


def main(use: str) -> int:
    """Carry out one run; return the exit code."""
    # Output of the class itself would be taken for lines of the protocol.
    lines = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    _borrow_kernels()
    try:
        for line in _search(use, json.loads(sys.stdin.readline())):
            print(json.dumps(line), file=lines, flush=True)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except Exception as error:  # any error in a user's class
        traceback.print_exc()
        place = plugins.place_in(error)
        print(f"{place}: " * bool(place) + f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


def _search(use: str, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Search; yield each better solution with its evaluations, and sometimes evaluations alone."""
    seed = message.pop("seed")
    limits = {key: limit for key, limit in message.pop("budget", {}).items() if limit is not None}
    if "problem" in message and message.get("file"):
        plugins.look_in([str(Path(message["file"]).parent)])
    asked = message.get("problem", message)
    try:
        algorithm = class_of(full_name(use_of(use)))(**message.pop("parameters", {}))
        problem = problem_of_key(json.dumps(asked))
        space = space_for(algorithm, problem)
    except ValueError as error:
        raise UserError(str(error)) from None
    cost, last_report = inf, 0
    for moment in drive(
        algorithm, space, Budget(**limits or {"seconds": 1e9}), np.random.default_rng(seed)
    ):
        snapshot = moment.snapshot
        counted = {"evaluations": int(snapshot.evaluations)}
        if snapshot.cost < cost:
            cost, last_report = snapshot.cost, snapshot.evaluations
            yield {"queens": snapshot.values.tolist(), **counted}
        elif moment.reason or snapshot.evaluations >= REPORT_FACTOR * last_report:
            last_report = snapshot.evaluations
            yield counted


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
