"""The results of an experiment: one SQLite file, written by the coordinator alone."""

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from math import isfinite
from numbers import Integral
from operator import index
from pathlib import Path
from typing import Any, Self

from filelock import FileLock

from metaqueens.config import Cell, Experiment
from metaqueens.experiment.plan import WHOLE, Outcome, Shard, cell_key, describe
from metaqueens.experiment.provenance import provenance
from metaqueens.experiment.results import boards, database
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import begin, locked, require_in_place
from metaqueens.experiment.results.schema import LARGEST, StoreError, explained, require_whole
from metaqueens.system.host import host_name
from metaqueens.text.errors import system_text
from metaqueens.text.printable import utf_8

# What two runs of one seed agree in, unless a clock ended one; a result has them by these names.
SAME = ("reason", "cost", "fitness", "evaluations", "steps", "found_at")


class Store:
    """An open results folder, for reading or, by one process at a time, for writing.

    A context manager: closing it leaves one plain file, and what SQLite trips over inside it is
    raised as ``StoreError``.
    """

    def __init__(
        self, folder: Path, connection: sqlite3.Connection, lock: FileLock | None = None
    ) -> None:
        self.folder = folder
        self.connection = connection
        self.session: int | None = None
        self._whole: set[str] = set()
        self._lock = lock
        self._file = os.stat(folder / FILE) if lock else None
        self._numbers: dict[str, int] = {}

    @classmethod
    def create(cls, folder: Path, experiment: Experiment) -> Self:
        """Open the results of ``experiment`` in ``folder`` for writing, or begin them.

        Raises ``StoreError`` if the folder holds another experiment's results, is being written
        to or cannot be used, and where its database is broken.
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
        """Open results that are there. Raises as ``create``, and if there are none.

        Where nobody may write, what is opened to read is a copy in memory.
        """
        if not writing:
            return cls(folder, database.open_to_read(folder / FILE))
        lock = locked(folder) if (folder / FILE).exists() else None
        try:
            return cls(folder, database.open_to_write(folder / FILE), lock)
        except BaseException:
            if lock:
                lock.release()
            raise

    def copy_to(self, path: Path) -> None:
        """Write a copy that is whole, also if another process writes meanwhile."""
        with closing(sqlite3.connect(path)) as copy:
            self.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self.close()
        if isinstance(error, sqlite3.Error):
            raise explained(self.folder / FILE, error) from None

    def close(self) -> None:
        """End the session, leave one plain file, let others write."""
        if self._lock is None:
            self.connection.close()
            return
        if self.session is not None:
            with suppress(StoreError), self.writing() as connection:
                connection.execute(
                    "UPDATE sessions SET ended = ?2, provenance = json_set(provenance, '$.kept',"
                    " (SELECT COUNT(*) FROM runs WHERE session = ?1 AND status != 'failed'))"
                    " WHERE session = ?1",
                    (self.session, time.time()),
                )
        database.close(self.connection)
        self._lock.release()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Hold a transaction. Raises ``StoreError`` if it fails; those before are kept."""
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
        """Raise ``StoreError`` if traces are not as declared.

        All other tables, which have fewer rows, were looked over when the store was opened.
        """
        if "traces" not in self._whole:
            require_whole(self.folder / FILE, self.connection, "traces")
        self._whole.add("traces")

    @property
    def name(self) -> str:
        """The experiment's name."""
        return str(self.connection.execute("SELECT name FROM experiment").fetchone()[0])

    def begin_session(
        self,
        command: list[str],
        shard: Shard = WHOLE,
        asked: dict[str, Any] | None = None,
        copies: dict[str, str] | None = None,
        digests: dict[str, str] | None = None,
    ) -> None:
        """Note who does the runs of ``shard`` that come now, when, with what, and what is asked.

        ``copies`` are the sets of copies of the user's files, by their folder, ``digests`` those of
        the files of users' problems, by name.
        """
        with self.writing() as connection:
            about = {
                "started": time.time(),
                "host": host_name(),
                "pid": os.getpid(),
                "command": json.dumps([utf_8(word) for word in command]),
                "provenance": json.dumps(
                    {
                        **provenance(),
                        "experiment": asked or {},
                        "copies": copies or {},
                        "problems": digests or {},
                    }
                ),
                "part": shard.part,
                "parts": shard.parts,
            }
            self.session = insert(connection, "sessions", about)

    def add_cells(self, cells: Iterable[Cell], seed: int) -> dict[str, int]:
        """Note the cells that are new; return the number of each by its key."""
        known = dict(self.connection.execute("SELECT key, cell FROM cells"))
        numbers = {}
        with self.writing() as connection:
            for cell in cells:
                key = cell_key(cell, seed)
                if key not in known:
                    known[key] = insert(connection, "cells", {"key": key, **_row_of_cell(cell)})
                numbers[key] = known[key]
        self._numbers |= numbers
        return numbers

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Keep a batch of outcomes, in one transaction; a failed run's place is taken.

        Raises ``StoreError`` if that is not possible; the batches before are kept.
        """
        with self.writing() as connection:
            for outcome in map(_plausible, outcomes):
                at = (self._numbers[outcome.run.cell_key], outcome.run.repetition)
                row = dict(zip(("cell", "repetition"), at, strict=True)) | _row_of(outcome)
                if outcome.result:
                    row["board"] = boards.write(self.folder, *at, outcome.result.values)
                    points = ((*at, *point) for point in outcome.result.trace)
                    connection.executemany(
                        "INSERT OR REPLACE INTO traces VALUES (?, ?, ?, ?, ?)", points
                    )
                insert(connection, "runs", row | {"session": self.session}, "INSERT OR REPLACE")


def insert(
    connection: sqlite3.Connection, table: str, row: Mapping[str, Any], how: str = "INSERT"
) -> int:
    """Add a row, by column; return its number."""
    marks = ", ".join("?" * len(row))
    query = f"{how} INTO {table} ({', '.join(row)}) VALUES ({marks})"
    return connection.execute(query, tuple(row.values())).lastrowid or 0


def _row_of_cell(cell: Cell) -> dict[str, Any]:
    """Return the columns that say what a cell is."""
    content = describe(cell)
    return {
        "problem": cell.problem.key,
        "problem_label": cell.problem.label,
        "n": cell.problem.n,
        "encoding": cell.space.encoding,
        "label": cell.label,
        "name": cell.name,
        "use": cell.use,
        "parameters": json.dumps(content["parameters"]),
        "budget": json.dumps(content["budget"]),
    }


def _row_of(outcome: Outcome) -> dict[str, Any]:
    """Return the columns that say what became of a run."""
    result = outcome.result
    row = {"seed": outcome.run.seed, "status": "failed", "error": outcome.error}
    row |= {name: getattr(outcome, name) for name in ("host", "started", "ended")}
    if result is not None:
        row |= {name: getattr(result, name) for name in (*SAME, "seconds", "cpu_seconds")}
        row |= {"status": "solved" if result.solved else "unsolved", "error": result.said or None}
        row["counters"] = json.dumps(dict(_numbers(result.counters)))
    return row


def _plausible(outcome: Outcome) -> Outcome:
    """Return ``outcome``, failed where an algorithm from outside counted what cannot be kept."""
    result = outcome.result
    if result is None:
        return outcome
    points = (count for point in result.trace for count in point[:2])
    counts = (result.cost, result.evaluations, result.found_at, *points)
    if min(counts) < 0:
        said = "it reported a negative cost or number of evaluations"
    elif max(*counts, abs(result.steps)) > LARGEST:
        said = f"it reported more than {LARGEST:,} cost, evaluations or steps"
    else:
        return outcome
    return outcome._replace(result=None, error=f"{outcome.run.cell.use}: {said}")


def _numbers(counters: Mapping[str, Any]) -> Iterator[tuple[str, int | float]]:
    """Yield those that are numbers: an algorithm from outside may count anything."""
    for name, value in counters.items():
        with suppress(TypeError, ValueError):
            readable = utf_8(str(name))
            if isinstance(value, Integral):
                yield readable, index(value)
            elif isfinite(number := float(value)):
                yield readable, number
