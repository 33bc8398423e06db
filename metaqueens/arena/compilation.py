"""Compile the kernels of this package before a league or a score, outside any budget.

A confined class can only read the folder of machine code. It would compile a missing kernel again
in each run, within its budget.
"""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from metaqueens.contestants.host import load_kernels
from metaqueens.core.folders import cache_folder
from metaqueens.files.writing import write_text
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.problem import digests_of


def compile_kernels(problems: Iterable[BaseProblem]) -> None:
    """Compile the kernels that a class may call, for each kind of problem; none a second time."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return
    known: list[str] = read_stored("compiled.json") or []
    kinds = {_key(problem): problem for problem in problems}
    missing = {key: problem for key, problem in kinds.items() if key not in known}
    for problem in missing.values():
        load_kernels(problem)
    if missing:
        store("compiled.json", [*known, *missing])


def read_stored(name: str) -> Any:
    """Return the value that ``store`` wrote beside the machine code; None if there is none."""
    with suppress(OSError, ValueError):
        return json.loads((cache_folder() / name).read_text(encoding="utf-8"))
    return None


def store(name: str, value: Any) -> None:
    """Write a value beside the machine code, if that can be written."""
    with suppress(OSError):
        write_text(cache_folder() / name, json.dumps(value))


def _key(problem: BaseProblem) -> str:
    """Return a text that is equal for problems with the same kernels."""
    kind = type(problem)
    rules = " ".join(sorted(problem.rules))
    return f"{kind.__module__}.{kind.__qualname__} {rules} {digests_of([problem])}"
