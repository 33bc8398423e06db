"""The runs of a results folder that a page can run again, and what they came to."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.store import Store
from metaqueens.lab.page import ENGINE, NEVER, SEARCHES, kernels, searches, usual
from metaqueens.plugins import code
from metaqueens.problem.base import BaseProblem
from metaqueens.search.parameters import Parameters
from metaqueens.search.result import Result

# What a page that repeats runs needs.
SCRIPTS = (*ENGINE, "repeat.js")
# Of one report; and of a board. Where a search or a rule keeps a number for each square, less.
RUNS, LARGEST, LARGEST_SQUARE = 500, 10_000, 1_000
RULES = ("torus", "excluded", "blocked", "placed")
_RUN = ("repetition", "seed", "evaluations", "steps", "found_at", "guards", "board")


def repeats(folder: Path) -> list[dict[str, Any]]:
    """Return by cell the runs that a page can repeat, the first ``RUNS`` of them.

    A cell has all that decides its runs, as the engine of the lab takes it; a run is
    ``[repetition, seed, evaluations, steps, found_at, attacking pairs, checksum of its board]``.
    """
    left, found = RUNS, []
    with Store.open(folder) as store:
        for cell in queries.cells(store):
            if left and (asked := _kept(cell)):
                runs = list(islice(_finished(store, cell), left))
                left -= len(runs)
                names = {"algorithm": cell.name, "problem": cell.problem_label}
                found.append({**asked, **names, "runs": runs})
    return [one for one in found if one["runs"]]


def repeat(result: Result, name: str) -> dict[str, Any] | None:
    """Return the same of one run, by its ``name``; None where the lab cannot repeat it."""
    asked = _asked(result.problem, result.algorithm)
    if asked is None:
        return None
    counts = [result.evaluations, result.steps, result.found_at, result.guards]
    run = [0, str(result.seed), *counts, checksum(result.queens)]
    return {**asked, "algorithm": name, "problem": result.problem.label, "runs": [run]}


def section(cells: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return what a page with these ``cells`` holds; None of none."""
    if not cells:
        return None
    known = [{key: one[key] for key in ("name", "encoding", "rules")} for one in searches()]
    asked = {"cells": cells, "searches": known, "usual": usual()}
    return {
        "asked": asked,
        "kernels": kernels(),
        "most": RUNS,
        "largest": LARGEST,
        "scripts": SCRIPTS,
    }


def _finished(store: Store, cell: queries.CellRow) -> Iterator[list[Any]]:
    for *counts, board, status in queries.runs(store, (*_RUN, "status"), cell.cell):
        if status != "failed" and board:
            # A seed may have more digits than a number of JavaScript.
            counts[1] = str(counts[1])
            yield [*counts, checksum(boards.read(store.folder, board, cell.n))]


def checksum(queens: np.ndarray) -> int:
    """Return the Fowler-Noll-Vo hash (FNV-1a, 32 bits) of a board, a row at a time."""
    found = 0x811C9DC5
    for row in queens.tolist():
        found = (found ^ (row & 0xFFFFFFFF)) * 0x01000193 & 0xFFFFFFFF
    return found


def _kept(cell: queries.CellRow) -> dict[str, Any] | None:
    """Return what a database says of a cell, which is data: None where it is no search of ours."""
    problem = queries.problem_of(cell.problem, cell.encoding)
    if cell.use not in SEARCHES or problem is None:
        return None
    # Its operators may be named from outside: reading a folder imports nothing.
    with code.refused():
        try:
            return _asked(problem, CONTESTANTS[cell.use].model_validate_json(cell.parameters))
        except ValueError:
            return None


def _asked(problem: BaseProblem, algorithm: Parameters) -> dict[str, Any] | None:
    """Return a cell as the engine takes it; None where the lab has not all that decides it."""
    use = next((name for name in SEARCHES if CONTESTANTS[name] is type(algorithm)), "backtracking")
    if use == "backtracking" or problem.encoding != algorithm.encodings[0]:
        return None
    most = LARGEST_SQUARE if problem.rules or use == "tabu_search" else LARGEST
    given = algorithm.model_dump(mode="json")
    values = _values(use, given)
    if values is None or not 4 <= problem.n <= most or not {*problem.rules} <= {*RULES}:
        return None
    start = given.get("start")
    return {
        "search": use,
        "n": problem.n,
        "rules": {name: problem.asked[name] for name in problem.rules},
        "start": start["board"] if isinstance(start, dict) else None,
        "parameters": values,
    }


def _values(use: str, given: dict[str, Any]) -> dict[str, Any] | None:
    """Return the value of each field of a search; None where the lab has no field for one."""
    (search,) = [one for one in searches() if one["name"] == use]
    usual = CONTESTANTS[use]().model_dump(mode="json")
    others = {**usual, **given}.keys() - {*SEARCHES[use], "encoding", "engine", "start"}
    if any(given.get(key) != usual.get(key) for key in others):
        return None
    if given.get("start") != usual.get("start") and not isinstance(given["start"], dict):
        return None
    found = {}
    for field in search["fields"]:
        value = _value(field, given)
        if "options" in field and value not in field["options"]:
            return None
        if value is not None and "options" not in field and not isinstance(value, int | float):
            return None
        found[field["key"]] = value
    return found


def _value(field: dict[str, Any], given: dict[str, Any]) -> Any:
    key, _, part = field["key"].partition(".")
    value = given.get(key)
    if not part:
        return value
    if value is None:
        return NEVER if part == "use" else field["default"]
    found = value.get(part)
    return field["default"] if found is None else found
