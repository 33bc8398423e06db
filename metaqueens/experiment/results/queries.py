"""Queries of single cells, runs and traces; ``tallies`` has the counts."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from metaqueens.config.file import ExperimentFile
from metaqueens.experiment.results import boards
from metaqueens.experiment.results.store import Store
from metaqueens.problem.queens import EncodingName, Queens

# The columns of a run that are not its cell's, in the order in which people read them.
RUN = (
    "repetition",
    "seed",
    "status",
    "reason",
    "guards",
    "fitness",
    "evaluations",
    "steps",
    "found_at",
    "seconds",
    "cpu_seconds",
    "verdict",
)
# Of a run: whether it claims a solution that nothing here shows.
UNPROVEN = f"(status = 'solved' AND (board IS NULL OR board = '{boards.NOT_KEPT}'))"
POINT = ("evaluations", "guards", "seconds")


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
    """The experiment as resolved when it was last run."""
    (text,) = store.connection.execute("SELECT given FROM experiment").fetchone()
    known: dict[str, Any] = json.loads(text)
    return known


def runs_asked(given: dict[str, Any]) -> int:
    """The runs of each cell that the experiment ``given`` asks for."""
    return int(given.get("runs", ExperimentFile.model_fields["runs"].default))


def cells(store: Store) -> list[CellRow]:
    """Every cell, by its number."""
    query = f"SELECT {', '.join(CellRow._fields)} FROM cells ORDER BY cell"
    return [CellRow(*row) for row in store.connection.execute(query)]


@lru_cache(1000)
def problem_of(key: str, encoding: EncodingName = "permutation") -> Queens | None:
    """The problem of this ``key``; None where it has rules that are not known here."""
    try:
        return Queens.of_key(key, encoding)
    except (TypeError, ValueError):
        return None


def family_of(key: str, label: str) -> str:
    """What the problem of this ``key`` has in common with others; its ``label`` where not known."""
    problem = problem_of(key)
    return label if problem is None else problem.family


def runs(
    store: Store, columns: Sequence[str], cell: int | None = None, below: int | None = None
) -> Iterator[tuple]:
    """These ``columns`` of every run, by cell and repetition.

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
    """The repetitions of ``cell`` that need not be done again."""
    query = "SELECT repetition FROM runs WHERE cell = ? AND status != 'failed'"
    return {repetition for (repetition,) in store.connection.execute(query, (cell,))}


def counters(store: Store) -> list[str]:
    """The names of all that searches counted."""
    query = "SELECT DISTINCT counters FROM runs WHERE counters IS NOT NULL"
    found = (json.loads(text) for (text,) in store.connection.execute(query))
    return sorted({name for one in found for name in one})


def run(store: Store, cell: int, repetition: int) -> dict[str, Any] | None:
    """All of one run and its cell but the trace, by column; None where there is no such run."""
    # As the view ``results``, which is the file's own and might be anything.
    found = rows(
        store,
        "SELECT problem AS problem_key, problem_label AS problem, n, encoding, name AS algorithm,"
        f" use, parameters, budget, {', '.join(RUN)}, counters, board, error, cell, label, session,"
        " host, started, ended"
        " FROM runs JOIN cells USING (cell) WHERE cell = ? AND repetition = ?",
        (cell, repetition),
    )
    return found[0] if found else None


def traces(store: Store) -> Iterator[tuple[int, int, int, int, float]]:
    """Cell, repetition, evaluations, guards and seconds of every point of every trace.

    Raises ``Damaged`` where one holds what it cannot.
    """
    store.require_sound("traces")
    query = f"SELECT cell, repetition, {', '.join(POINT)} FROM traces ORDER BY 1, 2, 3"
    return store.connection.execute(query)


def trace(store: Store, cell: int, repetition: int) -> list[tuple[int, int, float]]:
    """Evaluations, guards and seconds of each point of one run; see ``Store.require_sound``."""
    query = f"SELECT {', '.join(POINT)} FROM traces WHERE cell = ? AND repetition = ? ORDER BY 1"
    return store.connection.execute(query, (cell, repetition)).fetchall()


def provenance(store: Store, session: int | None) -> dict[str, Any] | None:
    """With what the runs of ``session`` were done; None where that is not known."""
    query = "SELECT provenance FROM sessions WHERE session = ?"
    row = store.connection.execute(query, (session,)).fetchone()
    return json.loads(row[0]) if row else None


class BestBoard(NamedTuple):
    """The best board of a cell, as the database has it: see ``boards.read``."""

    key: str
    problem: str
    n: int
    algorithm: str
    guards: int
    evaluations: int
    board: str


def best_boards(store: Store, largest: int, most: int) -> Iterator[BestBoard]:
    """The best board of each cell of up to ``largest`` queens; those of ``most`` cells."""
    query = """
    SELECT problem, problem_label, n, name, guards, evaluations, board FROM (
      SELECT cell, guards, evaluations, board, ROW_NUMBER() OVER
        (PARTITION BY cell ORDER BY guards, evaluations, repetition) AS place
      FROM runs WHERE status != 'failed' AND board != ?
    ) JOIN cells USING (cell) WHERE place = 1 AND n <= ? ORDER BY n DESC, cell LIMIT ?
    """
    for row in store.connection.execute(query, (boards.NOT_KEPT, largest, most)):
        yield BestBoard(*row)


def rows(store: Store, query: str, values: tuple = ()) -> list[dict[str, Any]]:
    """What ``query`` finds, a dict a row, with what is kept as JSON read."""
    cursor = store.connection.execute(query, values)
    names = [column[0] for column in cursor.description]
    return [
        {
            name: json.loads(value) if name in _JSON and value else value
            for name, value in zip(names, row, strict=True)
        }
        for row in cursor
    ]


_JSON = ("parameters", "budget", "counters", "command", "provenance")
