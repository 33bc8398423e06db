"""The results of an experiment: one SQLite file, written by the coordinator alone."""

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from math import isfinite
from numbers import Integral
from operator import index
from pathlib import Path
from typing import Any, Self

from filelock import FileLock

from metaqueens.config import Cell, Experiment
from metaqueens.experiment.plan import Outcome, cell_key, describe
from metaqueens.experiment.provenance import host_name, provenance
from metaqueens.experiment.results import boards, database, schema
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import begin, lock, require_in_place
from metaqueens.experiment.results.schema import LARGEST, StoreError
from metaqueens.text.errors import system_text
from metaqueens.text.printable import utf_8

# Columns that two runs of one seed agree in, unless a clock ended one; also attributes of a result.
SAME = ("reason", "cost", "fitness", "evaluations", "steps", "found_at")


class Store(AbstractContextManager["Store"]):
    """An open results folder, for reading or, by one process at a time, for writing.

    A context manager that leaves one plain file, and raises errors of SQLite as ``StoreError``.
    """

    def __init__(
        self, folder: Path, connection: sqlite3.Connection, lock: FileLock | None = None
    ) -> None:
        self.folder = folder
        self.connection = connection
        self.session: int | None = None
        self._lock = lock
        self._file = os.stat(folder / FILE) if lock else None
        self._numbers: dict[str, int] = {}

    @classmethod
    def create(cls, folder: Path, experiment: Experiment) -> Self:
        """Open the results of ``experiment`` in ``folder`` for writing, or begin them.

        Raises ``StoreError`` if the folder holds results of another experiment, another process
        writes there, or the database is damaged.
        """
        if not (folder / FILE).exists():
            begin(folder, experiment.name)
        store = cls.open(folder, writing=True)
        if (name := store.name) != experiment.name:
            store.close()
            raise StoreError(
                f"{folder} holds the results of {name!r}, not of {experiment.name!r};"
                " choose another folder with -o"
            )
        with store.writing() as connection:
            connection.execute("UPDATE experiment SET given = ?", (json.dumps(experiment.given),))
        return store

    @classmethod
    def open(cls, folder: Path, writing: bool = False) -> Self:
        """Open existing results. Raises as ``create``, and if there are none."""
        if not writing:
            return cls(folder, database.open_to_read(folder / FILE))
        held = lock(folder) if (folder / FILE).exists() else None
        try:
            return cls(folder, database.open_to_write(folder / FILE), held)
        except BaseException:
            if held:
                held.release()
            raise

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self.close()
        if isinstance(error, sqlite3.Error):
            raise schema.explain(self.folder / FILE, error) from None

    def close(self) -> None:
        """End the session, leave one plain file, and release the lock."""
        if self._lock is None:
            self.connection.close()
            return
        if self.session is not None:
            with suppress(StoreError), self.writing() as connection:
                query = "UPDATE sessions SET ended = ? WHERE session = ?"
                connection.execute(query, (time.time(), self.session))
        database.close(self.connection)
        self._lock.release()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Hold a transaction. Raises ``StoreError`` if it fails; earlier ones are kept."""
        if self._file:
            require_in_place(self.folder, self._file)
        try:
            with self.connection as connection:
                yield connection
        except (sqlite3.Error, OSError) as error:
            raise StoreError(
                f"{self.folder}: cannot keep any more results: {system_text(error)}. What was kept"
                " is safe; run the same again to continue from there"
            ) from None

    def require_traces(self) -> None:
        """Raise ``StoreError`` if the traces are damaged; other tables are checked at opening."""
        schema.require_whole(self.folder / FILE, self.connection, "traces")

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return str(self.connection.execute("SELECT name FROM experiment").fetchone()[0])

    def begin_session(self, command: list[str], digests: dict[str, dict[str, str]]) -> None:
        """Store the start, machine, command and provenance of the session that begins.

        ``digests`` are those of users' files.
        """
        row = {
            "started": time.time(),
            "host": host_name(),
            "pid": os.getpid(),
            "command": json.dumps([utf_8(word) for word in command]),
            "provenance": json.dumps({**provenance(), **digests}),
            "part": 1,
            "parts": 1,
        }
        with self.writing() as connection:
            self.session = insert(connection, "sessions", row)

    def set_aside(self, keys: Sequence[str]) -> None:
        """Delete the cells without these keys that have no run; list the others as ``earlier``."""
        others = "key NOT IN (SELECT value FROM json_each(?1))"
        list_them = f"(SELECT json_group_array(cell) FROM cells WHERE {others})"
        with self.writing() as connection:
            for query in (
                f"DELETE FROM cells WHERE {others} AND cell NOT IN (SELECT cell FROM runs)",
                f"UPDATE experiment SET given = json_set(given, '$.earlier', json({list_them}))"
                f" WHERE EXISTS (SELECT 1 FROM cells WHERE {others})",
            ):
                connection.execute(query, [json.dumps(keys)])

    def add_cells(self, cells: Iterable[Cell], seed: int) -> dict[str, int]:
        """Store the new cells; return the number of each cell by its key."""
        self._numbers = dict(self.connection.execute("SELECT key, cell FROM cells"))
        keys = []
        with self.writing() as connection:
            for cell in cells:
                keys.append(key := cell_key(cell, seed))
                if key not in self._numbers:
                    content = describe(cell)
                    row = {
                        "key": key,
                        "problem": cell.problem.key,
                        "problem_label": cell.problem.label,
                        "n": cell.problem.n,
                        "encoding": cell.space.encoding,
                        **{name: getattr(cell, name) for name in ("label", "name", "use")},
                        **{name: json.dumps(content[name]) for name in ("parameters", "budget")},
                    }
                    self._numbers[key] = insert(connection, "cells", row)
        return {key: self._numbers[key] for key in keys}

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Store a batch of outcomes in one transaction, in place of failed ones."""
        with self.writing() as connection:
            for outcome in map(_require_plausible, outcomes):
                at = (self._numbers[outcome.run.cell_key], outcome.run.repetition)
                row = dict(zip(("cell", "repetition"), at, strict=True)) | _run_row(outcome)
                if outcome.result:
                    row["board"] = boards.write(self.folder, *at, outcome.result.values)
                    points = ((*at, *point) for point in outcome.result.trace)
                    connection.executemany(
                        "INSERT OR REPLACE INTO traces VALUES (?, ?, ?, ?, ?)", points
                    )
                insert(connection, "runs", row | {"session": self.session}, "INSERT OR REPLACE")


