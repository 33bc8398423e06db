"""The values that the columns of a results database may hold; its writer is not trusted.

One condition a column, looked for by SQLite itself whenever a database is opened: what reads rows
afterwards can rely on their types.
"""

import sqlite3
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import ValidationError

from metaqueens.experiment.results.schema import kinds
from metaqueens.experiment.results.schema.json_columns import SHAPES
from metaqueens.experiment.results.schema.kinds import Kind
from metaqueens.experiment.results.schema.migrations import script

MOST_BYTES = 2**26

_ANY_TEXT = Kind("typeof({0}) = 'text'", "a text")
_OF_CELLS = Kind("typeof({0}) = 'integer' AND {0} IN (SELECT cell FROM cells)", "one of cells")
_PROBLEM = Kind(
    # In a CASE, which alone promises that what is no JSON is not looked into.
    f"CASE WHEN {kinds.json('problem').condition} THEN json_extract({{0}}, '$.n') = n ELSE 0 END",
    f"{kinds.json('problem').words}, and its n that of the cell",
)
_TIME = kinds.number(0, kinds.YEAR_9999)
_SECONDS = kinds.number(0, 1e12)
_COUNT = kinds.whole(0)

# Every column of every table, by table.
COLUMNS: Mapping[str, Mapping[str, Kind]] = {
    "experiment": {
        "name": kinds.text(kinds.NAME),
        "version": kinds.whole(1, 1000),
        "given": kinds.json("given"),
    },
    "cells": {
        "cell": _COUNT,
        "key": kinds.text(kinds.WORDS),
        "n": kinds.whole(1, 2**31 - 1),
        "encoding": kinds.one_of("permutation", "rows"),
        "label": kinds.text(kinds.NAME),
        "name": kinds.text(kinds.NAME),
        "use": kinds.text(kinds.NAME),
        "parameters": kinds.json("parameters"),
        "budget": kinds.json("budget"),
        "existence": kinds.or_null(kinds.one_of("proven none", "solvable")),
        "problem": _PROBLEM,
        "problem_label": kinds.text(kinds.NAME),
    },
    "sessions": {
        "session": _COUNT,
        "started": _TIME,
        "ended": kinds.or_null(_TIME),
        "host": kinds.text(kinds.WORDS),
        "pid": kinds.whole(0, 2**31 - 1),
        "command": kinds.json("command"),
        "provenance": kinds.json("provenance"),
        "part": kinds.whole(1),
        "parts": kinds.whole(1),
    },
    "runs": {
        "cell": _OF_CELLS,
        "repetition": _COUNT,
        "seed": kinds.whole(-kinds.LARGEST),
        "status": kinds.one_of("solved", "unsolved", "failed"),
        "reason": kinds.unless_failed(kinds.text(kinds.WORDS)),
        "guards": kinds.unless_failed(_COUNT),
        "fitness": kinds.unless_failed(kinds.number(-1e300, 1)),
        "evaluations": kinds.unless_failed(_COUNT),
        "steps": kinds.unless_failed(kinds.whole(-kinds.LARGEST)),
        "found_at": kinds.unless_failed(_COUNT),
        "seconds": kinds.unless_failed(_SECONDS),
        "cpu_seconds": kinds.unless_failed(_SECONDS),
        "verdict": kinds.or_null(kinds.one_of("validated", "checked", "rejected")),
        "board": kinds.or_null(_ANY_TEXT),
        "error": kinds.or_null(_ANY_TEXT),
        "session": kinds.or_null(_COUNT),
        "host": kinds.or_null(kinds.text(kinds.WORDS)),
        "started": kinds.or_null(_TIME),
        "ended": kinds.or_null(_TIME),
        "counters": kinds.or_null(kinds.json("counters")),
    },
    "traces": {
        "cell": _OF_CELLS,
        "repetition": _COUNT,
        "evaluations": _COUNT,
        "guards": _COUNT,
        "seconds": _SECONDS,
    },
}


