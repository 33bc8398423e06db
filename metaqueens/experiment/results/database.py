"""The SQLite file of a results folder: create, open, migrate, close."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

from metaqueens.experiment.results import schema
from metaqueens.experiment.results.schema import StoreError
from metaqueens.files import reading
from metaqueens.files.writing import replacing
from metaqueens.text.errors import system_errors

FILE = "runs.sqlite"
# Limit of the steps of SQLite's machine that reading a file takes: many times what our queries
# need, and reached if pages of a damaged file stand for more rows than there is room for.
LEAST_WORK, WORK_PER_BYTE, WORK_STEP = 200_000_000, 200, 1_000_000
# The first SQLite with strict tables.
STRICT = (3, 37)
# The longest value that is read into memory.
MAX_BYTES = 2**26


def create(path: Path, name: str) -> None:
    """Create a database for the experiment ``name``, complete or not at all."""
    _require_strict()
    with closing(schema.new()) as connection, replacing(path) as part:
        row = name, schema.VERSION
        connection.execute("INSERT INTO experiment VALUES (?, ?, '{}')", row)
        connection.commit()
        part.write_bytes(connection.serialize())


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open the database at ``path``, and migrate it to the present version.

    Raises ``StoreError`` if it is damaged or cannot be used.
    """
    with _open(path, "rw") as connection:
        schema.require_whole(path, connection, "1")
        # Others can read while we write.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        schema.migrate(connection, schema.version_of(path, connection))
        schema.require_sound(path, connection)
        connection.set_progress_handler(None, 0)  # own results have no limit
    return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open the database at ``path``, also while it is written. Raises as ``open_to_write``.

    Nothing is written to the file. If it has an earlier version or is read-only, the connection is
    to a temporary copy: SQLite evaluates no CHECK of a file that it opens to read only.
    """
    if all(os.access(place, os.W_OK) for place in (path, path.parent) if place.exists()):
        with _open(path, "rw") as connection:
            connection.execute("PRAGMA query_only = ON")
            if schema.version_of(path, connection) == schema.VERSION:
                schema.require_sound(path, connection)
                return connection
            connection.close()
    copy = sqlite3.connect("")  # a temporary file
    try:
        with _open(path, "ro") as old, closing(old):
            schema.require_whole(path, old, "1")
            old.backup(copy)
            _prepare(copy)
            schema.migrate(copy, schema.version_of(path, copy))
            schema.require_sound(path, copy)
    except BaseException:
        copy.close()
        raise
    return copy


def close(connection: sqlite3.Connection) -> None:
    """Close it and leave one plain file, which can be read from a read-only folder.

    While another process reads, an empty log stays; the file is complete all the same.
    """
    for statement in ("journal_mode = DELETE", "wal_checkpoint(TRUNCATE)"):
        with suppress(sqlite3.Error):
            connection.execute(f"PRAGMA {statement}")
    connection.close()


def _require_strict() -> None:
    if sqlite3.sqlite_version_info < STRICT:
        raise StoreError(
            f"SQLite {sqlite3.sqlite_version} comes with this Python; results need"
            f" {'.'.join(map(str, STRICT))} or newer: use a Python with a newer one"
        )


def _require_file(path: Path) -> None:
    """Raise ``StoreError`` unless ``path`` is a database and its log files are regular files."""
    _require_strict()
    if not os.path.lexists(path):
        raise StoreError(f"{path.parent}: no results there (no {path.name})")
    with system_errors(kind=StoreError):
        with reading.open_file(path) as file:
            start = file.read(16)
        # SQLite opens them itself, and would wait for a pipe for ever.
        for end in ("-wal", "-shm", "-journal"):
            beside = Path(f"{path.resolve()}{end}")
            if os.path.lexists(beside):
                reading.require_regular(beside.lstat(), beside)
    if start != b"SQLite format 3\0":
        raise schema.foreign(path, "not a database")


@contextmanager
def _open(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Yield a connection, which is closed if an error follows."""
    _require_file(path)
    connection = None
    try:
        connection = _connect(path, mode)
        yield connection
    except BaseException as error:
        if connection:
            connection.close()
        if isinstance(error, UnicodeDecodeError):  # in a message of SQLite, which quotes the file
            error = sqlite3.DatabaseError("malformed database schema")
        raise schema.explain(path, error) if isinstance(error, sqlite3.Error) else error from None


class _Connection(sqlite3.Connection):
    """A connection that closes its cursors too.

    SQLite keeps its lock while a cursor is referred to by the traceback of an error, and a notebook
    keeps the last error: the next writer would find the database locked.
    """

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        cursor = self.cursor()
        self._cursors.add(cursor)
        return cursor.execute(*arguments)

    def close(self) -> None:
        for cursor in self._cursors:
            cursor.close()
        super().close()


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, factory=_Connection)
    _prepare(connection)
    # SQLite stops when there are no steps left.
    steps = iter(range((LEAST_WORK + WORK_PER_BYTE * path.stat().st_size) // WORK_STEP))
    connection.set_progress_handler(lambda: next(steps, None) is None, WORK_STEP)
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
    # A stranger's schema may only hold rows.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
