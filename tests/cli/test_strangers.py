"""A stranger's results are data: whatever they hold, a reader ends in a line and runs nothing."""

import os
import shutil
import socket
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from . import CONFIG, call, forced, query, ran

LARGE = 10_001
# Every command that reads results, as somebody would type it.
READERS = {
    "show": ["show", "RESULTS"],
    "show as JSON": ["show", "RESULTS", "--json"],
    "show a run": ["show", "RESULTS", "1-0"],
    "list": ["list", "results", "RESULTS"],
    "compare": ["compare", "RESULTS"],
    "compare in Markdown": ["compare", "RESULTS", "--markdown"],
    "export": ["export", "RESULTS", "--traces", "-o", "OUT.csv"],
    "validate": ["validate", "RESULTS"],
    "replay": ["replay", "RESULTS", "1-0"],
    "report": ["report", "RESULTS", "-o", "OUT.html"],
}
DEEP = "[" * 100_000


def sql(*statements: str):
    """Damage by SQL."""
    return lambda folder: [query(folder, statement) for statement in statements]


def without_rules(*statements: str):
    """Damage of tables that are declared without the rules that would refuse it."""
    return lambda folder: forced(folder, *statements)


ENDLESS = "WITH RECURSIVE k(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM k) SELECT {} FROM k"


def in_place_of_the_board(make):
    """Damage of the file of a large board."""

    def damage(folder: Path) -> None:
        (path,) = (folder / "boards").glob("*.npy")
        path.unlink()
        make(path)
        # As if the file had always been this one.
        known = sha256(np.zeros(LARGE, np.int32).tobytes()).hexdigest()
        query(folder, f"UPDATE runs SET board = substr(board, 1, instr(board, ':')) || '{known}'")

    return damage


def header(path: Path, shape: tuple, kind: str = "<i8") -> None:
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(
            file, {"descr": kind, "fortran_order": False, "shape": shape}
        )


def pickled(path: Path) -> None:
    np.save(path, np.array([{1: 2}], dtype=object), allow_pickle=True)


