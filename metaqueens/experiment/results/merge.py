"""Join the results of shards, or of equal experiments, into one folder, row by row."""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from metaqueens.config import dump, sources
from metaqueens.experiment.results import boards, database
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.queries import given, runs_asked
from metaqueens.experiment.results.store import SAME, Store, insert
from metaqueens.files.writing import building, write_text
from metaqueens.text.errors import UserError, system_text

# What may differ between two parts of one experiment: it changes no result.
FREE = ("runs", "executor", "limits")


@dataclass
class Merged:
    """What came of a merge: runs that were there already, or whose board file is gone.

    A conflict is a run that was there with another outcome, though the seed is the same and no
    clock ended it; it is named as cell-repetition.
    """

    duplicates: int = 0
    conflicts: list[str] = field(default_factory=list)
    boards_missing: list[str] = field(default_factory=list)


def merge(
    folders: Sequence[Path], target: Path, tick: Callable[[int], None] = lambda done: None
) -> Merged:
    """Join the results in ``folders`` into ``target``, which must not be there yet.

    ``tick`` is told how many folders are done. Raises ``UserError`` where they are of different
    experiments. ``target`` is there once it is whole.
    """
    if target.exists():
        raise UserError(f"{target}: is there already; choose another folder with -o")
    known, joined = _require_one_experiment(folders), Merged()
    try:
        with building(target) as part:
            database.create(part / FILE, known["name"])
            connection = database.open_to_write(part / FILE)
            try:
                with connection:
                    connection.execute("UPDATE experiment SET given = ?", (json.dumps(known),))
                for done, folder in enumerate(folders, 1):
                    with Store.open(folder) as store, connection:
                        _Copying(store, part, connection, joined).copy()
                    tick(done)
            finally:
                database.close(connection)
            write_text(part / "experiment.yaml", dump(known))
            for folder in folders:
                sources.copy(folder, part)
    except (OSError, sqlite3.Error) as error:
        raise UserError(f"{target}: cannot merge there: {system_text(error)}") from None
    return joined


def _require_one_experiment(folders: Sequence[Path]) -> dict[str, Any]:
    """Return the experiment that all ``folders`` hold, with the most runs that any asked for."""
    first: dict[str, Any] = {}
    most = 0
    for folder in folders:
        with Store.open(folder) as store:
            mine = given(store) | {"name": store.name}
        most = max(most, runs_asked(mine))
        first = first or mine
        different = [
            key
            for key in dict.fromkeys((*first, *mine))
            if key not in FREE and first.get(key) != mine.get(key)
        ]
        if different:
            values = (
                f"{key}: {json.dumps(mine.get(key))}, not {json.dumps(first.get(key))}"
                for key in different
            )
            raise UserError(
                f"{folder} holds another experiment than {folders[0]}; {'; '.join(values)}"
            )
    return {**first, "runs": most}


class _Copying:
    """One of the folders, while it is copied: where its cells and sessions went."""

    def __init__(
        self, store: Store, part: Path, connection: sqlite3.Connection, found: Merged
    ) -> None:
        self.store, self.part, self.connection, self.found = store, part, connection, found
        store.require_traces()
        self.sizes = dict(store.connection.execute("SELECT cell, n FROM cells"))
        self.cells = self._copied("cells", "cell", ("key",))
        self.sessions = self._copied("sessions", "session", ("started", "host", "pid"))

    def copy(self) -> None:
        """Copy the runs that the target lacks."""
        points = "SELECT * FROM traces WHERE cell = ? AND repetition = ?"
        for run in self._rows("SELECT * FROM runs ORDER BY cell, repetition"):
            old = run["cell"], run["repetition"]
            run["cell"] = self.cells[run["cell"]]
            if self._is_wanted(run):
                run["session"] = self.sessions.get(run["session"])
                run["board"] = self._copied_board(run, self.sizes[old[0]])
                insert(self.connection, "runs", run, "INSERT OR REPLACE")
                self.connection.executemany(
                    "INSERT OR REPLACE INTO traces VALUES (?, ?, ?, ?, ?)",
                    (
                        (run["cell"], *rest)
                        for _, *rest in self.store.connection.execute(points, old)
                    ),
                )

    def _copied(self, table: str, number: str, identity: Sequence[str]) -> dict[int, int]:
        """Copy the rows that are new; return the number in the target of each row of ``table``."""
        same = " AND ".join(f"{key} IS ?" for key in identity)
        numbers = {}
        for row in self._rows(f"SELECT * FROM {table} ORDER BY {number}"):
            old = row.pop(number)
            if "provenance" in row:  # of its runs, the target may have some already
                row["provenance"] = json.dumps({**json.loads(row["provenance"]), "kept": None})
            query, values = f"SELECT {number} FROM {table} WHERE {same}", [row[k] for k in identity]
            known = self.connection.execute(query, values).fetchone()
            numbers[old] = known[0] if known else insert(self.connection, table, row)
            if existence := row.get("existence"):
                self.connection.execute(
                    "UPDATE cells SET existence = ? WHERE cell = ?", (existence, numbers[old])
                )
        return numbers

    def _rows(self, query: str) -> Iterator[dict[str, Any]]:
        cursor = self.store.connection.execute(query)
        names = [column[0] for column in cursor.description]
        return (dict(zip(names, row, strict=True)) for row in cursor)

    def _is_wanted(self, run: dict[str, Any]) -> bool:
        """Whether the target lacks this run, or has one that failed. Others are counted."""
        there = self.connection.execute(
            f"SELECT status, board, {', '.join(SAME)} FROM runs WHERE cell = ? AND repetition = ?",
            (run["cell"], run["repetition"]),
        ).fetchone()
        if there is None or (there[0] == "failed" != run["status"]):
            return True
        if run["status"] != "failed" and _contradicts(run, there[1], there[2:]):
            self.found.conflicts.append(f"{run['cell']}-{run['repetition']}")
        else:
            self.found.duplicates += 1
        return False

    def _copied_board(self, run: dict[str, Any], n: int) -> str | None:
        """Copy the file of a board, if it has one; what to say of it."""
        text: str | None = run["board"]
        if boards.content(text) is None:
            return text
        queens = boards.read(self.store.folder, text, n)
        if queens.size:
            return boards.write(self.part, run["cell"], run["repetition"], queens)
        self.found.boards_missing.append(f"{run['cell']}-{run['repetition']}")
        return boards.of_cell(text, run["cell"])


def _contradicts(run: dict[str, Any], board: str | None, outcome: tuple) -> bool:
    """Whether two finished runs of the same seed differ, though no clock ended either."""
    mine = tuple(run[key] for key in SAME)
    if "seconds" in (mine[0], outcome[0]):
        return False
    if boards.NOT_KEPT in (run["board"], board):
        return mine != outcome
    kept = [boards.content(text) or text for text in (run["board"], board)]
    return mine != outcome or kept[0] != kept[1]
