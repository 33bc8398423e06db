"""Counts of runs: by cell, session, error and verdict."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from metaqueens.config.file import MOST_RUNS
from metaqueens.experiment.results.queries import earlier_cells, rows
from metaqueens.experiment.results.store import Store

# The longest text of an error, in characters.
LETTERS = 4000
# A rejected run has no claim.
_IS_SOLVED = "status = 'solved' AND verdict IS NOT 'rejected'"
_TALLY = (
    f"COUNT(repetition), COALESCE(SUM({_IS_SOLVED}), 0), COALESCE(SUM(status = 'failed'), 0),"
    " COALESCE(SUM(verdict = 'rejected'), 0), MIN(cost) FILTER (WHERE verdict IS NOT 'rejected'),"
    f" MIN(evaluations) FILTER (WHERE {_IS_SOLVED}), MAX(ended)"
)


class Tally(NamedTuple):
    """Numbers of runs.

    ``least_cost`` and ``fewest_evaluations`` (of solved runs) ignore rejected runs; ``ended`` is
    the end of the last run. Each is None if there is no such run.
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
        """The number of runs that did not fail."""
        return self.runs - self.failed


def total(store: Store, keys: Sequence[str] | None = None, runs: int = MOST_RUNS) -> Tally:
    """Count all runs; or the first ``runs`` of each cell with one of these ``keys``."""
    condition = "key IN (SELECT value FROM json_each(?)) AND" if keys is not None else ""
    query = f"SELECT {_TALLY} FROM runs JOIN cells USING (cell) WHERE {condition} repetition < ?"
    values = [runs] if keys is None else [json.dumps(keys), runs]
    return Tally(*store.connection.execute(query, values).fetchone())


def count_by_cell(store: Store) -> dict[int, Tally]:
    """Count the runs of each cell, by its number; also of cells without runs."""
    query = f"SELECT cell, {_TALLY} FROM cells LEFT JOIN runs USING (cell) GROUP BY cell"
    return {cell: Tally(*row) for cell, *row in store.connection.execute(query)}


def count_earlier(store: Store) -> dict[str, int]:
    """Count the runs of each algorithm that are not in the last config, by its name.

    The problem stands behind the name of an algorithm that is in the config.
    """
    earlier, counts = earlier_cells(store), Counter[str]()
    stored = cells(store) if earlier else []
    present = {cell["algorithm"] for cell in stored if cell["cell"] not in earlier}
    for cell in (cell for cell in stored if cell["cell"] in earlier):
        name, problem = cell["algorithm"], cell["problem"]
        counts[f"{name}, {problem}" if name in present else name] += cell["runs"]
    return counts


def cells(store: Store) -> list[dict[str, Any]]:
    """Return each cell with its content and its tally."""
    content = (
        "SELECT cell, problem_label AS problem, n, encoding, name AS algorithm, use, parameters,"
        " budget, existence FROM cells ORDER BY cell"
    )
    tallies = count_by_cell(store)
    return [cell | tallies[cell["cell"]]._asdict() for cell in rows(store, content)]


def sessions(store: Store) -> list[dict[str, Any]]:
    """Return each session with its times, host, command, provenance and number of runs."""
    return rows(
        store,
        "SELECT session, sessions.started, sessions.ended, sessions.host, pid, command, provenance,"
        " COUNT(repetition) AS runs FROM sessions LEFT JOIN runs USING (session)"
        " GROUP BY session ORDER BY session",
    )


def failures(store: Store) -> list[dict[str, Any]]:
    """Return each error of an algorithm, its number of runs, and one of those runs."""
    return rows(
        store,
        f"SELECT name AS algorithm, SUBSTR(TRIM(error), 1, {LETTERS}) AS error, COUNT(*) AS runs,"
        " MIN(cell || '-' || repetition) AS one FROM runs JOIN cells USING (cell)"
        " WHERE status = 'failed' GROUP BY 1, 2 ORDER BY runs DESC, algorithm",
    )


def verdicts(store: Store) -> dict[str, int]:
    """Count the finished runs by verdict; an unsolved run that was checked is ``recounted``."""
    query = (
        "SELECT CASE WHEN verdict = 'checked' AND status = 'unsolved' THEN 'recounted'"
        " ELSE COALESCE(verdict, 'not checked') END AS found, COUNT(*)"
        " FROM runs WHERE status != 'failed' GROUP BY found"
    )
    return dict(store.connection.execute(query))
