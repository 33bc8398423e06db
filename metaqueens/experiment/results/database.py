"""The SQLite file of a results folder: made, opened, brought up to date, closed."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

from metaqueens.experiment.results import schema
from metaqueens.experiment.results.schema import StoreError, explained, not_ours
from metaqueens.files import reading
from metaqueens.text.errors import system_errors

FILE = "runs.sqlite"
# Steps of SQLite's machine that reading a file may take: many times what our questions do, and a
# bound where pages of a damaged file stand for more rows than there is room for.
LEAST_WORK, WORK_A_BYTE, WORK_AT_A_TIME = 200_000_000, 200, 1_000_000
# The first SQLite with strict tables.
STRICT = (3, 37)
# The longest value that is read into memory.
MOST_BYTES = 2**26


def create(path: Path, name: str) -> None:
    """Make a new database for the experiment ``name``, or nothing. Raises ``sqlite3.Error``."""
    _require_strict()
    unfinished = path.with_suffix(".new")
    for left in (unfinished, path.with_suffix(".new-journal")):  # by a process that was killed
        left.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(unfinished)) as connection:
            connection.executescript(schema.SCRIPT)
            row = name, schema.VERSION
            connection.execute("INSERT INTO experiment VALUES (?, ?, '{}')", row)
            connection.commit()
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open the database at ``path``, whole and of this version.

    Raises ``StoreError`` if it is broken or cannot be used.
    """
    with _opened(path, "rw") as connection:
        schema.require_whole(path, connection, "1")
        # Lets others read while we write.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        schema.migrate(connection, schema.version_of(path, connection))
        _require_sound(path, connection)
        # Looking it over had a limit; what is done with one's own results has none.
        connection.set_progress_handler(None, 0)
    return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open the database at ``path``, also while it is written. Raises as ``open_to_write``.

    Nothing is written to the file. If it has an earlier version or may not be written, the
    connection is to a temporary copy of the present version: SQLite evaluates no CHECK of a file
    that it opens to read only.
    """
    if all(os.access(one, os.W_OK) for one in (path, path.parent) if one.exists()):
        with _opened(path, "rw") as connection:
            connection.execute("PRAGMA query_only = ON")
            if schema.version_of(path, connection) == schema.VERSION:
                _require_sound(path, connection)
                return connection
            connection.close()
    return _copied(path)


def _copied(path: Path) -> sqlite3.Connection:
    copy = sqlite3.connect("")  # a temporary file, which goes when it is closed
    try:
        with _opened(path, "ro") as old, closing(old):
            schema.require_whole(path, old, "1")
            old.backup(copy)
            _prepare(copy)
            schema.migrate(copy, schema.version_of(path, copy))
            _require_sound(path, copy)
    except BaseException:
        copy.close()
        raise
    return copy


def _require_sound(path: Path, connection: sqlite3.Connection) -> None:
    """Raise ``StoreError`` unless it is ours and sound."""
    schema.require_ours(path, connection)
    schema.require_sound(path, connection)


def close(connection: sqlite3.Connection) -> None:
    """Close it and leave one plain file, which can be read from a folder that is read-only.

    While another process is reading, its log stays, empty: the file is whole all the same.
    """
    for statement in ("journal_mode = DELETE", "wal_checkpoint(TRUNCATE)"):
        with suppress(sqlite3.Error):
            connection.execute(f"PRAGMA {statement}")
    connection.close()


def _require_strict() -> None:
    """Raise ``StoreError`` if Python has a SQLite that does not read our tables."""
    if sqlite3.sqlite_version_info < STRICT:
        raise StoreError(
            f"SQLite {sqlite3.sqlite_version} comes with this Python; results need"
            f" {'.'.join(map(str, STRICT))} or newer: use a Python with a newer one"
        )


def _require_file(path: Path) -> None:
    """Raise ``StoreError`` unless there is a database at ``path``, and nothing odd beside it."""
    _require_strict()
    if not os.path.lexists(path):
        raise StoreError(f"{path.parent}: no results there (no {path.name})")
    with system_errors(kind=StoreError):
        with reading.opened(path) as file:
            begins = file.read(16)
        # SQLite opens them by itself, and would wait for a pipe for ever.
        for end in ("-wal", "-shm", "-journal"):
            beside = Path(f"{path.resolve()}{end}")
            if os.path.lexists(beside):
                reading.require_regular(beside.lstat(), beside)
    if begins != b"SQLite format 3\0":
        raise not_ours(path, "not a database")


@contextmanager
def _opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Yield a connection, which is closed again where it is of no use."""
    _require_file(path)
    connection = None
    try:
        connection = _connected(path, mode)
        yield connection
    except BaseException as error:
        if connection:
            connection.close()
        if isinstance(error, UnicodeDecodeError):  # of what SQLite says, which quotes the file
            error = sqlite3.DatabaseError("malformed database schema")
        raise explained(path, error) if isinstance(error, sqlite3.Error) else error from None


class _Connection(sqlite3.Connection):
    """A connection that ends what is being read when it is closed, also after an error.

    SQLite itself goes on holding its lock while there is a cursor in the traceback of that error,
    and a notebook keeps the last one: the next who writes would find the database locked.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()

    def execute(self, *given: Any) -> sqlite3.Cursor:
        cursor = self.cursor()
        self._cursors.add(cursor)
        return cursor.execute(*given)

    def close(self) -> None:
        for cursor in self._cursors:
            cursor.close()
        super().close()


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, factory=_Connection)
    _prepare(connection)
    left = LEAST_WORK + WORK_A_BYTE * path.stat().st_size

    def is_too_much() -> bool:
        nonlocal left
        left -= WORK_AT_A_TIME
        return left < 0

    connection.set_progress_handler(is_too_much, WORK_AT_A_TIME)
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    # Nothing of what is written in the file may do more than hold rows.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