def insert(
    connection: sqlite3.Connection, table: str, row: Mapping[str, Any], verb: str = "INSERT"
) -> int:
    """Add a row, by column; return its number."""
    query = f"{verb} INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
    return connection.execute(query, tuple(row.values())).lastrowid or 0


def _run_row(outcome: Outcome) -> dict[str, Any]:
    result = outcome.result
    row = {"seed": outcome.run.seed, "status": "failed", "error": outcome.error}
    row |= {name: getattr(outcome, name) for name in ("host", "started", "ended")}
    if result is not None:
        row |= {name: getattr(result, name) for name in (*SAME, "seconds", "cpu_seconds")}
        row |= {"status": "solved" if result.solved else "unsolved", "error": result.said or None}
        row["counters"] = json.dumps(dict(_list_numbers(result.counters)))
    return row


def _require_plausible(outcome: Outcome) -> Outcome:
    """Return ``outcome``; a failure if user code reported counts that do not fit a column."""
    result = outcome.result
    if result is None:
        return outcome
    points = (count for point in result.trace for count in point[:2])
    counts = (result.cost, result.evaluations, result.found_at, *points)
    if min(counts) < 0:
        why = "it reported a negative cost or number of evaluations"
    elif max(*counts, abs(result.steps)) > LARGEST:
        why = f"it reported more than {LARGEST:,} cost, evaluations or steps"
    else:
        return outcome
    return outcome._replace(result=None, error=f"{outcome.run.cell.use}: {why}")


def _list_numbers(counters: Mapping[str, Any]) -> Iterator[tuple[str, int | float]]:
    """Yield the counters that are numbers; user code may count anything."""
    for name, value in counters.items():
        with suppress(TypeError, ValueError):
            readable = utf_8(str(name))
            if isinstance(value, Integral):
                yield readable, index(value)
            elif isfinite(number := float(value)):
                yield readable, number
