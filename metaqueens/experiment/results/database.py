"""The SQLite file of a results folder: made, opened, brought up to date, closed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

from metaqueens.experiment.results.errors import Damaged, StoreError
from metaqueens.experiment.results.schema import columns, migrations, soundness
from metaqueens.experiment.results.schema.migrations import VERSION

FILE = "runs.sqlite"
# Steps of SQLite's machine that reading a file may take: many times what our questions do, and a
# bound where pages of a damaged file stand for more rows than there is room for.
LEAST_WORK, WORK_A_BYTE, WORK_AT_A_TIME = 200_000_000, 200, 1_000_000


def create(path: Path, name: str) -> None:
    """Make a new database for the experiment ``name``, or nothing. Raises ``sqlite3.Error``."""
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(unfinished)) as connection:
            connection.executescript(migrations.script("schema.sql"))
            connection.execute("INSERT INTO experiment VALUES (?, ?, '{}')", (name, VERSION))
            connection.commit()
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)


def open_to_write(path: Path) -> sqlite3.Connection:
    """The database at ``path``, whole and of this version.

    Raises ``Damaged`` where it is broken, ``StoreError`` where it cannot be used.
    """
    with _opened(path, "rw") as connection:
        soundness.require_whole(connection, "1")
        version = soundness.version_of(path, connection)
        # Lets others read while we write.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        migrations.migrate(connection, version)
        soundness.require_sound(path, connection)
        # Looking it over had a limit; what is done with one's own results has none.
        connection.set_progress_handler(None, 0)
    return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """The database at ``path``, also while it is written. Raises as ``open_to_write``.

    One of an earlier version is brought up to date; where it may not be written, a copy in memory.
    """
    with _opened(path, "ro") as connection:
        version = soundness.version_of(path, connection)
        if version == VERSION:
            soundness.require_sound(path, connection)
            return connection
        try:
            open_to_write(path).close()
        except Damaged:
            raise
        except StoreError:
            return _copied(path, connection, version)
        finally:
            connection.close()
    return open_to_read(path)


def open_copy(path: Path) -> sqlite3.Connection:
    """A copy in memory, of this version, in which one may write. Raises as ``open_to_write``."""
    with _opened(path, "ro") as connection, closing(connection):
        return _copied(path, connection, soundness.version_of(path, connection))


def _copied(path: Path, old: sqlite3.Connection, version: int) -> sqlite3.Connection:
    soundness.require_whole(old, "1")
    copy = sqlite3.connect(":memory:")
    try:
        old.backup(copy)
        _prepare(copy)
        migrations.migrate(copy, version)
        soundness.require_sound(path, copy)
    except BaseException:
        copy.close()
        raise
    return copy


def open_damaged(path: Path) -> sqlite3.Connection:
    """The database at ``path`` with all its faults, to read what can be read of it."""
    soundness.require_file(path)
    return _connected(path, "rw")


def close(connection: sqlite3.Connection) -> None:
    """Close it and leave one plain file, which can be read from a folder nobody may write to."""
    with suppress(sqlite3.Error):  # somebody is reading
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


@contextmanager
def _opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A connection, which is closed again where it is of no use."""
    soundness.require_file(path)
    try:
        connection = _connected(path, mode)
        try:
            soundness.require_tables(path, connection)
            yield connection
        except BaseException as error:
            told = error
            if isinstance(error, sqlite3.Error) and soundness.is_about_text(error):
                told = soundness.explained(path, connection, error)
            connection.close()
            raise told from None
    except sqlite3.Error as error:
        raise soundness.unusable(path, error) from None


class _Connection(sqlite3.Connection):
    """Closed, it has ended what was being read, also where an error has come in between.

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
    columns.prepare(connection)
    migrations.prepare(connection)
    # Nothing of what is written in the file may do more than hold rows.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
