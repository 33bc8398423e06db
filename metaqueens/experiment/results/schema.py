"""The tables of a results database: ``schema.sql`` names their columns and what those hold.

SQLite holds a file to it; what is looked at here is whether a file of others has these tables, and
what SQLite cannot tell: the shape of what is kept as JSON.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from metaqueens.config.file import MOST_RUNS
from metaqueens.text.errors import UserError
from metaqueens.text.printable import printable

VERSION, OLDEST = 5, 3
_TEXT = (files("metaqueens.experiment.results") / "schema.sql").read_text(encoding="utf-8")
# Columns that had another name before version 5.
_OLD_NAMES = {"cost": "guards"}
# What is looked for in a file, which has it without comments.
SCRIPT = re.sub(r"[ \n]+", " ", re.sub(r"--.*", "", _TEXT))
TABLES = ("experiment", "sessions", "cells", "runs", "traces")
# The largest number in a column; what an algorithm from outside counts may be larger.
LARGEST = 2**62
_TYPES = {"INTEGER": int, "REAL": float, "TEXT": str}
_Whole = Annotated[int, Field(ge=0)]
_Positive = Annotated[int, Field(ge=1)]
_Runs = Annotated[int, Field(ge=0, le=MOST_RUNS)]


class StoreError(UserError):
    """A results folder that cannot be used."""


class _Commit(BaseModel):
    commit: str
    dirty: bool


class _Tune(BaseModel):
    max_runs: _Positive


class _Given(BaseModel):
    """An experiment's file, as far as readers of results look into it."""

    runs: Annotated[_Runs, Field(ge=1)] = 1
    algorithms: dict[str, Any] = {}
    tune: _Tune | None = None


class _Asked(BaseModel):
    """What a session was asked for."""

    seed: _Whole = 1
    runs: _Runs = 0
    keep_boards: str = "all"


class _Provenance(BaseModel):
    """With what a session was done: see ``experiment.provenance``."""

    versions: dict[str, str] = {}
    processor: str | None = None
    system: str | None = None
    git: dict[str, _Commit] = {}
    code: list[str] = []
    copies: dict[str, str] = {}
    problems: dict[str, str] = {}
    experiment: _Asked = _Asked()
    kept: _Whole | None = None


class _Problem(BaseModel):
    """A problem as ``Queens.key`` has it, maybe with rules that are not known here."""

    n: _Positive


# The shape of what is kept as JSON, by table and column. It is read no deeper than 200 levels.
SHAPES: Mapping[str, Mapping[str, TypeAdapter[Any]]] = {
    "experiment": {"given": TypeAdapter(_Given)},
    "sessions": {"command": TypeAdapter(list[str]), "provenance": TypeAdapter(_Provenance)},
    "cells": {
        "parameters": TypeAdapter(dict[str, Any]),
        "budget": TypeAdapter(dict[str, float | int | None]),
        "problem": TypeAdapter(_Problem),
    },
    "runs": {"counters": TypeAdapter(dict[str, int | float])},
}


def damaged(path: Path, why: str) -> StoreError:
    """Return the error of a database that holds what it cannot."""
    return StoreError(
        f"{path} is damaged ({why}); remove {path.parent}, and `metaqueens run CONFIG` does its"
        " runs again, from the same seeds"
    )


def not_ours(path: Path, why: str) -> StoreError:
    """Return the error of a file that no metaqueens wrote."""
    return StoreError(f"{path}: not a results file of metaqueens: {why}")


def explained(path: Path, error: sqlite3.Error) -> StoreError:
    """Return what stands in the way of reading the file, in one line."""
    said = printable(" ".join(str(error).split()))
    if said == "interrupted":
        said = "reading it takes far longer than a file of its size should"
    # Locked, read-only, unreadable, full; a text that is not UTF-8 is damage.
    if isinstance(error, sqlite3.OperationalError) and "UTF-8" not in said:
        return StoreError(f"{path}: {said}")
    return damaged(path, said)


@cache
def columns(table: str) -> dict[str, type]:
    """Return the columns of ``table`` in their order, each with the type of its values."""
    with closing(_new()) as connection:
        found = connection.execute(f"SELECT name, type FROM pragma_table_info('{table}')")
        return {name: _TYPES[kind] for name, kind in found}


