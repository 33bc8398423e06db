"""The runs of a results folder that a page can run again, and what they came to."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.store import Store
from metaqueens.lab.page import NEVER, SEARCHES, searches

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
            if left and (asked := _asked(cell)):
                runs = [_run(folder, cell.n, row) for row in _finished(store, cell.cell, left)]
                left -= len(runs)
                found.append({**asked, "runs": runs})
    return [one for one in found if one["runs"]]


def known() -> list[dict[str, Any]]:
    """Return what the engine needs of each search."""
    return [{key: one[key] for key in ("name", "encoding", "rules")} for one in searches()]


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


def _asked(cell: queries.CellRow) -> dict[str, Any] | None:
    """Return a cell as the engine takes it; None where the lab has not all that decides it."""
    if cell.use not in SEARCHES or cell.use == "backtracking":
        return None
    if cell.encoding != CONTESTANTS[cell.use].encodings[0]:
        return None
    problem = {**json.loads(cell.problem)}
    n = problem.pop("n")
    most = LARGEST_SQUARE if problem or cell.use == "tabu_search" else LARGEST
    given = json.loads(cell.parameters)
    values = _values(cell.use, given)
    if values is None or not 4 <= n <= most or not problem.keys() <= set(RULES):
        return None
    start = given.get("start")
    return {
        "algorithm": cell.name,
        "problem": cell.problem_label,
        "search": cell.use,
        "n": n,
        "rules": problem,
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
