"""A stranger's results: a small database of ours with values and bytes of it changed.

An input is a list of changes. Of a value: column, kind, length, that many bytes. Of the file
itself: 255, where (two bytes), length, that many bytes.
"""

import os
import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.cli import without_rules
from tests.fuzz import instrumented, main, outcome

with instrumented(__name__):
    from metaqueens.analysis.data.runs import load, traces
    from metaqueens.analysis.summary import summarise
    from metaqueens.experiment import contents, validate
    from metaqueens.experiment.results import database, queries, schema, tallies
    from metaqueens.experiment.results.merge import merge
    from metaqueens.experiment.results.salvage import salvage
    from metaqueens.experiment.results.store import Store

GOLDEN = Path(__file__).parents[1] / "golden" / "experiment" / database.FILE
# In memory where that is a folder: a database waits for the disk many times.
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
OUTSIDE = Path(tempfile.mkdtemp(prefix="metaqueens-fuzz-", dir=MEMORY))
PLACES = [(table, column) for table in schema.TABLES for column in schema.columns(table)]
OF_THE_FILE = 255


class Change(NamedTuple):
    """Some bytes, and where they go: a column's number and their kind, or a place in the file."""

    column: int
    kind: int
    where: int
    said: bytes


def changes(data: bytes) -> Iterator[Change]:
    at = 0
    while len(data) - at >= 4:
        column, kind, where, length = data[at], data[at + 1], data[at + 1] * 256 + data[at + 2], 0
        at += 3 if column == OF_THE_FILE else 2
        length = data[at]
        yield Change(column, kind, where, data[at + 1 : at + 1 + length])
        at += 1 + length


def value(change: Change) -> Any:
    """What to put in a column."""
    number = change.said[:8].ljust(8, b"\0")
    return (
        None,
        struct.unpack("<q", number)[0],
        struct.unpack("<d", number)[0],
        change.said.decode("utf-8", "replace"),
        change.said,
    )[change.kind % 5]


@cache
def sound() -> bytes:
    """The golden results as this version keeps them, but few."""
    path = OUTSIDE / "sound.sqlite"
    shutil.copyfile(GOLDEN, path)
    database.close(database.open_to_write(path))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM runs WHERE repetition > 1")
        connection.execute("DELETE FROM traces WHERE repetition > 1 OR evaluations > 50")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")
    return path.read_bytes()


def change(path: Path, data: bytes) -> None:
    """The database at ``path``, changed as ``data`` says."""
    path.write_bytes(sound())
    asked = list(changes(data))
    with without_rules(path) as connection:
        for one in asked:
            if one.column != OF_THE_FILE:
                table, column = PLACES[one.column % len(PLACES)]
                number = "repetition" if table in ("runs", "traces") else "rowid"
                every = one.column // len(PLACES) % 2 + 1
                with suppress(sqlite3.Error):  # what SQLite itself refuses
                    connection.execute(
                        f"UPDATE {table} SET {column} = ? WHERE {number} % ? = 0",
                        (value(one), every),
                    )
    content = bytearray(path.read_bytes())
    for one in asked:
        if one.column == OF_THE_FILE:
            start = one.where % len(content)
            content[start : start + len(one.said)] = one.said
    path.write_bytes(content)


def readers(folder: Path) -> Iterator[Any]:
    """What commands read, each as a function."""

    def overview() -> None:
        with Store.open(folder) as store:
            contents.overview(store)
            contents.cells(store)
            queries.given(store)
            tallies.sessions(store)
            tallies.failures(store)
            summarise(store)

    def recounted() -> None:
        with Store.open(folder, writing=True) as store:
            assert set(validate.validate(store, with_cp_sat=False)) <= {"checked", "rejected"}

    yield overview
    yield lambda: load(folder)
    yield lambda: traces(folder)
    yield lambda: merge([folder], folder / "merged")
    yield recounted
    yield lambda: salvage(folder)
    yield overview


def one(data: bytes) -> None:
    with tempfile.TemporaryDirectory(dir=OUTSIDE) as name:
        folder = Path(name)
        change(folder / database.FILE, data)
        for read in readers(folder):
            outcome(read)


if __name__ == "__main__":
    main("results", one)
