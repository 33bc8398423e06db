"""A database of schema 3 is brought to the present one, whatever happens meanwhile, or read."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from metaqueens import config
from metaqueens.experiment.results import database, queries, schema, tallies
from metaqueens.experiment.results.schema import StoreError
from metaqueens.experiment.results.store import Store
from tests.cli import forced, query, rows

GOLDEN = Path(__file__).parents[1] / "golden/experiment"
DECLARED = "SELECT type, name, sql FROM sqlite_master ORDER BY name"


@pytest.fixture
def old(tmp_path):
    """Results of version 3."""
    return shutil.copytree(GOLDEN, tmp_path / "old")


def test_an_old_database_is_as_a_new_one_after(old, tmp_path):
    before = rows(old, cost="guards")
    Store.open(old, writing=True).close()
    assert rows(old) == before
    database.create(tmp_path / "runs.sqlite", "new")
    assert query(old, DECLARED) == query(tmp_path, DECLARED)
    with Store.open(old) as store:
        experiment = config.parse(config.dump(queries.experiment(store)))
        known = {cell.key: cell for cell in queries.cells(store)}
    with Store.create(tmp_path / "new", experiment) as fresh:
        fresh.add_cells(experiment.cells, experiment.seed)
        for cell in queries.cells(fresh):
            same = known[cell.key]
            assert json.loads(same.parameters) == json.loads(cell.parameters)
            fresh_ones = {"cell": cell.cell, "existence": None, "parameters": cell.parameters}
            assert same._replace(**fresh_ones) == cell


KILLED = """
import os, signal, sys
from pathlib import Path
from metaqueens.experiment.results import database

folder, left, connected = Path(sys.argv[1]), int(sys.argv[2]), database._connect

def watched(path, mode):
    connection = connected(path, mode)
    def count(statement):
        global left
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
    connection.set_trace_callback(count)
    return connection

database._connect = watched
database.open_to_write(folder / database.FILE).close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_kill_in_the_middle_of_it_changes_nothing(old, tmp_path):
    """Killed before any of its statements, the next one to come does all of it."""
    before = rows(old, cost="guards")
    for left in range(0, 80, 8):
        folder = shutil.copytree(old, tmp_path / str(left))
        done = subprocess.run([sys.executable, "-c", KILLED, folder, str(left)], check=False)
        ((version,),) = query(folder, "SELECT version FROM experiment")
        declared = query(folder, "SELECT name FROM sqlite_master WHERE sql LIKE '%STRICT%'")
        assert len(declared) == (5 if version == schema.VERSION else 0)
        Store.open(folder, writing=True).close()
        assert rows(folder) == before
        assert done.returncode in (0, -9)
    assert (done.returncode, version) == (0, schema.VERSION)


@pytest.mark.parametrize("may_write", [True, False])
def test_who_reads_changes_nothing(old, monkeypatch, may_write):
    content = (old / "runs.sqlite").read_bytes()
    monkeypatch.setattr(os, "access", lambda path, mode: may_write)
    with Store.open(old) as store:
        assert tallies.total(store).finished == 48
        assert all(cell.problem_label == f"n={cell.n}" for cell in queries.cells(store))
    assert (old / "runs.sqlite").read_bytes() == content


def test_what_the_present_one_refuses_is_damage(old):
    query(old, "UPDATE runs SET guards = 'none' WHERE cell = 1 AND repetition = 0")
    with pytest.raises(StoreError, match=r"cannot store TEXT value in INTEGER column runs.cost"):
        Store.open(old)


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (2, "schema 2; this metaqueens reads 3 to 5"),
        (99, "schema 99; this metaqueens reads 3 to 5"),
    ],
)
def test_other_versions_are_refused(old, version, said):
    with closing(sqlite3.connect(old / "runs.sqlite")) as connection, connection:
        connection.execute(f"UPDATE experiment SET version = {version}")
    with pytest.raises(StoreError, match=said):
        Store.open(old)
    Store.open(shutil.copytree(GOLDEN, old.parent / "new"), writing=True).close()
    forced(old.parent / "new", f"UPDATE experiment SET version = {version}")
    with pytest.raises(StoreError, match=said):
        Store.open(old.parent / "new")
