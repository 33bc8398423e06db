"""Cells and outcomes as rows of the database."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import isfinite
from numbers import Integral
from operator import index
from typing import Any

from metaqueens.config import Cell
from metaqueens.experiment.outcome import Outcome
from metaqueens.experiment.plan import describe
from metaqueens.experiment.results.schema.kinds import LARGEST

# What a result and the database call alike.
RESULT = "reason guards fitness evaluations steps found_at seconds cpu_seconds"
COLUMNS = f"cell repetition session board seed status error host started ended {RESULT} counters"
ADD_RUN = (
    f"INSERT OR REPLACE INTO runs ({COLUMNS.replace(' ', ', ')})"
    f" VALUES ({', '.join('?' for _ in COLUMNS.split())})"
)
ADD_POINT = (
    "INSERT OR REPLACE INTO traces (cell, repetition, evaluations, guards, seconds)"
    " VALUES (?, ?, ?, ?, ?)"
)


def of_cell(cell: Cell) -> dict[str, Any]:
    """The columns that say what a cell is."""
    content = describe(cell)
    return {
        "problem": cell.problem.key,
        "problem_label": cell.problem.label,
        "n": cell.problem.n,
        "encoding": cell.problem.encoding,
        "label": cell.label,
        "name": cell.name,
        "use": cell.use,
        "parameters": json.dumps(content["parameters"]),
        "budget": json.dumps(content["budget"]),
    }


def of_run(outcome: Outcome) -> tuple[Any, ...]:
    """The values of ``COLUMNS`` from ``seed`` on."""
    result, about = outcome.result, (outcome.host, outcome.started, outcome.ended)
    if result is None:
        nothing = (None for _ in (*RESULT.split(), "counters"))
        return (outcome.run.seed, "failed", outcome.error, *about, *nothing)
    status = "solved" if result.solved else "unsolved"
    values = (getattr(result, name) for name in RESULT.split())
    counters = json.dumps(dict(_numbers(result.counters)))
    return (outcome.run.seed, status, result.said or None, *about, *values, counters)


def plausible(outcome: Outcome) -> Outcome:
    """``outcome``, failed where an algorithm from outside counted what cannot be, or be kept."""
    result = outcome.result
    if result is None:
        return outcome
    points = (count for point in result.trace for count in point[:2])
    counts = (result.guards, result.evaluations, result.found_at, *points)
    if min(counts) < 0:
        said = "it reported fewer than no guards or evaluations"
    elif max(*counts, abs(result.steps)) > LARGEST:
        said = f"it reported more than {LARGEST:,} guards, evaluations or steps"
    else:
        return outcome
    return outcome._replace(result=None, error=f"{outcome.run.cell.use}: {said}")


def _numbers(counters: Mapping[str, Any]) -> Iterator[tuple[str, int | float]]:
    """Those that are numbers: an algorithm from outside may count anything."""
    for name, value in counters.items():
        with suppress(TypeError, ValueError):
            # Half a character is nothing that could be read again.
            readable = str(name).encode("utf-8", "backslashreplace").decode()
            yield readable, index(value) if isinstance(value, Integral) else _finite(value)


def _finite(value: Any) -> float:
    number = float(value)
    if not isfinite(number):
        raise ValueError("no number")
    return number
