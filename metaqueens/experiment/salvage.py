"""Out of a damaged database into a new one: every row that can still be read."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from metaqueens.experiment import database
from metaqueens.experiment.database import FILE, StoreError
from metaqueens.experiment.store import locked

# Of runs and traces the rows of a cell lie together; a damaged page hides those behind it, unless
# they are looked for from the other end.
_ENDS = ("", " DESC")


class Salvaged(NamedTuple):
    """What could be read, and where the damaged file is now."""

    cells: int
    runs: int
    set_aside: Path


def salvage(folder: Path) -> Salvaged:
    """Put the readable part of the database in ``folder`` in its place; set the old one aside.

    The boards lose their verdicts, so that each is checked again. Raises ``StoreError`` where
    nothing can be read, or the folder cannot be written.
    """
    lock = locked(folder)
    fresh = folder / "salvaged.sqlite"
    try:
        fresh.unlink(missing_ok=True)
        found = _copy(folder / FILE, fresh)
        aside = folder / time.strftime("damaged-%Y%m%d-%H%M%S.sqlite")
        for end in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                (folder / f"{FILE}{end}").rename(f"{aside}{end}")
        fresh.rename(folder / FILE)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{folder}: cannot salvage the results there: {error}") from None
    finally:
        lock.release()
    return Salvaged(*found, aside)


def _copy(damaged: Path, fresh: Path) -> tuple[int, int]:
    old = sqlite3.connect(damaged)
    try:
        name, given = next(_readable(old, "SELECT name, given FROM experiment"), (None, "{}"))
        cells = list(_readable(old, "SELECT cell FROM cells"))
        if name is None or not cells:
            raise StoreError(f"{damaged}: damaged in its first pages; nothing can be salvaged")
        new = database.create(fresh, name)
        with new:
            new.execute("UPDATE experiment SET given = ?", (given,))
            _copy_rows(old, new, "cells")
            _copy_rows(old, new, "sessions", "session")
            for (cell,) in cells:
                _copy_rows(old, new, f"runs WHERE cell = {cell}", "repetition")
                _copy_rows(old, new, f"traces WHERE cell = {cell}", "repetition", "evaluations")
            new.execute("UPDATE runs SET verdict = NULL")
        runs_kept = new.execute("SELECT COUNT(*) FROM runs").fetchone()[0]
        database.close(new)
    finally:
        old.close()
    return len(cells), runs_kept


def _copy_rows(old: sqlite3.Connection, new: sqlite3.Connection, which: str, *keys: str) -> None:
    """Copy the rows that can be read from either end."""
    table = which.split()[0]
    for end in _ENDS if keys else _ENDS[:1]:
        order = f" ORDER BY {', '.join(key + end for key in keys)}" if keys else ""
        with suppress(sqlite3.Error):  # the first row that cannot be read ends it
            cursor = old.execute(f"SELECT * FROM {which}{order}")
            names = [column[0] for column in cursor.description]
            marks = ", ".join("?" * len(names))
            insert = f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})"
            for row in cursor:
                with suppress(sqlite3.Error):  # damaged too: what must not be null is
                    new.execute(insert, row)


def _readable(old: sqlite3.Connection, query: str) -> Iterator[tuple]:
    with suppress(sqlite3.Error):
        yield from old.execute(query)
