"""What the exact check reads of the runs and writes about them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from metaqueens.experiment.results import boards
from metaqueens.experiment.results.store import FINISHED, Store


class Claim(NamedTuple):
    """What a finished run says of its board."""

    cell: int
    repetition: int
    n: int
    status: str
    guards: int
    queens: np.ndarray


def claims(store: Store, confirmable: int, everything: bool) -> Iterator[Claim]:
    """What the finished runs say of their boards: those that nobody has judged, or ``everything``.

    Also solutions of up to ``confirmable`` queens that no solver has confirmed.
    """
    # Which ones first: what is written while a cursor is open may or may not be seen by it. Then
    # their boards one by one, for all of them together may not fit in memory.
    wanted = store.connection.execute(
        f"SELECT cell, repetition {FINISHED} AND board IS NOT ? AND"
        " (? OR verdict IS NULL OR (verdict = 'checked' AND guards = 0 AND n <= ?))",
        (boards.NOT_KEPT, everything, confirmable),
    ).fetchall()
    query = f"SELECT n, status, guards, board {FINISHED} AND cell = ? AND repetition = ?"
    for cell, repetition in wanted:
        row = store.connection.execute(query, (cell, repetition)).fetchone()
        n, status, guards, board = row
        yield Claim(cell, repetition, n, status, guards, boards.read(store.folder, board, n))


def rejected(store: Store) -> list[tuple[str, int, int, int]]:
    """(algorithm, n, repetition, guards claimed) of each run whose board is not as claimed."""
    return store.connection.execute(
        f"SELECT name, n, repetition, guards {FINISHED} AND verdict = 'rejected'"
    ).fetchall()


def judge(store: Store, verdicts: Iterable[tuple[str, int, int]]) -> None:
    """Write (verdict, cell, repetition) of a batch of runs."""
    with store.writing() as connection:
        connection.executemany(
            "UPDATE runs SET verdict = ? WHERE cell = ? AND repetition = ?", verdicts
        )


def unsolved_sizes(store: Store, largest: int) -> list[int]:
    """Each n up to ``largest`` that was tried and that no run solved."""
    query = (
        "SELECT n FROM runs JOIN cells USING (cell) WHERE n <= ? GROUP BY n"
        " HAVING SUM(status = 'solved') = 0 AND SUM(status = 'unsolved') > 0 ORDER BY n"
    )
    return [n for (n,) in store.connection.execute(query, (largest,))]


def settled(store: Store) -> dict[int, str]:
    """The n of which it is known whether they have a solution, and what is known."""
    return dict(
        store.connection.execute("SELECT n, existence FROM cells WHERE existence IS NOT NULL")
    )


def settle(store: Store, existence: dict[int, str]) -> None:
    """Note for these n, and for no other, whether they have a solution at all."""
    with store.writing() as connection:
        connection.execute("UPDATE cells SET existence = NULL")
        connection.executemany(
            "UPDATE cells SET existence = ? WHERE n = ?",
            [(known, n) for n, known in existence.items()],
        )
