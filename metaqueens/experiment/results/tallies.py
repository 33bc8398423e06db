"""Counts of runs: by cell, by session and by error."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from metaqueens.config.file import MOST_RUNS
from metaqueens.experiment.results.queries import rows
from metaqueens.experiment.results.store import Store

# Of an error, so much is told.
LETTERS = 4000
# A run whose board was found to be something else has no claim left.
_HAS_SOLVED = "status = 'solved' AND verdict IS NOT 'rejected'"
_TALLY = (
    f"COUNT(repetition), COALESCE(SUM({_HAS_SOLVED}), 0), COALESCE(SUM(status = 'failed'), 0),"
    " COALESCE(SUM(verdict = 'rejected'), 0), MIN(cost) FILTER (WHERE verdict IS NOT 'rejected'),"
    f" MIN(evaluations) FILTER (WHERE {_HAS_SOLVED}), MAX(ended)"
)


class Tally(NamedTuple):
    """Some runs, counted.

    ``least_cost`` are those of the best board, ``fewest_evaluations`` those of the quickest
    solved run, rejected runs aside; ``ended`` is when the last run did. None if there is none.
    """

    runs: int
    solved: int
    failed: int
    rejected: int
    least_cost: int | None
    fewest_evaluations: int | None
    ended: float | None

    @property
    def finished(self) -> int:
        """Those that did not fail."""
        return self.runs - self.failed


def total(store: Store, keys: Sequence[str] | None = None, runs: int = MOST_RUNS) -> Tally:
    """Return the tally of all runs; or of the first ``runs`` of the cells with these ``keys``."""
    chosen = "key IN (SELECT value FROM json_each(?)) AND" if keys is not None else ""
    query = f"SELECT {_TALLY} FROM runs JOIN cells USING (cell) WHERE {chosen} repetition < ?"
    values = [runs] if keys is None else [json.dumps(keys), runs]
    return Tally(*store.connection.execute(query, values).fetchone())


def by_cell(store: Store) -> dict[int, Tally]:
    """Return the tally of each cell, by its number; also of those that have no run yet."""
    query = f"SELECT cell, {_TALLY} FROM cells LEFT JOIN runs USING (cell) GROUP BY cell"
    return {cell: Tally(*row) for cell, *row in store.connection.execute(query)}


def cells(store: Store) -> list[dict[str, Any]]:
    """Return each cell with its number, its content, and how its runs went."""
    content = (
        "SELECT cell, problem_label AS problem, n, encoding, name AS algorithm, use, parameters,"
        " budget, existence FROM cells ORDER BY cell"
    )
    counted = by_cell(store)
    return [cell | counted[cell["cell"]]._asdict() for cell in rows(store, content)]


def sessions(store: Store) -> list[dict[str, Any]]:
    """Return each session: when, where, by which command, with what, how many runs."""
    return rows(
        store,
        "SELECT session, sessions.started, sessions.ended, sessions.host, pid, command, provenance,"
        " COUNT(repetition) AS runs FROM sessions LEFT JOIN runs USING (session)"
        " GROUP BY session ORDER BY session",
    )


def last_session(store: Store) -> int | None:
    """Return the number of the latest session; None before the first."""
    (number,) = store.connection.execute("SELECT MAX(session) FROM sessions").fetchone()
    return number  # type: ignore[no-any-return]


def failures(store: Store) -> list[dict[str, Any]]:
    """Return each error of an algorithm, how many runs it ended, and one of them."""
    return rows(
        store,
        f"SELECT name AS algorithm, SUBSTR(TRIM(error), 1, {LETTERS}) AS error, COUNT(*) AS runs,"
        " MIN(cell || '-' || repetition) AS one FROM runs JOIN cells USING (cell)"
        " WHERE status = 'failed' GROUP BY 1, 2 ORDER BY runs DESC, algorithm",
    )


def verdicts(store: Store) -> dict[str, int]:
    """Return how many finished runs have each verdict; ``recounted``: checked and unsolved."""
    query = (
        "SELECT CASE WHEN verdict = 'checked' AND status = 'unsolved' THEN 'recounted'"
        " ELSE COALESCE(verdict, 'not checked') END AS found, COUNT(*)"
        " FROM runs WHERE status != 'failed' GROUP BY found"
    )
    return dict(store.connection.execute(query))
