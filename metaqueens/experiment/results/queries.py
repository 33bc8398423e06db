"""Queries of single cells, runs and traces; ``tallies`` has the counts."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from metaqueens.config.file import ExperimentFile
from metaqueens.experiment.results import boards
from metaqueens.experiment.results.schema import SHAPES, columns
from metaqueens.experiment.results.store import Store
from metaqueens.plugins import code as plugins
from metaqueens.problem import registry
from metaqueens.problem.base import BaseProblem
from metaqueens.text.errors import UserError

# What a run is and came to: the columns of a run before its board, without its cell.
RUN = tuple(takewhile(lambda name: name != "board", columns("runs")))[1:]
# Of a run: whether it claims a solution that nothing here shows.
UNPROVEN = f"(status = 'solved' AND (board IS NULL OR board = '{boards.NOT_KEPT}'))"
POINT = tuple(columns("traces"))[2:]
# What is kept as JSON and read as what it says; a problem is known by its text.
_JSON = {column for shapes in SHAPES.values() for column in shapes} - {"problem"}


class CellRow(NamedTuple):
    """A cell as it is kept; ``problem``, ``parameters`` and ``budget`` are JSON."""

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


def given(store: Store) -> dict[str, Any]:
    """Return the experiment as resolved when it was last run."""
    (text,) = store.connection.execute("SELECT given FROM experiment").fetchone()
    known: dict[str, Any] = json.loads(text)
    return known


def runs_asked(given: dict[str, Any]) -> int:
    """Return the runs of each cell that the experiment ``given`` asks for."""
    return int(given.get("runs", ExperimentFile.model_fields["runs"].default))


def cells(store: Store) -> list[CellRow]:
    """Return every cell, in the order of their numbers."""
    query = f"SELECT {', '.join(CellRow._fields)} FROM cells ORDER BY cell"
    return [CellRow(*row) for row in store.connection.execute(query)]


def content_of(cell: CellRow) -> dict[str, Any]:
    """Return what decides the results of a cell, as ``plan.describe`` has it."""
    return {
        "problem": {**json.loads(cell.problem), "encoding": cell.encoding},
        "label": cell.label,
        "use": cell.use,
        "parameters": json.loads(cell.parameters),
        "budget": json.loads(cell.budget),
    }


def problem_of(key: str) -> BaseProblem | None:
    """Return the problem of this ``key``; None if it is not known here.

    A problem of a user's file is known if its class was imported on the user's word, or may be.
    """
    if not use_of(key):
        return _known(key)
    try:
        with plugins.refused():
            return registry.problem_of_key(key)
    except (TypeError, ValueError):
        return None


def use_of(key: str) -> str:
    """Return the name of a problem other than n queens, such as ``module:Class``; "" for them."""
    return "" if (name := registry.name_in(key)) == registry.QUEENS else name


@lru_cache(1000)
def _known(key: str) -> BaseProblem | None:
    try:
        return registry.problem_of_key(key)
    except (TypeError, ValueError):
        return None


def family_of(key: str, label: str) -> str:
    """Return the family of the problem of this ``key``; its ``label`` where that is not known."""
    problem = problem_of(key)
    return label if problem is None else problem.family


def runs(
    store: Store, columns: Sequence[str], cell: int | None = None, below: int | None = None
) -> Iterator[tuple]:
    """Return these ``columns`` of every run, by cell and repetition.

    Of one ``cell`` alone, or of the repetitions ``below`` a number, where that is given.
    """
    limits = {"cell = ?": cell, "repetition < ?": below}
    given = {limit: value for limit, value in limits.items() if value is not None}
    where = " AND ".join(["TRUE", *given])
    query = f"SELECT {', '.join(columns)} FROM runs WHERE {where} ORDER BY cell, repetition"
    return store.connection.execute(query, tuple(given.values()))


def asked(store: Store) -> list[dict[str, Any]]:
    """Return what each session was asked for: ``seed``, ``runs``, ``keep_boards``, where noted."""
    query = "SELECT json_extract(provenance, '$.experiment') FROM sessions ORDER BY session DESC"
    return [json.loads(text) for (text,) in store.connection.execute(query) if text]


def runs_kept(store: Store) -> list[tuple[int, int, int]]:
    """Return each session that noted it, how many runs it kept, and how many are here."""
    query = (
        "SELECT session, json_extract(provenance, '$.kept') AS kept, TOTAL(status != 'failed')"
        " FROM sessions LEFT JOIN runs USING (session) WHERE kept IS NOT NULL GROUP BY session"
    )
    return [(one, kept, int(here)) for one, kept, here in store.connection.execute(query)]


def finished(store: Store, cell: int) -> set[int]:
    """Return the repetitions of ``cell`` that need not be done again."""
    query = "SELECT repetition FROM runs WHERE cell = ? AND status != 'failed'"
    return {repetition for (repetition,) in store.connection.execute(query, (cell,))}


def run_at(store: Store, place: str) -> dict[str, Any]:
    """Return all of the run at ``place``, CELL-REPETITION, by column, and its ``trace``.

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
    return {**run[0], "trace": [list(point) for point in trace(store, *at)]}


