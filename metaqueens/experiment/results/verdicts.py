"""The queries of the exact check: the boards it reads, the verdicts it writes."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.store import Store
from metaqueens.problem.base import BaseProblem

_FINISHED = "FROM runs JOIN cells USING (cell) WHERE status != 'failed'"


class Claim(NamedTuple):
    """What a finished run says of its board."""

    cell: int
    repetition: int
    problem: BaseProblem
    status: str
    cost: int
    values: np.ndarray


def count_boards(store: Store) -> int:
    """Return how many runs have a board."""
    query = f"SELECT COUNT(*) {_FINISHED} AND board IS NOT ?"
    return int(store.connection.execute(query, (boards.NOT_KEPT,)).fetchone()[0])


def claims(store: Store, confirmable: int, everything: bool) -> Iterator[Claim]:
    """Yield what finished runs say of their boards: those without a verdict, or ``everything``.

    Also solutions of up to ``confirmable`` queens that no solver has confirmed; no boards of
    problems with rules that are not known here.
    """
    # Which ones first: what is written while a cursor is open may or may not be seen by it. Then
    # their boards one by one, for all of them together may not fit in memory.
    wanted = store.connection.execute(
        f"SELECT cell, repetition {_FINISHED} AND board IS NOT ? AND"
        " (? OR verdict IS NULL OR (verdict = 'checked' AND cost = 0 AND n <= ?))",
        (boards.NOT_KEPT, everything, confirmable),
    ).fetchall()
    query = f"SELECT problem, status, cost, board {_FINISHED} AND cell = ? AND repetition = ?"
    for cell, repetition in wanted:
        key, status, cost, board = store.connection.execute(query, (cell, repetition)).fetchone()
        if problem := queries.problem_of(key):
            values = boards.read(store.folder, board, problem.n)
            yield Claim(cell, repetition, problem, status, cost, values)


def not_recounted(store: Store) -> dict[str, int]:
    """Return the number of runs with a board whose problem is not known here, by its name."""
    query = f"SELECT problem, COUNT(*) {_FINISHED} AND board IS NOT ? GROUP BY problem"
    found: Counter[str] = Counter()
    for key, runs in store.connection.execute(query, (boards.NOT_KEPT,)):
        if queries.problem_of(key) is None:
            found[queries.use_of(key) or key] += runs
    return found


def rejected(store: Store) -> list[tuple[str, int, int, str, int]]:
    """Return (algorithm, n, repetition, status, cost) of runs whose board is not as claimed."""
    return store.connection.execute(
        f"SELECT name, n, repetition, status, cost {_FINISHED} AND verdict = 'rejected'"
    ).fetchall()


def judge(store: Store, verdicts: Iterable[tuple[str, int, int]]) -> None:
    """Write (verdict, cell, repetition) of a batch of runs."""
    with store.writing() as connection:
        connection.executemany(
            "UPDATE runs SET verdict = ? WHERE cell = ? AND repetition = ?", verdicts
        )


def keep_boards(store: Store, which: str) -> None:
    """Keep ``all`` judged boards, the ``best`` of each cell, or ``none``."""
    if which == "all":
        return
    best = 1 if which == "best" else 0
    ranked = (
        "SELECT cell, repetition, board, ROW_NUMBER() OVER"
        " (PARTITION BY cell ORDER BY fitness DESC, evaluations, repetition) AS place FROM runs"
        " WHERE verdict IN ('validated', 'checked') AND board IS NOT ?"
    )
    query = f"SELECT cell, repetition, board FROM ({ranked}) WHERE place > ?"
    found = store.connection.execute(query, (boards.NOT_KEPT, best)).fetchall()
    for cell, repetition, board in found:
        with store.writing() as connection:
            connection.execute(
                "UPDATE runs SET board = ? WHERE cell = ? AND repetition = ?",
                (boards.NOT_KEPT, cell, repetition),
            )
        boards.drop(store.folder, board)


def unsolved_problems(store: Store) -> list[str]:
    """Return the key of each problem that was tried and that no run solved."""
    query = (
        "SELECT problem FROM runs JOIN cells USING (cell) GROUP BY problem"
        " HAVING SUM(status = 'solved') = 0 AND SUM(status = 'unsolved') > 0 ORDER BY n, problem"
    )
    return [key for (key,) in store.connection.execute(query)]


def settled(store: Store) -> dict[str, str]:
    """Return what is known of whether problems have a solution, by key."""
    query = "SELECT problem, existence FROM cells WHERE existence IS NOT NULL"
    return dict(store.connection.execute(query))


def settle(store: Store, existence: dict[str, str]) -> None:
    """Note for these problems, and for no other, whether they have a solution at all."""
    with store.writing() as connection:
        connection.execute("UPDATE cells SET existence = NULL")
        connection.executemany(
            "UPDATE cells SET existence = ? WHERE problem = ?",
            [(known, key) for key, known in existence.items()],
        )
