"""The tables of a results database, declared in ``schema.sql``, and the checks of a file.

SQLite holds every value to its declaration. The checks here find files of other programs, and JSON
of another shape.
"""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, PositiveInt, TypeAdapter, ValidationError

from metaqueens.config.file import MOST_RUNS
from metaqueens.text.errors import UserError
from metaqueens.text.printable import printable

VERSION, OLDEST = 5, 3
_TEXT = (files("metaqueens.experiment.results") / "schema.sql").read_text(encoding="utf-8")
# Columns with another name before version 5.
_OLD_NAMES = {"cost": "guards"}
# A database has the script without comments.
SCRIPT = re.sub(r"[ \n]+", " ", re.sub(r"--.*", "", _TEXT))
TABLES = ("experiment", "sessions", "cells", "runs", "traces")
# The largest number in a column; a count of user code may be larger.
LARGEST = 2**62


class StoreError(UserError):
    """A results folder cannot be used.

    >>> issubclass(StoreError, ValueError)
    True
    """


class _Commit(BaseModel):
    commit: str
    dirty: bool


class _Tune(BaseModel):
    max_runs: PositiveInt


class _Experiment(BaseModel):
    """An experiment's file, as far as results are read with it."""

    runs: Annotated[int, Field(ge=1, le=MOST_RUNS)] = 1
    algorithms: dict[str, Any] = {}
    sweep: dict[str, Any] | None = None
    tune: _Tune | None = None
    earlier: list[int] = []


class _Provenance(BaseModel):
    versions: dict[str, str] = {}
    processor: str | None = None
    system: str | None = None
    git: dict[str, _Commit] = {}
    code: list[str] = []
    problems: dict[str, str] = {}
    algorithms: dict[str, str] = {}


# The shape of JSON, by table and column. It is read no deeper than 200 levels.
SHAPES: Mapping[str, Mapping[str, TypeAdapter[Any]]] = {
    "experiment": {"given": TypeAdapter(_Experiment)},
    "sessions": {"command": TypeAdapter(list[str]), "provenance": TypeAdapter(_Provenance)},
    "cells": {
        "parameters": TypeAdapter(dict[str, Any]),
        "budget": TypeAdapter(dict[str, float | int | None]),
        "problem": TypeAdapter(dict[str, Any]),
    },
    "runs": {"counters": TypeAdapter(dict[str, int | float])},
}


def damage(path: Path, why: str) -> StoreError:
    """Return the error of a damaged database."""
    return StoreError(
        f"{path} is damaged ({why}); remove {path.parent}, and `metaqueens run CONFIG` does its"
        " runs again, from the same seeds"
    )


def foreign(path: Path, why: str) -> StoreError:
    """Return the error of a file that metaqueens did not write."""
    return StoreError(f"{path}: not a results file of metaqueens: {why}")


def explain(path: Path, error: sqlite3.Error) -> StoreError:
    """Return an error of SQLite in one line."""
    text = printable(" ".join(str(error).split()))
    if text == "interrupted":
        text = "reading it takes far longer than a file of its size should"
    # Locked, read-only, unreadable, full; a text that is not UTF-8 is damage.
    if isinstance(error, sqlite3.OperationalError) and "UTF-8" not in text:
        return StoreError(f"{path}: {text}")
    return damage(path, text)


@cache
def columns(table: str) -> list[str]:
    """Return the columns of ``table``, in order."""
    with closing(new()) as connection:
        found = connection.execute(f"SELECT name FROM pragma_table_info('{table}')")
        return [name for (name,) in found]


def version_of(path: Path, connection: sqlite3.Connection) -> int:
    """Return the version of the schema. Raises ``StoreError`` if it is unknown."""
    try:
        (version,) = connection.execute("SELECT version FROM experiment LIMIT 1").fetchone()
    except (TypeError, sqlite3.OperationalError) as error:
        why = "no experiment in it" if isinstance(error, TypeError) else printable(str(error))
        raise foreign(path, why) from None
    if not isinstance(version, int) or not OLDEST <= version <= VERSION:
        found = printable(str(version)[:20])
        raise StoreError(f"{path}: schema {found}; this metaqueens reads {OLDEST} to {VERSION}")
    return version


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a database of ``version`` to the present version, in one transaction."""
    if version == VERSION:
        return
    steps = ["BEGIN", "DROP VIEW results"]
    steps += [f"ALTER TABLE {table} RENAME TO old_{table}" for table in TABLES]
    steps += [SCRIPT]
    for table in TABLES:
        names = columns(table)
        old = {**_OLD_NAMES, "version": str(VERSION)}
        values = ", ".join(old.get(name, name) for name in names)
        steps += [
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM old_{table}",
            f"DROP TABLE old_{table}",
        ]
    # Early versions could lose the session of a run.
    forget = "UPDATE runs SET session = NULL WHERE session NOT IN (SELECT session FROM sessions)"
    try:
        connection.executescript(";".join([*steps, forget, "COMMIT;"]))
    except sqlite3.Error:
        connection.rollback()
        raise


def require_whole(path: Path, connection: sqlite3.Connection, table: str) -> None:
    """Raise ``StoreError`` if pages or values of ``table``, or of all pages ("1"), are damaged."""
    (found,) = connection.execute(f"PRAGMA integrity_check({table})").fetchone()
    if found == "ok" and table != "1":
        row = connection.execute(f"PRAGMA foreign_key_check({table})").fetchone()
        found = f"{row[0]}: a row of none of the {row[2]}" if row else "ok"
    if found != "ok":
        raise damage(path, printable(" ".join(found.split())))


def require_sound(path: Path, connection: sqlite3.Connection) -> None:
    """Raise ``StoreError`` unless tables and values are as declared, and no trigger is there.

    Traces are checked when they are read.
    """
    with closing(new()) as empty:
        expected = _declarations(empty)
    found = _declarations(connection)
    for name in (name for name in expected if found.get(name) != expected[name]):
        raise foreign(path, f"{name} is not as it is made here")
    for name in (name for name, (kind, _) in found.items() if kind == "trigger"):
        raise foreign(path, f"it has the trigger {printable(name)}")
    for table in TABLES:
        if table != "traces":
            require_whole(path, connection, table)
    _require_shapes(path, connection)


def _require_shapes(path: Path, connection: sqlite3.Connection) -> None:
    """Raise ``StoreError`` for JSON of another shape; old SQLite trusts no JSON in a CHECK."""
    for table, shapes in SHAPES.items():
        for column, adapter in shapes.items():
            query = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"
            for (text,) in connection.execute(query):
                try:
                    adapter.validate_json(text, strict=True)
                except ValidationError:
                    raise damage(path, f"{table}.{column}: JSON of another shape") from None
    other_n = "iif(json_valid(problem), json_extract(problem, '$.n') IS NOT n, 0)"
    if connection.execute(f"SELECT 1 FROM cells WHERE {other_n}").fetchone():
        raise damage(path, "cells.problem: JSON of another shape")


def _declarations(connection: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Return the kind and the SQL of everything in a database but indexes, by name."""
    query = "SELECT lower(name), type, sql FROM sqlite_master WHERE type != 'index'"
    return {name: (kind, sql) for name, kind, sql in connection.execute(query)}


def new() -> sqlite3.Connection:
    """Return an empty database in memory."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCRIPT)
    return connection
