"""The command line: what it prints, what it leaves behind, and its exit codes."""

import csv
import io
import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from metaqueens.cli import run_command
from metaqueens.core.compilation import MESSAGE
from tests.outside import none_yet
from tests.patience import PATIENCE, computed, until

CONFIG = """\
name: small
problem: {n: 8}
algorithms:
  mc: {use: min_conflicts, encoding: rows}
  ga: {use: genetic, population: 20}
budget: {evaluations: 20_000}
runs: 3
seed: 7
"""


class Said(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str


def without_report(words: tuple[str | Path, ...]) -> list[str]:
    """The words of a command; the report it leaves is tested elsewhere, and takes seconds."""
    asked = not words or words[0] != "run" or "--report" in words
    return [*map(str, words), *([] if asked else ["--no-report"])]


def call(*words: str | Path, stdin: str = "") -> Said:
    """``metaqueens WORDS...`` in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["metaqueens", *without_report(words)])
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        code = run_command()
    return Said(code, out.getvalue(), _warm(err.getvalue()))


def done(*words: str | Path) -> Said:
    """What a command says that must end well."""
    said = call(*words)
    assert said.code == 0, said.err
    return said


def silent(*words: str | Path, stdin: str = "") -> str:
    """What a command prints that must end well, and with nothing else to say."""
    said = call(*words, stdin=stdin)
    assert (said.code, said.err) == (0, "")
    return said.out


def ran(home: Path, text: str = CONFIG, *words: str) -> Path:
    """The results, in ``home``, of a config with this text."""
    (home / "small.yaml").write_text(text)
    done("run", home / "small.yaml", "-j", "1", "-q", "-o", home / "small", *words)
    return home / "small"


def refused(*words: str | Path) -> Said:
    """What a command says that must end with exit code 2, and in words of its own."""
    said = call(*words)
    assert said.code == 2
    assert "Traceback" not in said.err
    return said


def failed(*words: str | Path) -> Said:
    """What a command says whose search fails: exit code 3, and words of its own."""
    said = call(*words)
    assert said.code == 3
    assert "Traceback" not in said.err
    return said


def told(*words: str | Path, code: int = 0):
    """The JSON of a command that must end with this code, and with nothing else to say."""
    said = call(*words, "--json")
    assert (said.code, said.err) == (code, "")
    return json.loads(said.out)


def table_of(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def call_in(folder: Path, *words: str | Path) -> Said:
    """``metaqueens WORDS...`` in this process, in ``folder``, with the modules that lie there."""
    with none_yet() as patch:
        patch.chdir(folder)
        return call(*words)


def _warm(err: str) -> str:
    """What stderr says where the kernels are compiled already: no test may depend on that."""
    return err.replace(f"{MESSAGE}\n", "")


def start(*words: str | Path, folder: Path, **options) -> subprocess.Popen:
    """``python -m metaqueens WORDS...`` in a process of its own, in ``folder``."""
    command = [sys.executable, "-m", "metaqueens", *without_report(words)]
    return subprocess.Popen(
        command, cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, **options,
    )  # fmt: skip


def really(*words: str | Path, folder: Path, stdin: str = "") -> Said:
    """Run the program itself and wait for it."""
    process = start(*words, folder=folder)
    out, err = process.communicate(stdin, timeout=PATIENCE)
    return Said(process.returncode, out, _warm(err))


def ended(process: subprocess.Popen, *codes: int) -> tuple[str, str]:
    """What a process prints and says that ends with one of these codes, in words of its own."""
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode in codes, err
    assert "Traceback" not in err
    return out, err


def interrupted(process: subprocess.Popen) -> tuple[str, str]:
    """What a process prints and says that is interrupted once it computes."""
    until(lambda: computed(process) > 4, process)
    process.send_signal(signal.SIGINT)
    return ended(process, 130)


def last_line(text: str) -> str:
    return text.rstrip("\n").rpartition("\n")[2]


def query(folder: Path, sql: str) -> list[tuple]:
    """Ask, or change, the results in ``folder``."""
    # Never makes a file: a run that is just beginning would find it.
    address = f"{(folder / 'runs.sqlite').resolve().as_uri()}?mode=rw"
    database = sqlite3.connect(address, timeout=PATIENCE, uri=True)
    with closing(database), database:
        return database.execute(sql).fetchall()


def forced(folder: Path, *statements: str) -> None:
    """Change the results in ``folder`` as SQLite itself would refuse to, held to no types."""
    with closing(sqlite3.connect(folder / "runs.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = ON")
        declared = "SELECT sql, name FROM sqlite_master WHERE type = 'table'"
        before = database.execute(declared).fetchall()
        for rule, instead in ((" NOT NULL", ""), (" STRICT, ", " "), (" STRICT", "")):
            change = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE type = 'table'"
            database.execute(change, (rule, instead))
    with closing(sqlite3.connect(folder / "runs.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            database.execute(statement)
        database.execute("PRAGMA writable_schema = ON")
        database.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", before)


def finished(results: Path) -> int:
    """How many runs a folder holds while it is being written."""
    if not (results / "runs.sqlite").exists():
        return 0  # asked for, an empty one would be made, in the way of the real one
    try:
        return query(results, "SELECT COUNT(*) FROM runs")[0][0]
    except sqlite3.Error:
        return 0  # not there yet


def rows(folder: Path, cost: str = "cost") -> list[tuple]:
    """All that a run leaves, times aside, and its trace; ``cost`` is the name of that column."""
    runs = query(
        folder,
        "SELECT key, n, encoding, label, name, use, parameters, budget, repetition, seed, status,"
        f" reason, {cost}, fitness, evaluations, steps, found_at, verdict, board, error"
        " FROM runs JOIN cells USING (cell) ORDER BY key, repetition",
    )
    traces = query(
        folder,
        f"SELECT key, repetition, evaluations, {cost} FROM traces JOIN cells USING (cell)"
        " ORDER BY key, repetition, evaluations",
    )
    return runs + traces
