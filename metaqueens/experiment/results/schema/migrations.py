"""Databases of earlier versions brought to the present one, a script and a transaction a step."""

import json
import re
import sqlite3
from importlib.resources import files

VERSION = 3
# What brings a database of each earlier version to the next one.
SCRIPTS = {1: "1_to_2.sql", 2: "2_to_3.sql"}
# What version 3 made of the columns before it, for tables that lack its own.
ADDED = {
    "cells": {"problem": "'{\"n\":' || n || '}'", "problem_label": "'n=' || n"},
    "sessions": {"part": "shard(command, 0)", "parts": "shard(command, 1)"},
}


def script(name: str) -> str:
    """A script of SQL."""
    room = files("metaqueens.experiment.results.schema") / "sql"
    return (room / name).read_text(encoding="utf-8")


def prepare(connection: sqlite3.Connection) -> None:
    """Let ``connection`` tell the shard in a command line, as scripts do."""
    connection.create_function("shard", 2, _shard, deterministic=True)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a database of ``version`` to the present one."""
    for older in range(version, VERSION):
        connection.executescript(f"BEGIN; {script(SCRIPTS[older])} COMMIT;")


def _shard(command: object, which: int) -> int:
    """The part of the experiment, or of how many, that a command line asked for; 1 of 1 if none."""
    try:
        words = " ".join(map(str, json.loads(str(command))))
    except (TypeError, ValueError, RecursionError):
        words = ""
    found = re.search(r"--shard[ =](\d{1,9})/(\d{1,9})(?!\d)", words)
    part, parts = map(int, found.groups()) if found else (1, 1)
    return (part, parts)[which] if 1 <= part <= parts else 1
