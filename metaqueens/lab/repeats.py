"""The runs of a results folder that a page can run again, and what they came to."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.store import Store
from metaqueens.lab.page import ENGINE, NEVER, SEARCHES, kernels, searches, usual
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
            problem, given = json.loads(cell.problem), json.loads(cell.parameters)
            if left and (asked := _asked(cell.use, cell.encoding, problem, given)):
                runs = [_run(folder, cell.n, row) for row in _finished(store, cell.cell, left)]
                left -= len(runs)
                names = {"algorithm": cell.name, "problem": cell.problem_label}
                found.append({**asked, **names, "runs": runs})
    return [one for one in found if one["runs"]]


def repeat(result: Result, name: str) -> dict[str, Any] | None:
    """Return the same of one run, by its ``name``; None where the lab cannot repeat it."""
    algorithm, problem = result.algorithm, result.problem
    uses = [use for use in SEARCHES if CONTESTANTS[use] is type(algorithm)]
    given = algorithm.model_dump(mode="json")
    asked = _asked(uses[0], problem.encoding, problem.asked, given) if uses else None
    if asked is None:
        return None
    counts = [result.evaluations, result.steps, result.found_at, result.guards]
    run = [0, str(result.seed), *counts, checksum(result.queens)]
    return {**asked, "algorithm": name, "problem": problem.label, "runs": [run]}


def section(cells: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return what a page with these ``cells`` holds; None of none."""
    if not cells:
        return None
    known = [{key: one[key] for key in ("name", "encoding", "rules")} for one in searches()]
    asked = {"cells": cells, "searches": known, "usual": usual()}
    return {"asked": asked, "kernels": kernels(), "most": RUNS, "largest": LARGEST}


def _finished(store: Store, cell: int, most: int) -> Iterator[tuple]:
    for number, row in enumerate(queries.runs(store, (*_RUN, "status"), cell)):
        if number < most and row[-1] != "failed" and row[-2]:
            yield row[:-1]


def _run(folder: Path, n: int, row: tuple) -> list[Any]:
    *counts, board = row
    # A seed may have more digits than a number of JavaScript.
    counts[1] = str(counts[1])
    return [*counts, checksum(boards.read(folder, board, n))]


def checksum(queens: np.ndarray) -> int:
    """Return the Fowler-Noll-Vo hash (FNV-1a, 32 bits) of a board, a row at a time."""
    found = 0x811C9DC5
    for row in queens.tolist():
        found = (found ^ (row & 0xFFFFFFFF)) * 0x01000193 & 0xFFFFFFFF
    return found


def _asked(
    use: str, encoding: str, problem: dict[str, Any], given: dict[str, Any]
) -> dict[str, Any] | None:
    """Return a cell as the engine takes it; None where the lab has not all that decides it."""
    if use not in SEARCHES or use == "backtracking":
        return None
    n, rules = problem["n"], {key: value for key, value in problem.items() if key != "n"}
    most = LARGEST_SQUARE if rules or use == "tabu_search" else LARGEST
    values = _values(use, given)
    if encoding != CONTESTANTS[use].encodings[0] or values is None:
        return None
    if not 4 <= n <= most or not rules.keys() <= set(RULES):
        return None
    start = given.get("start")
    return {
        "search": use,
        "n": n,
        "rules": rules,
        "start": start["board"] if isinstance(start, dict) else None,
        "parameters": values,
    }


def _values(use: str, given: dict[str, Any]) -> dict[str, Any] | None:
    """Return the value of each field of a search; None where one has no field, or none of ours."""
    (search,) = [one for one in searches() if one["name"] == use]
    usual = CONTESTANTS[use]().model_dump(mode="json")
    others = {**usual, **given}.keys() - {*SEARCHES[use], "encoding", "engine", "start"}
    if any(given.get(key, usual.get(key)) != usual.get(key) for key in others):
        return None
    start = given.get("start")
    if start != usual.get("start") and not isinstance(start, dict):
        return None
    found = {}
    for field in search["fields"]:
        value = _value(field, given, usual)
        if "options" in field and value not in field["options"]:
            return None
        if value is not None and "options" not in field and not isinstance(value, int | float):
            return None
        found[field["key"]] = value
    return found


def _value(field: dict[str, Any], given: dict[str, Any], usual: dict[str, Any]) -> Any:
    key, _, part = field["key"].partition(".")
    value = given.get(key, usual.get(key))
    if not part:
        return value
    if value is None:
        return NEVER if part == "use" else field["default"]
    if not isinstance(value, dict):
        return value
    found = value.get(part)
    return field["default"] if found is None else found