def version_of(path: Path, connection: sqlite3.Connection) -> int:
    """Return the version of its schema. Raises ``StoreError`` if it is none that is known."""
    try:
        (version,) = connection.execute("SELECT version FROM experiment LIMIT 1").fetchone()
    except (TypeError, sqlite3.OperationalError) as error:
        why = "no experiment in it" if isinstance(error, TypeError) else printable(str(error))
        raise not_ours(path, why) from None
    if not isinstance(version, int) or not OLDEST <= version <= VERSION:
        found = printable(str(version)[:20])
        raise StoreError(f"{path}: schema {found}; this metaqueens reads {OLDEST} to {VERSION}")
    return version


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a database of ``version`` to the present one, in one transaction."""
    if version == VERSION:
        return
    steps = ["BEGIN", "DROP VIEW results"]
    steps += [f"ALTER TABLE {table} RENAME TO old_{table}" for table in TABLES]
    steps += [SCRIPT]
    for table in TABLES:
        names = [*columns(table)]
        old = {**_OLD_NAMES, "version": str(VERSION)}
        values = ", ".join(old.get(name, name) for name in names)
        steps += [
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM old_{table}",
            f"DROP TABLE old_{table}",
        ]
    # Those of which a database has lost with what their runs were done.
    forget = "UPDATE runs SET session = NULL WHERE session NOT IN (SELECT session FROM sessions)"
    try:
        connection.executescript(";".join([*steps, forget, "COMMIT;"]))
    except sqlite3.Error:
        connection.rollback()
        raise


def require_ours(path: Path, connection: sqlite3.Connection) -> None:
    """Raise ``StoreError`` unless the tables are declared as ours, and nothing acts on its own."""
    with closing(_new()) as new:
        ours = _declared(new)
    theirs = _declared(connection)
    for name in (name for name in ours if theirs.get(name) != ours[name]):
        raise not_ours(path, f"{name} is not as it is made here")
    for name in (name for name, (kind, _) in theirs.items() if kind == "trigger"):
        raise not_ours(path, f"it has the trigger {printable(name)}")
    if not connection.execute("SELECT count(*) FROM experiment").fetchone()[0]:
        raise not_ours(path, "no experiment in it")


def require_whole(path: Path, connection: sqlite3.Connection, what: str) -> None:
    """Raise ``StoreError`` unless pages and values of a table, or of all ("1"), are as declared."""
    (found,) = connection.execute(f"PRAGMA integrity_check({what})").fetchone()
    if found == "ok" and what != "1":
        row = connection.execute(f"PRAGMA foreign_key_check({what})").fetchone()
        found = f"{row[0]}: a row of none of the {row[2]}" if row else "ok"
    if found != "ok":
        raise damaged(path, printable(" ".join(found.split())))


def require_sound(path: Path, connection: sqlite3.Connection) -> None:
    """Raise ``StoreError`` if tables hold what they cannot; traces are looked at when read."""
    for table in TABLES:
        if table != "traces":
            require_whole(path, connection, table)
    for column in _misshapen(connection):
        raise damaged(path, f"{column}: JSON of another shape")


def _misshapen(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield "table.column" for each JSON of a shape that its column does not hold.

    Functions of JSON in a CHECK are not trusted by all versions of SQLite.
    """
    for table, shapes in SHAPES.items():
        for column, adapter in shapes.items():
            given = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"
            for (text,) in connection.execute(given):
                try:
                    adapter.validate_json(text, strict=True)
                except ValidationError:
                    yield f"{table}.{column}"
    other_n = "iif(json_valid(problem), json_extract(problem, '$.n') IS NOT n, 0)"
    if connection.execute(f"SELECT 1 FROM cells WHERE {other_n}").fetchone():
        yield "cells.problem"


def _declared(connection: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Return the kind and the SQL of all that a database has, by name, but for indexes."""
    query = "SELECT lower(name), type, sql FROM sqlite_master WHERE type != 'index'"
    return {name: (kind, sql) for name, kind, sql in connection.execute(query)}


def _new() -> sqlite3.Connection:
    """Return an empty database in memory."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCRIPT)
    return connection
