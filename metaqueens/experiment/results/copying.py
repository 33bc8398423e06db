"""One folder of a merge copied into the target: what of it, and under which numbers."""

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from metaqueens.experiment.results import boards
from metaqueens.experiment.results.store import Store

# Two runs of the same seed agree in these, unless a clock ended one.
_OUTCOME = ("reason", "guards", "fitness", "evaluations", "steps", "found_at")


@dataclass
class Merged:
    """What came of it.

    Parameters
    ----------
    duplicates
        Runs that were there already, with the same outcome; or that a clock ended, or that failed.
    conflicts
        Runs that were there with another outcome, though the seed is the same: cell-repetition.
    boards_missing
        Runs whose board file is gone.
    """

    duplicates: int = 0
    conflicts: list[str] = field(default_factory=list)
    boards_missing: list[str] = field(default_factory=list)


class Copying:
    """One of the folders, while it is copied: where its cells and sessions went."""

    def __init__(
        self, store: Store, part: Path, connection: sqlite3.Connection, found: Merged
    ) -> None:
        self.store, self.part, self.connection, self.found = store, part, connection, found
        self.ask = store.connection.execute
        store.require_sound("traces")
        self.sizes = dict(self.ask("SELECT cell, n FROM cells"))
        self.cells = self._copied("cells", "cell", "key")
        self.sessions = self._copied("sessions", "session", "started, host, pid")

    def copy(self) -> None:
        """Copy what the target lacks."""
        cursor = self.ask("SELECT * FROM runs ORDER BY cell, repetition")
        names = [column[0] for column in cursor.description]
        add = f"INSERT OR REPLACE INTO runs ({', '.join(names)}) VALUES ({_marks(names)})"
        for row in cursor:
            run = dict(zip(names, row, strict=True))
            old_cell, run["cell"] = run["cell"], self.cells[run["cell"]]
            if self._is_wanted(run):
                run["session"] = self.sessions.get(run["session"])
                run["board"] = self._copied_board(run, old_cell)
                self.connection.execute(add, tuple(run.values()))
                self._copy_trace(old_cell, run["cell"], run["repetition"])

    def _copied(self, table: str, number: str, identity: str) -> dict[int, int]:
        """Copy the rows that are new; the number that each row of ``table`` has in the target."""
        cursor = self.ask(f"SELECT * FROM {table} ORDER BY {number}")
        names = [column[0] for column in cursor.description]
        same = " AND ".join(f"{key} IS ?" for key in identity.split(", "))
        numbers = {}
        for row in cursor:
            values = dict(zip(names, row, strict=True))
            old = values.pop(number)
            if "provenance" in values:  # of its runs, the target may have some already
                provenance = json.loads(values["provenance"])
                values["provenance"] = json.dumps({**provenance, "kept": None})
            known = self.connection.execute(
                f"SELECT {number} FROM {table} WHERE {same}",
                [values[key] for key in identity.split(", ")],
            ).fetchone()
            numbers[old] = known[0] if known else self._add(table, values)
            if existence := values.get("existence"):
                self.connection.execute(
                    "UPDATE cells SET existence = ? WHERE cell = ?", (existence, numbers[old])
                )
        return numbers

    def _add(self, table: str, values: dict[str, Any]) -> int:
        return (
            self.connection.execute(
                f"INSERT INTO {table} ({', '.join(values)}) VALUES ({_marks(values)})",
                tuple(values.values()),
            ).lastrowid
            or 0
        )

    def _is_wanted(self, run: dict[str, Any]) -> bool:
        """Whether the target lacks this run, or has one that failed. Others are counted."""
        there = self.connection.execute(
            f"SELECT status, board, {', '.join(_OUTCOME)} FROM runs"
            " WHERE cell = ? AND repetition = ?",
            (run["cell"], run["repetition"]),
        ).fetchone()
        if there is None or (there[0] == "failed" != run["status"]):
            return True
        self.found.duplicates += 1
        if run["status"] != "failed" and _contradicts(run, there[1], there[2:]):
            self.found.duplicates -= 1
            self.found.conflicts.append(f"{run['cell']}-{run['repetition']}")
        return False

    def _copied_board(self, run: dict[str, Any], old_cell: int) -> str | None:
        text: str | None = run["board"]
        try:
            return boards.copy(
                self.store.folder, self.part, text, run["cell"], self.sizes[old_cell]
            )
        except FileNotFoundError:
            self.found.boards_missing.append(f"{run['cell']}-{run['repetition']}")
            return boards.of_cell(text, run["cell"])

    def _copy_trace(self, old: int, new: int, repetition: int) -> None:
        query = "SELECT evaluations, guards, seconds FROM traces WHERE cell = ? AND repetition = ?"
        self.connection.executemany(
            "INSERT OR REPLACE INTO traces (cell, repetition, evaluations, guards, seconds)"
            " VALUES (?, ?, ?, ?, ?)",
            ((new, repetition, *point) for point in self.ask(query, (old, repetition))),
        )


def _contradicts(run: dict[str, Any], board: str | None, outcome: tuple) -> bool:
    """Whether two finished runs of the same seed differ, though no clock ended either."""
    mine = tuple(run[key] for key in _OUTCOME)
    if "seconds" in (mine[0], outcome[0]):
        return False
    if boards.NOT_KEPT in (run["board"], board):
        return mine != outcome
    return mine != outcome or boards.content(run["board"]) != boards.content(board)


def _marks(names: Collection[str]) -> str:
    return ", ".join("?" * len(names))
