"""The SQLite file of a results folder: made, opened, brought up to date, looked over for damage."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.resources import files
from pathlib import Path

from metaqueens import reading
from metaqueens.errors import UserError
from metaqueens.experiment.results import columns
from metaqueens.printable import printable

FILE = "runs.sqlite"
VERSION = 2
# What brings a database of each earlier version to the next one.
MIGRATIONS = {1: "1_to_2.sql"}
# Steps of SQLite's machine that reading a file may take: many times what our questions do, and a
# bound where pages of a damaged file stand for more rows than there is room for.
LEAST_WORK, WORK_A_BYTE, WORK_AT_A_TIME = 200_000_000, 200, 1_000_000


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
    with _opened(path, "rw") as connection:
        _require_whole(connection, "1")
        version = _version(path, connection)
        # Lets others read while we write.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        for older in range(version, VERSION):
            connection.executescript(f"BEGIN; {_script(MIGRATIONS[older])} COMMIT;")
        _require_sound(path, connection)
        # Looking it over had a limit; what is done with one's own results has none.
        connection.set_progress_handler(None, 0)
    return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """The database at ``path``, also while it is written. Raises as ``open_to_write``."""
    with _opened(path, "ro") as connection:
        version = _version(path, connection)
        if version == VERSION:
            _require_sound(path, connection)
    if version < VERSION:
        connection.close()
        open_to_write(path).close()
        return open_to_read(path)
    return connection


def open_damaged(path: Path) -> sqlite3.Connection:
    """The database at ``path`` with all its faults, to read what can be read of it."""
    _require_ours(path)
    return _connected(path, "rw")


def require_sound_rows(
    path: Path, connection: sqlite3.Connection, table: str, where: str = "TRUE", values: tuple = ()
) -> None:
    """Raise ``Damaged`` where the rows of ``table`` hold what their columns do not.

    Where it is about all of its rows, also where its pages are not in order.
    """
    if where == "TRUE":
        _require_whole(connection, table)
    if found := columns.first_misfit(connection, table, where, values):
        raise _misfit(path, found)


def explained(path: Path, connection: sqlite3.Connection, error: sqlite3.Error) -> StoreError:
    """What a reader stumbled over, and in which row where that can be told."""
    if "UTF-8" in str(error) or "user-defined function" in str(error):
        with suppress(sqlite3.Error):
            if found := columns.first_undecodable(connection):
                return _misfit(path, found)
    return Damaged(
        f"{path} cannot be read ({in_a_line(error)}); if it is damaged, `metaqueens salvage"
        f" {path.parent}` keeps its good part"
    )


def _misfit(path: Path, found: columns.Misfit) -> Damaged:
    return Damaged(
        f"{path}: {printable(found.place)}: {printable(found.said)}; `metaqueens salvage"
        f" {path.parent}` keeps the other rows"
    )


@contextmanager
def _opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """A connection, which is closed again where it is of no use."""
    _require_ours(path)
    try:
        connection = _connected(path, mode)
        try:
            _require_tables(path, connection)
            yield connection
        except BaseException as error:
            known = "UTF-8" in str(error) or "user-defined" in str(error)
            told = explained(path, connection, error) if known else error  # type: ignore[arg-type]
            connection.close()
            raise told from None
    except sqlite3.Error as error:
        raise _explained(path, error) from None


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True)
    columns.prepare(connection)
    # Nothing of what is written in the file may do more than hold rows.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    left = LEAST_WORK + WORK_A_BYTE * path.stat().st_size

    def is_too_much() -> bool:
        nonlocal left
        left -= WORK_AT_A_TIME
        return left < 0

    connection.set_progress_handler(is_too_much, WORK_AT_A_TIME)
    return connection


def close(connection: sqlite3.Connection) -> None:
    """Close it and leave one plain file, which can be read from a folder nobody may write to."""
    with suppress(sqlite3.Error):  # somebody is reading
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def _require_ours(path: Path) -> None:
    if not os.path.lexists(path):
        raise StoreError(f"{path.parent}: no results there (no {FILE})")
    try:
        with reading.opened(path) as file:
            begins = file.read(16)
        # SQLite opens them by itself, and would wait for a pipe for ever.
        for end in ("-wal", "-shm", "-journal"):
            beside = Path(f"{path.resolve()}{end}")
            if os.path.lexists(beside):
                reading.require_regular(beside.lstat(), beside)
    except OSError as error:
        raise StoreError(f"{error.filename}: {(error.strerror or str(error)).lower()}") from None
    if begins != b"SQLite format 3\0":
        raise StoreError(f"{path}: not a results file of metaqueens: not a database")


def _require_tables(path: Path, connection: sqlite3.Connection) -> None:
    """Under the names of our tables there are tables, and nothing acts on its own."""
    query = "SELECT type, lower(name), rootpage FROM sqlite_master"
    for kind, name, root in connection.execute(query):
        if kind == "trigger":
            raise _not_ours(path, f"it has the trigger {printable(name)}")
        if name in columns.COLUMNS and (kind != "table" or not root):
            raise _not_ours(path, f"{name} is a {kind if root else 'view or a virtual table'}")


def _version(path: Path, connection: sqlite3.Connection) -> int:
    try:
        kind, version = connection.execute(
            "SELECT typeof(version), version FROM experiment"
        ).fetchone()
    except (TypeError, sqlite3.OperationalError) as error:
        why = "no experiment in it" if isinstance(error, TypeError) else in_a_line(error)
        raise _not_ours(path, why) from None
    if kind != "integer" or version < 1:
        raise _not_ours(path, f"experiment: version: expected a whole number, got a {kind}")
    if version > VERSION:
        raise StoreError(f"{path}: schema {version}; this metaqueens reads up to {VERSION}")
    return int(version)


def _require_whole(connection: sqlite3.Connection, what: str) -> None:
    """Raise ``sqlite3.DatabaseError`` where pages are lost, twice there or not in their order."""
    found = connection.execute(f"PRAGMA integrity_check({what})").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _require_sound(path: Path, connection: sqlite3.Connection) -> None:
    """The tables have our columns, and rows that hold what their columns do; traces when read."""
    for table, ours in columns.ours().items():
        found = columns.declared(connection, table)
        different = [name for name in {**ours, **found} if found.get(name) != ours.get(name)]
        if different:
            raise _not_ours(path, f"{table}: the column {printable(different[0])} is not ours")
    for table in columns.COLUMNS:
        if table != "traces":
            require_sound_rows(path, connection, table)
    (count,) = connection.execute("SELECT count(*) FROM experiment").fetchone()
    if count != 1:
        raise _not_ours(path, f"experiment: expected one row, got {count:,}")


def _not_ours(path: Path, why: str) -> StoreError:
    return StoreError(f"{path}: not a results file of metaqueens: {why}")


def _explained(path: Path, error: sqlite3.Error) -> StoreError:
    """What stands in the way of using the file."""
    if isinstance(error, sqlite3.OperationalError):  # locked, read-only, unreadable, full
        return StoreError(f"{path}: {in_a_line(error)}")
    return Damaged(
        f"{path} is damaged ({in_a_line(error)}); running the experiment again, or"
        f" `metaqueens salvage {path.parent}`, keeps its good part and sets the damaged file aside"
    )


def in_a_line(error: sqlite3.Error) -> str:
    """What SQLite says, which may be a list."""
    if str(error) == "interrupted":
        return "reading it takes far longer than a file of its size should"
    return printable(" ".join(str(error).split()))


def _script(name: str) -> str:
    return files("metaqueens.experiment.results").joinpath("sql", name).read_text(encoding="utf-8")
