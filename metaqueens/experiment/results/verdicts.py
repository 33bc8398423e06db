"""Queries of the exact check: the solutions to recount, the verdicts to store."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.store import Store
from metaqueens.problem.base import BaseProblem

_FINISHED = "FROM runs JOIN cells USING (cell) WHERE status != 'failed'"
_STORED = f"{_FINISHED} AND board IS NOT '{boards.NOT_KEPT}'"


class Claim(NamedTuple):
    """The status, cost and values that a finished run reported."""

    cell: int
    repetition: int
    problem: BaseProblem
    status: str
    cost: int
    values: np.ndarray


def count_boards(store: Store) -> int:
    """Count the runs whose solution is stored."""
    return int(store.connection.execute(f"SELECT COUNT(*) {_STORED}").fetchone()[0])


def load_claims(store: Store, confirmable: int, everything: bool) -> Iterator[Claim]:
    """Yield the claims of finished runs without a verdict, or of all runs if ``everything``.

    Also solutions of up to ``confirmable`` variables that no solver has confirmed. Runs of unknown
    problems are skipped.
    """
    # The list comes first: rows that are written meanwhile may or may not be visible to an open
    # cursor. Boards are read singly, because all of them may not fit in memory.
    places = store.connection.execute(
        f"SELECT cell, repetition {_STORED} AND"
        " (? OR verdict IS NULL OR (verdict = 'checked' AND cost = 0 AND n <= ?))",
        (everything, confirmable),
    ).fetchall()
    query = f"SELECT problem, status, cost, board {_FINISHED} AND cell = ? AND repetition = ?"
    for cell, repetition in places:
        key, status, cost, board = store.connection.execute(query, (cell, repetition)).fetchone()
        if problem := queries.problem_of(key):
            values = boards.read(store.folder, board, problem.n)
            yield Claim(cell, repetition, problem, status, cost, values)


def count_unknown(store: Store) -> dict[str, int]:
    """Count the stored solutions of problems that are unknown here, by problem."""
    found: Counter[str] = Counter()
    for key, runs in store.connection.execute(f"SELECT problem, COUNT(*) {_STORED} GROUP BY 1"):
        if queries.problem_of(key) is None:
            found[queries.use_of(key) or key] += runs
    return found


def list_rejected(store: Store) -> list[tuple[str, int, int, str, int]]:
    """Return algorithm, n, repetition, status and cost of each rejected run."""
    return store.connection.execute(
        f"SELECT name, n, repetition, status, cost {_FINISHED} AND verdict = 'rejected'"
    ).fetchall()


def write(store: Store, verdicts: Iterable[tuple[str, int, int]]) -> None:
    """Store (verdict, cell, repetition) of a batch of runs."""
    with store.writing() as connection:
        connection.executemany(
            "UPDATE runs SET verdict = ? WHERE cell = ? AND repetition = ?", verdicts
        )


def drop_boards(store: Store, keep: str) -> None:
    """Remove judged solutions: keep ``all`` of them, the ``best`` of each cell, or ``none``."""
    if keep == "all":
        return
    ranked = (
        "SELECT cell, repetition, board, ROW_NUMBER() OVER"
        " (PARTITION BY cell ORDER BY fitness DESC, evaluations, repetition) AS place FROM runs"
        " WHERE verdict IN ('validated', 'checked') AND board IS NOT ?"
    )
    query = f"SELECT cell, repetition, board FROM ({ranked}) WHERE place > ?"
    values = boards.NOT_KEPT, int(keep == "best")
    for cell, repetition, board in store.connection.execute(query, values).fetchall():
        with store.writing() as connection:
            connection.execute(
                "UPDATE runs SET board = ? WHERE cell = ? AND repetition = ?",
                (boards.NOT_KEPT, cell, repetition),
            )
        boards.drop(store.folder, board)


def list_unsolved(store: Store) -> list[str]:
    """Return the key of each problem that no run solved."""
    query = (
        "SELECT problem FROM runs JOIN cells USING (cell) GROUP BY problem"
        " HAVING SUM(status = 'solved') = 0 AND SUM(status = 'unsolved') > 0 ORDER BY n, problem"
    )
    return [key for (key,) in store.connection.execute(query)]


def existence(store: Store) -> dict[str, str]:
    """Return whether problems have a solution, by key, as far as it is known."""
    query = "SELECT problem, existence FROM cells WHERE existence IS NOT NULL"
    return dict(store.connection.execute(query))


def write_existence(store: Store, known: dict[str, str]) -> None:
    """Store whether these problems have a solution, and clear this entry of all others."""
    with store.writing() as connection:
        connection.execute("UPDATE cells SET existence = NULL")
        connection.executemany(
            "UPDATE cells SET existence = ? WHERE problem = ?",
            [(text, key) for key, text in known.items()],
        )