class Misfit(NamedTuple):
    """A value that is not what its column holds, in words."""

    place: str
    said: str


def prepare(connection: sqlite3.Connection) -> None:
    """Let ``connection`` tell JSON of the right shape, and refuse values too large for memory."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    connection.create_function("fits", 2, _fits, deterministic=True)


def first_misfit(
    connection: sqlite3.Connection, table: str, where: str = "TRUE", values: tuple = ()
) -> Misfit | None:
    """The first value of ``table`` that is not what its column holds, in the rows ``where``."""
    own = COLUMNS[table]
    key = [name for name, column in ours()[table].items() if column.key]
    tests = [f"coalesce({kind.condition.format(name)}, 0)" for name, kind in own.items()]
    first = f"FROM {table} WHERE ({where}) AND NOT ({' AND '.join(tests)}) LIMIT 1"
    results = connection.execute(f"SELECT {', '.join(tests)} {first}", values).fetchone()
    if results is None:
        return None
    # The same row is the first one again.
    wrong = next(name for name, good in zip(own, results, strict=True) if not good)
    shown = ", ".join(map(_shown, [wrong, *(key or ["rowid"])]))
    got, *at = connection.execute(f"SELECT {shown} {first}", values).fetchone()
    place = ", ".join(f"{name} {one}" for name, one in zip(key or ["row"], at, strict=True))
    return Misfit(f"{table}, {place}", f"{wrong}: expected {own[wrong].words}, got {got}")


def first_undecodable(connection: sqlite3.Connection) -> Misfit | None:
    """The first text of any table that is not UTF-8, which SQLite itself does not mind."""
    connection.text_factory = bytes
    for table, own in COLUMNS.items():
        key = [name for name, column in ours()[table].items() if column.key] or ["rowid"]
        for row in connection.execute(f"SELECT {', '.join([*key, *own])} FROM {table}"):
            for name, value in zip(own, row[len(key) :], strict=True):
                if isinstance(value, bytes) and not _is_utf8(value):
                    place = ", ".join(f"{k} {one}" for k, one in zip(key, row, strict=False))
                    return Misfit(f"{table}, {place}", f"{name}: expected UTF-8, got other bytes")
    return None


def remove_misfits(connection: sqlite3.Connection) -> None:
    """Remove the rows that hold what their columns do not, and what belongs to them."""
    connection.execute("UPDATE experiment SET given = '{}' WHERE NOT fits('given', given)")
    for table in ("sessions", "cells", "runs", "traces"):
        tests = (kind.condition.format(name) for name, kind in COLUMNS[table].items())
        connection.execute(f"DELETE FROM {table} WHERE NOT coalesce({' AND '.join(tests)}, 0)")


class Column(NamedTuple):
    """A column as it is declared: its type, and its place in the key from 1, or 0."""

    type: str
    key: int
    hidden: int = 0


@lru_cache(1)
def ours() -> dict[str, dict[str, Column]]:
    """The columns of our tables, by table."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(script("schema.sql"))
        return {table: declared(connection, table) for table in COLUMNS}
    finally:
        connection.close()


def declared(connection: sqlite3.Connection, table: str) -> dict[str, Column]:
    """The columns of ``table``; hidden ones are computed."""
    query = "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)"
    return {name: Column(*rest) for name, *rest in connection.execute(query, (table,))}


def _shown(name: str) -> str:
    """A value as SQL writes it, where it is short."""
    return (
        f"CASE WHEN typeof({name}) = 'blob' THEN 'a blob of ' || length({name}) || ' bytes'"
        f" WHEN typeof({name}) = 'text' THEN 'the text ' || quote(substr({name}, 1, 40))"
        f" ELSE coalesce({name}, 'nothing') END"
    )


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def _fits(shape: str, value: Any) -> bool:
    return isinstance(value, str) and _is_json(shape, value)


@lru_cache(1000)
def _is_json(shape: str, text: str) -> bool:
    try:
        SHAPES[shape].adapter.validate_json(text, strict=True)
    except ValidationError:
        return False
    return True
