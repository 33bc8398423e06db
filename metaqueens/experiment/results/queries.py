"""Queries of cells, runs, traces and sessions; ``tallies`` has the counts."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from metaqueens.experiment.results import boards
from metaqueens.experiment.results.schema import SHAPES, columns
from metaqueens.experiment.results.store import Store
from metaqueens.plugins import code as plugins
from metaqueens.problem import registry
from metaqueens.problem.base import BaseProblem
from metaqueens.text.errors import UserError

# The columns of a run before its board, without its cell.
RUN = tuple(takewhile(lambda name: name != "board", columns("runs")))[1:]
# Condition: the run claims a solution, and its board is not stored.
UNPROVEN = f"(status = 'solved' AND (board IS NULL OR board = '{boards.NOT_KEPT}'))"
POINT = tuple(columns("traces"))[2:]
# Columns that are decoded from JSON; a problem is known by its text.
_JSON = {column for shapes in SHAPES.values() for column in shapes} - {"problem"}


class CellRow(NamedTuple):
    """A cell as stored; ``problem``, ``parameters`` and ``budget`` are JSON."""

    cell: int
    key: str
    problem: str
    problem_label: str
    n: int
    encoding: str
    label: str
    name: str
    use: str
    parameters: str
    budget: str
    existence: str | None


def experiment(store: Store) -> dict[str, Any]:
    """Return the experiment with all its settings, as last run."""
    query = "SELECT json_remove(given, '$.earlier') AS given FROM experiment"
    return dict(rows(store, query)[0]["given"])


def earlier_cells(store: Store) -> set[int]:
    """Return the numbers of the cells that have runs and are not of the last config."""
    query = "SELECT value FROM experiment, json_each(given, '$.earlier')"
    return {cell for (cell,) in store.connection.execute(query)}


def cells(store: Store) -> list[CellRow]:
    """Return all cells, by number."""
    query = f"SELECT {', '.join(CellRow._fields)} FROM cells ORDER BY cell"
    return [CellRow(*row) for row in store.connection.execute(query)]


def problem_of(key: str) -> BaseProblem | None:
    """Return the problem with this ``key``; None if it is unknown here.

    A problem of a user's file is known if its class was imported, or may be.
    """
    try:
        if not use_of(key):
            return _load_problem(key)
        with plugins.refuse():
            return registry.problem_of_key(key)
    except (TypeError, ValueError):
        return None


_load_problem = lru_cache(1000)(registry.problem_of_key)


def use_of(key: str) -> str:
    """Return the name of a problem, such as ``module:Class``; "" for n queens."""
    return "" if (name := registry.name_in(key)) == registry.QUEENS else name


def runs(store: Store, columns: Sequence[str]) -> Iterator[tuple]:
    """Return these ``columns`` of all runs, by cell and repetition."""
    query = f"SELECT {', '.join(columns)} FROM runs ORDER BY cell, repetition"
    return store.connection.execute(query)


def list_finished(store: Store, cell: int) -> set[int]:
    """Return the repetitions of ``cell`` that did not fail."""
    query = "SELECT repetition FROM runs WHERE cell = ? AND status != 'failed'"
    return {repetition for (repetition,) in store.connection.execute(query, (cell,))}


def run_at(store: Store, place: str) -> dict[str, Any]:
    """Return the run at ``place``, CELL-REPETITION, by column, and its ``trace``.

    Raises ``UserError`` if there is none.
    """
    found = re.fullmatch(r"(\d{1,18})-(\d{1,18})", place)
    if not found:
        raise UserError(f"RUN: expected CELL-REPETITION, such as 3-17, got {place!r}")
    at = int(found[1]), int(found[2])
    run = rows(store, "SELECT * FROM results WHERE cell = ? AND repetition = ?", at)
    if not run:
        raise UserError(
            f"RUN: no run {place} in {store.folder}; `metaqueens show {store.folder}` lists its"
            " cells and how many runs each has, counted from 0"
        )
    store.require_traces()
    query = f"SELECT {', '.join(POINT)} FROM traces WHERE cell = ? AND repetition = ? ORDER BY 1"
    return {**run[0], "trace": [list(point) for point in store.connection.execute(query, at)]}


def traces(store: Store) -> Iterator[tuple[int, int, int, int, float]]:
    """Return cell, repetition, evaluations, cost and seconds of all points.

    Raises ``StoreError`` if the table is damaged.
    """
    store.require_traces()
    return store.connection.execute("SELECT * FROM traces ORDER BY 1, 2, 3")


def digests(store: Store) -> dict[str, dict[int, str]]:
    """Return the digests of users' files by name and by session that has runs."""
    found: dict[str, dict[int, str]] = {}
    query = (
        "SELECT key, session, value FROM sessions, json_tree(provenance)"
        " WHERE path IN ('$.problems', '$.algorithms') AND session IN (SELECT session FROM runs)"
    )
    for name, session, digest in store.connection.execute(query):
        found.setdefault(name, {})[session] = digest
    return found


def list_changed(store: Store, now: Mapping[str, str]) -> list[str]:
    """Return the names of users' files of stored runs that have other digests ``now``."""
    then = digests(store)
    return [name for name in then if name in now and {now[name]} != {*then[name].values()}]


def provenance(store: Store, session: int | None) -> dict[str, Any] | None:
    """Return versions, machine and commit of a session; None if they are unknown."""
    found = rows(store, "SELECT provenance FROM sessions WHERE session = ?", (session,))
    return found[0]["provenance"] if found else None


def best_boards(store: Store, largest: int, limit: int) -> Iterator[tuple]:
    """Return the best solution of up to ``limit`` cells with at most ``largest`` variables.

    Each has the number of the cell, cost, evaluations, and board. Rejected ones are left out.
    """
    query = """
    SELECT cell, cost, evaluations, board FROM (
      SELECT cell, cost, evaluations, board, ROW_NUMBER() OVER
        (PARTITION BY cell ORDER BY cost, evaluations, repetition) AS place
      FROM runs WHERE status != 'failed' AND verdict IS NOT 'rejected' AND board != ?
    ) JOIN cells USING (cell) WHERE place = 1 AND n <= ? ORDER BY n DESC, cell LIMIT ?
    """
    return store.connection.execute(query, (boards.NOT_KEPT, largest, limit))


def rows(store: Store, query: str, values: tuple = ()) -> list[dict[str, Any]]:
    """Return the rows of ``query`` as dicts, with JSON columns decoded."""
    cursor = store.connection.execute(query, values)
    names = [column[0] for column in cursor.description]
    return [
        {
            name: json.loads(value) if name in _JSON and value else value
            for name, value in zip(names, row, strict=True)
        }
        for row in cursor
    ]
