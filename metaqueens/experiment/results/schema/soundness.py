"""Whether a database is ours and undamaged; its writer is not trusted."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from metaqueens.experiment.results.errors import Damaged, StoreError
from metaqueens.experiment.results.schema import columns
from metaqueens.experiment.results.schema.migrations import VERSION
from metaqueens.files import reading
from metaqueens.text.errors import system_errors
from metaqueens.text.printable import printable


def require_file(path: Path) -> None:
    """Raise ``StoreError`` unless there is a database at ``path``, and nothing odd beside it."""
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
        raise StoreError(f"{path}: not a results file of metaqueens: not a database")


def require_tables(path: Path, connection: sqlite3.Connection) -> None:
    """Under the names of our tables there are tables, and nothing acts on its own."""
    query = "SELECT type, lower(name), rootpage FROM sqlite_master"
    try:
        tables = connection.execute(query)
    except UnicodeDecodeError:  # of what SQLite says, which quotes the file
        raise sqlite3.DatabaseError("malformed database schema") from None
    for kind, name, root in tables:
        if kind == "trigger":
            raise _not_ours(path, f"it has the trigger {printable(name)}")
        if name in columns.COLUMNS and (kind != "table" or not root):
            raise _not_ours(path, f"{name} is a {kind if root else 'view or a virtual table'}")


def version_of(path: Path, connection: sqlite3.Connection) -> int:
    """The version of its schema. Raises ``StoreError`` where it is none that is known here."""
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


def require_whole(connection: sqlite3.Connection, what: str) -> None:
    """Raise ``sqlite3.DatabaseError`` where pages are lost, twice there or not in their order."""
    found = connection.execute(f"PRAGMA integrity_check({what})").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def require_sound(path: Path, connection: sqlite3.Connection) -> None:
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


def require_sound_rows(
    path: Path, connection: sqlite3.Connection, table: str, where: str = "TRUE", values: tuple = ()
) -> None:
    """Raise ``Damaged`` where the rows of ``table`` hold what their columns do not.

    Where it is about all of its rows, also where its pages are not in order.
    """
    if where == "TRUE":
        require_whole(connection, table)
    if found := columns.first_misfit(connection, table, where, values):
        raise _misfit(path, found)


def explained(path: Path, connection: sqlite3.Connection, error: sqlite3.Error) -> StoreError:
    """What a reader stumbled over, and in which row where that can be told."""
    if is_about_text(error):
        with suppress(sqlite3.Error):
            if found := columns.first_undecodable(connection):
                return _misfit(path, found)
    return Damaged(
        f"{path} cannot be read ({in_a_line(error)}); if it is damaged, `metaqueens salvage"
        f" {path.parent}` keeps its good part"
    )


def is_about_text(error: BaseException) -> bool:
    """Whether SQLite met a text that is none."""
    return "UTF-8" in str(error) or "user-defined function" in str(error)


def unusable(path: Path, error: sqlite3.Error) -> StoreError:
    """What stands in the way of opening the file."""
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


def _misfit(path: Path, found: columns.Misfit) -> Damaged:
    return Damaged(
        f"{path}: {printable(found.place)}: {printable(found.said)}; `metaqueens salvage"
        f" {path.parent}` keeps the other rows"
    )


def _not_ours(path: Path, why: str) -> StoreError:
    return StoreError(f"{path}: not a results file of metaqueens: {why}")