def traces(store: Store) -> Iterator[tuple[int, int, int, int, float]]:
    """Return cell, repetition, evaluations, cost and seconds of every point of every trace.

    Raises ``StoreError`` if one holds what it cannot.
    """
    store.require_traces()
    return store.connection.execute("SELECT * FROM traces ORDER BY 1, 2, 3")


def trace(store: Store, cell: int, repetition: int) -> list[tuple[int, int, float]]:
    """Return evaluations, cost and seconds of each point of a run; see ``require_traces``."""
    query = f"SELECT {', '.join(POINT)} FROM traces WHERE cell = ? AND repetition = ? ORDER BY 1"
    return store.connection.execute(query, (cell, repetition)).fetchall()


def digests(store: Store) -> dict[str, set[str]]:
    """Return the digests of the files of users' problems that runs here are of, by name."""
    found: dict[str, set[str]] = {}
    query = (
        "SELECT DISTINCT key, value FROM runs JOIN sessions USING (session),"
        " json_each(provenance, '$.problems')"
    )
    for name, digest in store.connection.execute(query):
        found.setdefault(name, set()).add(digest)
    return found


def code_folders(store: Store) -> list[str]:
    """Return the folders that may hold the code from outside that runs here used."""
    query = "SELECT DISTINCT value FROM sessions, json_each(provenance, '$.code')"
    return [folder for (folder,) in store.connection.execute(query)]


def provenance(store: Store, session: int | None) -> dict[str, Any] | None:
    """Return with what the runs of ``session`` were done; None if that is not known."""
    query = "SELECT provenance FROM sessions WHERE session = ?"
    row = store.connection.execute(query, (session,)).fetchone()
    return json.loads(row[0]) if row else None


class BestBoard(NamedTuple):
    """The best board of a cell, as the database has it: see ``boards.read``."""

    key: str
    problem: str
    n: int
    algorithm: str
    cost: int
    evaluations: int
    board: str


def best_boards(store: Store, largest: int, most: int) -> Iterator[BestBoard]:
    """Return the best board of each cell of up to ``largest`` queens; those of ``most`` cells."""
    query = """
    SELECT problem, problem_label, n, name, cost, evaluations, board FROM (
      SELECT cell, cost, evaluations, board, ROW_NUMBER() OVER
        (PARTITION BY cell ORDER BY cost, evaluations, repetition) AS place
      FROM runs WHERE status != 'failed' AND board != ?
    ) JOIN cells USING (cell) WHERE place = 1 AND n <= ? ORDER BY n DESC, cell LIMIT ?
    """
    return map(BestBoard._make, store.connection.execute(query, (boards.NOT_KEPT, largest, most)))


def rows(store: Store, query: str, values: tuple = ()) -> list[dict[str, Any]]:
    """Return what ``query`` finds, a dict a row, with what is kept as JSON read."""
    cursor = store.connection.execute(query, values)
    names = [column[0] for column in cursor.description]
    return [
        {
            name: json.loads(value) if name in _JSON and value else value
            for name, value in zip(names, row, strict=True)
        }
        for row in cursor
    ]
