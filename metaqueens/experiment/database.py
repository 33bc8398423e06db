"""The SQLite file of a results folder: made, opened, brought up to date, looked over for damage."""

import sqlite3
from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path

from metaqueens.errors import UserError

FILE = "runs.sqlite"
VERSION = 2
# What brings a database of each earlier version to the next one.
MIGRATIONS = {1: "1_to_2.sql"}


class StoreError(UserError):
    """A results folder that cannot be used."""


class Damaged(StoreError):
    """A database that is broken; its good part can be had."""


def create(path: Path, name: str) -> None:
    """Make a new database for the experiment ``name``, or nothing. Raises ``sqlite3.Error``."""
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(unfinished)) as connection:
            connection.executescript(_script("schema.sql"))
            connection.execute("INSERT INTO experiment VALUES (?, ?, '{}')", (name, VERSION))
            connection.commit()
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)


def open_to_write(path: Path) -> sqlite3.Connection:
    """The database at ``path``, whole and of this version.

    Raises ``Damaged`` where it is broken, ``StoreError`` where it cannot be used.
    """
    _require_ours(path)
    try:
        connection = sqlite3.connect(path)
        try:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            # Lets others read while we write.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            for version in range(_version(path, connection), VERSION):
                connection.executescript(f"BEGIN; {_script(MIGRATIONS[version])} COMMIT;")
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise _explained(path, error) from None
    return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """The database at ``path``, also while it is written. Raises as ``open_to_write``."""
    _require_ours(path)
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            version = _version(path, connection)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise _explained(path, error) from None
    if version < VERSION:
        connection.close()
        open_to_write(path).close()
        return open_to_read(path)
    return connection


def close(connection: sqlite3.Connection) -> None:
    """Close it and leave one plain file, which can be read from a folder nobody may write to."""
    with suppress(sqlite3.Error):  # somebody is reading
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def _require_ours(path: Path) -> None:
    if not path.is_file():
        raise StoreError(f"{path.parent}: no results there (no {FILE})")
    with path.open("rb") as file:
        if file.read(16) != b"SQLite format 3\0":
            raise StoreError(f"{path}: not a results file of metaqueens: not a database")


def _version(path: Path, connection: sqlite3.Connection) -> int:
    try:
        version: int = connection.execute("SELECT version FROM experiment").fetchone()[0]
    except (TypeError, sqlite3.OperationalError) as error:
        raise StoreError(f"{path}: not a results file of metaqueens: {error}") from None
    if not 1 <= version <= VERSION:
        raise StoreError(f"{path}: schema {version}; this metaqueens reads up to {VERSION}")
    return version


def _explained(path: Path, error: sqlite3.Error) -> StoreError:
    """What stands in the way of using the file."""
    if isinstance(error, sqlite3.OperationalError):  # locked, read-only, unreadable, full
        return StoreError(f"{path}: {error}")
    return Damaged(
        f"{path} is damaged ({in_a_line(error)}); running the experiment again, or"
        f" `metaqueens salvage {path.parent}`, keeps its good part and sets the damaged file aside"
    )


def in_a_line(error: sqlite3.Error) -> str:
    """What SQLite says, which may be a list."""
    return " ".join(str(error).split())


def _script(name: str) -> str:
    return files("metaqueens.experiment").joinpath(name).read_text(encoding="utf-8")