def sock(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made, pytest.MonkeyPatch.context() as patch:
        patch.chdir(path.parent)  # the names of sockets are short
        made.bind(path.name)


def elsewhere(path: Path) -> None:
    outside = path.parents[2] / "outside.npy"
    np.save(outside, np.zeros(LARGE, np.int32))
    path.symlink_to(outside)


# What is done to a folder of results on 8 queens.
DAMAGES = {
    **{
        f"{table}.{column} = {value}": without_rules(f"UPDATE {table} SET {column} = {value}")
        for table, columns in {
            "cells": ("n", "name", "use", "budget", "existence"),
            "sessions": ("started", "pid", "command"),
            "runs": ("cost", "evaluations", "seconds", "status", "board", "started", "error"),
            "traces": ("cost", "seconds"),
        }.items()
        for column in columns
        for value in ("x'00ff'", "'a text'", "NULL", "9e999", "-5")
    },
    **{
        f"{table}.{column} = {text[:12]}": sql(f"UPDATE {table} SET {column} = '{text}'")
        for table, column in (
            ("experiment", "given"), ("cells", "parameters"), ("cells", "budget"),
            ("sessions", "command"), ("sessions", "provenance"), ("runs", "board"),
        )
        for text in (DEEP, "{", "3", '{"runs": "x", "versions": 3, "git": {"a": 1}, "tune": 7}')
    },
    "no runs": sql("DELETE FROM runs", "DELETE FROM traces"),
    "no experiment": sql("DELETE FROM experiment"),
    "two experiments": without_rules("INSERT INTO experiment VALUES ('other', 6, '{}')"),
    "runs of no cell": sql("UPDATE runs SET cell = 77 WHERE cell = 2"),
    "version is of tomorrow": without_rules("UPDATE experiment SET version = 99"),
    "huge numbers": sql("UPDATE runs SET evaluations = 4611686018427387904"),
    "work of ages": sql("UPDATE runs SET evaluations = 1000000000000000, seconds = 0.1"),
    "nothing priced": sql("UPDATE runs SET evaluations = 0, found_at = 0, seconds = 0"),
    "huge times": without_rules("UPDATE runs SET started = 1e300, ended = 1e300"),
    "a huge population": sql(
        "UPDATE cells SET parameters = json_set(parameters, '$.population', 1000000000000)"
        " WHERE label = 'ga'"
    ),
    "endless view of runs": sql("DROP TABLE runs", "CREATE VIEW runs AS " + ENDLESS.format("*")),
    "view of itself": sql("DROP TABLE traces", "CREATE VIEW traces AS SELECT * FROM results"),
    "endless results": sql("DROP VIEW results", "CREATE VIEW results AS " + ENDLESS.format("*")),
    "a trigger": sql(
        "CREATE TRIGGER more AFTER UPDATE ON runs BEGIN INSERT INTO traces "
        + ENDLESS.format("1, 1, x, 1, 1") + "; END"
    ),
    "a generated column": sql(
        "ALTER TABLE runs RENAME COLUMN host TO gone",
        "ALTER TABLE runs ADD COLUMN host TEXT GENERATED ALWAYS AS (hex(zeroblob(9999999)))",
    ),
    "a column less": sql("DROP VIEW results", "ALTER TABLE runs DROP COLUMN host"),
    "a label that steers": sql(
        "UPDATE cells SET name = char(27) || ']0;owned' || char(7) || char(155) || '2J[/red]'",
        "UPDATE experiment SET name = char(27) || '[31mred'",
        "UPDATE sessions SET host = char(27) || '[1A', command = '[\"\\u001b[2J\"]'",
    ),
    "a text that is no text": without_rules(
        "UPDATE cells SET label = CAST(x'ff41' AS TEXT), name = CAST(x'ff41' AS TEXT)"
    ),
}  # fmt: skip
REPORTED = ("no runs", "huge numbers", "nothing priced", "work of ages", "a huge population")
LARGE_DAMAGES = {
    "a pipe": in_place_of_the_board(os.mkfifo),
    "a socket": in_place_of_the_board(sock),
    "a folder": in_place_of_the_board(Path.mkdir),
    "a device": in_place_of_the_board(lambda path: path.symlink_to("/dev/zero")),
    "a link to elsewhere": in_place_of_the_board(elsewhere),
    "a link to itself": in_place_of_the_board(lambda path: path.symlink_to(path.name)),
    "14 TiB": in_place_of_the_board(lambda path: header(path, (2_000_000_000_000,))),
    "pickled": in_place_of_the_board(pickled),
    "texts": in_place_of_the_board(lambda path: header(path, (LARGE,), "<U1000000")),
    "a deep header": in_place_of_the_board(
        lambda path: path.write_bytes(b"\x93NUMPY\x01\x00\x60\xea" + b"(" * 60_000)
    ),
}


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    words = (f"problem.n={LARGE}", "algorithms={qs: {use: queue_search}}", "budget.evaluations=1e7")
    return ran(tmp_path_factory.mktemp("strangers"), CONFIG, *words, "runs=1")


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def words_of(reader: str, folder: Path, here: Path) -> list[str]:
    named = {"RESULTS": str(folder), "OUT": str(here / "out")}
    return [
        str(here / word.lower()) if word.startswith("OUT.") else named.get(word, word)
        for word in READERS[reader]
    ]


def require_a_clear_end(reader: str, folder: Path, here: Path) -> None:
    for out in here.glob("out*"):
        shutil.rmtree(out) if out.is_dir() else out.unlink()
    said = call(*words_of(reader, folder, here))
    assert said.code in (0, 2, 3, 4), said
    for text in (said.out, said.err):
        assert "Traceback" not in text, said
        assert not set(text) & {chr(k) for k in (*range(9), *range(11, 32), *range(127, 160))}
    if said.code == 2:
        assert said.out == ""
        assert len(said.err.splitlines()) == 1, said
        assert len(said.err) < 1000, said


@pytest.mark.parametrize("damage", DAMAGES)
def test_whatever_results_hold_readers_end_in_a_line(small, here, damage):
    origin = shutil.copytree(small, here / "results")
    DAMAGES[damage](origin)
    for reader in READERS:
        if reader != "report" or damage in REPORTED:  # it reads as compare does, and takes seconds
            folder = shutil.copytree(origin, here / "copy", dirs_exist_ok=True)
            require_a_clear_end(reader, folder, here)


@pytest.mark.parametrize("damage", LARGE_DAMAGES)
def test_whatever_stands_for_the_file_of_a_board(large, here, damage):
    folder = shutil.copytree(large, here / "results")
    LARGE_DAMAGES[damage](folder)
    for reader in [*READERS][:-1]:  # all but the report
        require_a_clear_end(reader, folder, here)
