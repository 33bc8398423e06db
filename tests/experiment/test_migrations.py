"""Databases of earlier versions are brought up to date, whatever happens meanwhile, or read."""

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
from metaqueens.experiment import progress
from metaqueens.experiment.results import database, queries, tallies
from metaqueens.experiment.results.errors import StoreError
from metaqueens.experiment.results.salvage import salvage
from metaqueens.experiment.results.schema import migrations
from metaqueens.experiment.results.store import Store
from tests.cli import query, rows

GOLDEN = Path(__file__).parents[1] / "golden/experiment"
RUNS = "SELECT * FROM runs ORDER BY cell, repetition"


@pytest.fixture
def old(tmp_path):
    """Results of version 2."""
    return shutil.copytree(GOLDEN, tmp_path / "old")


def made_first(folder: Path) -> Path:
    """``folder`` of version 2 as version 1 would have left it."""
    for change in (
        "DROP VIEW results",
        *(f"ALTER TABLE runs DROP COLUMN {one}" for one in ("session", "host", "started", "ended")),
        "DROP TABLE sessions",
        "CREATE VIEW results AS SELECT 1 AS one",
        "UPDATE experiment SET version = 1",
    ):
        query(folder, change)
    return folder


def shape(folder: Path) -> list[tuple]:
    """Every table's columns."""
    return query(
        folder,
        'SELECT m.name, c.name, c.type, c.pk, c."notnull" FROM sqlite_master AS m,'
        " pragma_table_info(m.name) AS c WHERE m.type IN ('table', 'view') ORDER BY 1, 2",
    )


@pytest.mark.parametrize("version", [1, 2])
def test_an_old_database_is_as_a_new_one_after(old, tmp_path, version):
    if version == 1:
        made_first(old)
    before = rows(old)
    Store.open(old, writing=True).close()
    assert rows(old) == before
    assert query(old, "SELECT version FROM experiment") == [(database.VERSION,)]
    database.create(tmp_path / "runs.sqlite", "new")
    assert shape(old) == shape(tmp_path)
    with Store.open(old) as store:
        experiment = config.parse(config.dump(queries.given(store)))
        known = {cell.key: cell for cell in queries.cells(store)}
    with Store.create(tmp_path / "new", experiment) as fresh:
        fresh.add_cells(experiment.cells, experiment.seed)
        for cell in queries.cells(fresh):
            same = known[cell.key]
            assert json.loads(same.parameters) == json.loads(cell.parameters)
            fresh_ones = {"cell": cell.cell, "existence": None, "parameters": cell.parameters}
            assert same._replace(**fresh_ones) == cell


@pytest.mark.parametrize(
    ("command", "shard"),
    [
        (["metaqueens", "run", "x.yaml", "--shard", "2/3"], (2, 3)),
        (["metaqueens", "run", "x.yaml", "--shard=3/3"], (3, 3)),
        (["metaqueens", "run", "x.yaml"], (1, 1)),
        (["--shard", "4/3"], (1, 1)),
        (["--shard", "2/3000000000"], (1, 1)),
        ({"--shard": 3}, (1, 1)),
        (3, (1, 1)),
    ],
)
def test_the_shard_that_a_session_was_asked_for_becomes_columns(old, command, shard):
    with closing(sqlite3.connect(old / "runs.sqlite")) as connection, connection:
        connection.execute("UPDATE sessions SET command = ?", (json.dumps(command),))
    if isinstance(command, list):
        with Store.open(old) as store:
            last = tallies.last_session(store)
        assert (last.part, last.parts) == shard
        assert progress.read(old).total >= progress.read(old).done
    else:
        with pytest.raises(StoreError, match="command: expected JSON, a list of words"):
            Store.open(old)


KILLED = """
import os, signal, sys
from pathlib import Path
from metaqueens.experiment.results import database

folder, left, connected = Path(sys.argv[1]), int(sys.argv[2]), database._connected

def watched(path, mode):
    connection = connected(path, mode)
    def count(statement):
        global left
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
    connection.set_trace_callback(count)
    return connection

database._connected = watched
database.open_to_write(folder / database.FILE).close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_kill_in_the_middle_of_it_changes_nothing(old, tmp_path):
    """Killed before any of its statements, the next one to come does all of it."""
    before = rows(old)
    # All statements of both steps, and as many again of looking it over: every third is enough.
    for left in range(0, 60, 3):
        folder = made_first(shutil.copytree(old, tmp_path / str(left)))
        done = subprocess.run([sys.executable, "-c", KILLED, folder, str(left)], check=False)
        with closing(sqlite3.connect(folder / "runs.sqlite")) as connection:
            (version,) = connection.execute("SELECT version FROM experiment").fetchone()
            columns = [row[1] for row in connection.execute("PRAGMA table_info(cells)")]
        assert ("problem" in columns) == (version == database.VERSION)
        Store.open(folder, writing=True).close()
        assert rows(folder) == before
        assert done.returncode in (0, -9)
    assert (done.returncode, version) == (0, database.VERSION)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="POSIX permissions")
@pytest.mark.parametrize("version", [1, 2])
def test_what_cannot_be_brought_up_to_date_is_read_all_the_same(old, monkeypatch, version):
    if version == 1:
        made_first(old)
    before, content = rows(old), (old / "runs.sqlite").read_bytes()

    def is_read_only(path):
        raise StoreError(f"{path}: attempt to write a readonly database")

    monkeypatch.setattr(database, "open_to_write", is_read_only)
    with Store.open(old) as store:
        assert tallies.total(store).finished == 48
        assert {cell.problem_label for cell in queries.cells(store)} == {
            f"n={n}" for n in {row[1] for row in before if len(row) > 4}
        }
    assert (old / "runs.sqlite").read_bytes() == content


def test_a_damaged_one_of_an_earlier_version_is_salvaged(old):
    path = old / "runs.sqlite"
    path.write_bytes(path.read_bytes()[:-4096])
    found = salvage(old)
    assert found.cells == 12
    assert 0 < found.runs < 48
    with Store.open(old) as store:
        assert all(json.loads(cell.problem) == {"n": cell.n} for cell in queries.cells(store))


def test_every_step_has_its_script():
    assert list(migrations.SCRIPTS) == list(range(1, migrations.VERSION))
