"""Copy every row that can still be read from a damaged database into a new one."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from metaqueens.experiment.results import database, schema
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import SALVAGED, held, replace_damaged
from metaqueens.experiment.results.schema import StoreError
from metaqueens.text.errors import system_text
from metaqueens.text.words import many

BEFORE_ALL, BEHIND_ALL = -1, 2**62
# A damaged page hides the rows behind it, unless they are looked for from the other end.
ORDERS = "ASC", "DESC"


class Salvaged(NamedTuple):
    """What could be read, and where the damaged file is now.

    cells, runs : those that are kept
    dropped : runs that could be read, but not the whole of their traces, and are done again
    sessions : of the runs that are kept, how many of what they were done with is lost
    """

    cells: int
    runs: int
    dropped: int
    sessions: int
    set_aside: Path

    def told(self) -> str:
        """Return it in words, a line for each thing to know."""
        lines = [
            f"{self.set_aside.parent}: its database was damaged. {self.runs:,} runs of"
            f" {self.cells:,} cells could be read and are kept; the damaged file is"
            f" {self.set_aside}"
        ]
        if self.dropped:
            lines.append(f"{many(self.dropped, 'run')} without a whole trace: to be done again")
        if self.sessions:
            lost = f"{many(self.sessions, 'session')}: with what their runs were done is lost"
            lines.append(f"{lost} (versions, machine, command)")
        return "\n".join(lines)


def salvage(folder: Path) -> Salvaged:
    """Put the readable part of the database in ``folder`` in its place; set the old one aside.

    The boards lose their verdicts, so that each is checked again. Raises ``StoreError`` where
    nothing can be read, or the folder cannot be written.
    """
    begun = folder / "salvaging.sqlite"
    try:
        with held(folder):
            found = _copy(folder / FILE, begun)
            # Whole, and named after its time: a kill from here on is finished by the next writer.
            whole = begun.rename(folder / time.strftime(f"{SALVAGED}%Y%m%d-%H%M%S.sqlite"))
            aside = replace_damaged(folder, whole)
    except (OSError, sqlite3.Error) as error:
        why = system_text(error)
        raise StoreError(f"{folder}: cannot salvage the results there: {why}") from None
    return Salvaged(*found, aside)


def _copy(damaged: Path, fresh: Path) -> tuple[int, int, int, int]:
    with closing(database.open_damaged(damaged)) as old:
        # Without it SQLite refuses every page of a file that is shorter than its header says.
        old.execute("PRAGMA writable_schema = ON")
        name, given = next(_readable(old, "SELECT name, given FROM experiment"), (None, "{}"))
        ends = (f"SELECT cell FROM cells ORDER BY cell {order}" for order in ORDERS)
        found = {cell for query in ends for (cell,) in _readable(old, query)}
        cells = sorted(cell for cell in found if isinstance(cell, int))
        if not isinstance(name, str) or not cells:
            raise StoreError(f"{damaged}: its cells cannot be read; nothing can be salvaged")
        database.create(fresh, name)
        with closing(sqlite3.connect(fresh)) as new:
            with new:
                with suppress(sqlite3.Error):
                    new.execute("UPDATE experiment SET given = ?", (given,))
                dropped = _copy_cells(old, new, cells)
                _remove_strays(new)
                (lost,) = new.execute(
                    "SELECT COUNT(DISTINCT session) FROM runs"
                    " WHERE session NOT IN (SELECT session FROM sessions)"
                ).fetchone()
                new.execute(schema.FORGET_LOST_SESSIONS)
            kept = new.execute("SELECT (SELECT COUNT(*) FROM cells), COUNT(*) FROM runs").fetchone()
    return kept[0], kept[1], dropped, lost


def _copy_cells(old: sqlite3.Connection, new: sqlite3.Connection, cells: list[int]) -> int:
    """Copy the ``cells``, the sessions, and the runs; each run without its verdict.

    Return how many runs were left out because of their traces.
    """
    dropped = 0
    _copy_rows(old, new, "cells", "cell")
    _copy_rows(old, new, "sessions", "session")
    for cell in cells:
        where = f"WHERE cell = {cell}"
        _copy_rows(old, new, "runs", "repetition", where)
        gap = _copy_rows(old, new, "traces", "repetition", where)
        # A run without its whole trace is done again.
        left_out = new.execute(f"DELETE FROM runs {where} AND repetition BETWEEN ? AND ?", gap)
        dropped += left_out.rowcount
        new.execute(f"DELETE FROM traces {where} AND repetition BETWEEN ? AND ?", gap)
    new.execute("UPDATE runs SET verdict = NULL")
    return dropped


def _remove_strays(new: sqlite3.Connection) -> None:
    """Remove the rows with JSON of another shape, and the runs and traces of no cell."""
    for place, text in list(schema.misshapen(new)):
        table, _, column = place.partition(".")
        forget = "UPDATE experiment SET given = '{}'" if column == "given" else None
        new.execute(forget or f"DELETE FROM {table} WHERE {column} = ?", () if forget else (text,))
    for table in ("runs", "traces"):
        new.execute(f"DELETE FROM {table} WHERE cell NOT IN (SELECT cell FROM cells)")


def _copy_rows(
    old: sqlite3.Connection, new: sqlite3.Connection, table: str, key: str, where: str = ""
) -> tuple[int, int]:
    """Copy the rows that can be read.

    Return the ``key`` of the last one before, and of the first one behind, what cannot be.
    """
    columns, gap = schema.columns(table), [BEFORE_ALL, BEHIND_ALL]
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    for end, order in enumerate(ORDERS):
        try:
            rows = old.execute(f"SELECT {names} FROM {table} {where} ORDER BY {key} {order}")
            for row in rows:
                with suppress(sqlite3.Error):  # its values are damaged too
                    new.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", row)
                gap[end] = row[list(columns).index(key)]
        except sqlite3.Error:
            continue
        return BEHIND_ALL, BEFORE_ALL
    return gap[0], gap[1]


def _readable(old: sqlite3.Connection, query: str) -> Iterator[tuple]:
    with suppress(sqlite3.Error):
        yield from old.execute(query)
