"""Compile the kernels of this package before a league or a score, outside any budget.

A confined class can only read the folder of machine code. It would compile a missing kernel again
in each run, within its budget.
"""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import numpy as np

from metaqueens.core.folders import cache_folder
from metaqueens.files.writing import write_text
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.problem import digests_of
from metaqueens.problem.space import Space


def compile_kernels(problems: Iterable[BaseProblem]) -> None:
    """Compile the kernels that a class may call, for each kind of problem; none a second time."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return
    known: list[str] = read_stored("compiled.json") or []
    kinds = {_key(problem): problem for problem in problems}
    missing = {key: problem for key, problem in kinds.items() if key not in known}
    for problem in missing.values():
        _call_all(problem)
    if missing:
        store("compiled.json", [*known, *missing])


def load_kernels(problem: BaseProblem) -> None:
    """Load the machine code that ``compile_kernels`` stored for this kind of problem, if any."""
    if _key(problem) in (read_stored("compiled.json") or []):
        _call_all(problem)


def _call_all(problem: BaseProblem) -> None:
    for encoding in problem.encodings:
        with suppress(Exception):  # in the functions of a user's problem: the runs tell it
            _call_kernels(Space(problem.tiny(), encoding))


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


def _call_kernels(space: Space) -> None:
    """Call each kernel once that a class may call."""
    from metaqueens.core.moves import propose, propose_for
    from metaqueens.core.random import draw_below, draw_uniform, start_stream
    from metaqueens.core.state import apply, compute_cost, count_conflicts, delta, evaluate, rebuild

    rng, kind = np.random.default_rng(0), int(space.moves())
    state, stream = space.random_state(rng), start_stream(rng)
    draw_below(stream, 2)
    draw_uniform(stream)
    rebuild(state)
    compute_cost(state)
    count_conflicts(state, 0)
    propose_for(kind, state, 0, stream)
    i, j = propose(kind, state, stream)
    delta(kind, state, i, j)
    apply(kind, state, i, j)
    values = state.values.copy()
    evaluate(int(space.code), state, values)
    space.problem.recount(values)
    space.problem.is_solution(values)
