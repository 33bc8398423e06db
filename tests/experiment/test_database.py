"""The database of a results folder: what is said of one that is damaged, or of another file."""

import os
import shutil
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from metaqueens.experiment.results import database
from metaqueens.experiment.results.store import Store
from metaqueens.text.errors import UserError
from tests.cli import CONFIG, call, forced, query, really
from tests.cli.test_links import contents

PAGE = 4096
GOLDEN = Path(__file__).parents[1] / "golden" / "experiment"
READERS = ("show", "validate", "compare")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Results of a few hundred runs: their tables have several pages."""
    home = tmp_path_factory.mktemp("database")
    config = CONFIG.replace("runs: 3", "runs: 200").replace("n: 8", "n: 20")
    (home / "many.yaml").write_text(config.replace("genetic, population: 20", "hill_climbing"))
    assert call("run", home / "many.yaml", "-j", "1", "-q", "-o", home / "many").code == 0
    return home / "many"


@pytest.fixture
def folder(kept, tmp_path):
    return shutil.copytree(kept, tmp_path / "many")


READ_ONLY = (
    "show", "show 1-0", "report -o page.html", "compare", "export -o runs.csv", "replay 1-0",
)  # fmt: skip


@pytest.mark.parametrize("schema", ["present", "old"])
@pytest.mark.parametrize("words", READ_ONLY)
def test_a_command_that_reads_leaves_every_byte(folder, tmp_path, monkeypatch, words, schema):
    if schema == "old":
        folder = shutil.copytree(GOLDEN, tmp_path / "old")
    monkeypatch.chdir(tmp_path)
    before = contents(folder)
    command, *others = words.split()
    assert call(command, folder, *others).code == 0
    assert contents(folder) == before


def test_a_file_is_whole_also_if_somebody_reads_it_when_it_is_closed(folder):
    path = folder / database.FILE
    with closing(database.open_to_write(path)) as writer:
        writer.execute("UPDATE experiment SET name = 'other'")
        writer.commit()
        with closing(database.open_to_read(path)):
            database.close(writer)
            assert b"other" in path.read_bytes()


def require_damage(folder, said):
    """Each command that reads the folder says so, and nothing else."""
    for reader in READERS:
        found = call(reader, folder)
        assert (found.code, found.out) == (2, "")
        assert f"{folder}/runs.sqlite is damaged ({said}" in found.err


def test_a_sqlite_that_is_too_old_is_said(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(database.sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(database.sqlite3, "sqlite_version", "3.34.1")
    said = "SQLite 3.34.1 comes with this Python; results need 3.37 or newer"
    with pytest.raises(UserError, match=said):
        Store.open(folder)
    with pytest.raises(UserError, match=said):
        database.create(tmp_path / "new.sqlite", "new")


def test_an_error_that_is_kept_keeps_no_lock(folder):
    """As a notebook keeps the last one, with all that its traceback refers to."""
    path = folder / database.FILE
    connection = database.open_to_read(path)
    kept = connection.execute("SELECT * FROM runs")
    assert kept.fetchone()
    connection.close()
    with closing(database.open_to_write(path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with pytest.raises(sqlite3.ProgrammingError):
        kept.fetchone()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("cost = x'00ff'", "non-INTEGER value in runs.cost"),
        ("cost = NULL", "CHECK constraint failed in runs"),
        ("cost = -1", "CHECK constraint failed in runs"),
        ("seed = NULL", "NULL value in runs.seed"),
        ("cell = 77", "runs: a row of none of the cells"),
        ("session = 77", "runs: a row of none of the sessions"),
    ],
)
def test_a_value_that_cannot_be_is_damage(folder, change, said):
    forced(folder, f"UPDATE runs SET {change} WHERE cell = 2 AND repetition = 7")
    require_damage(folder, said)


def test_a_text_that_is_no_text_is_damage(folder):
    query(folder, "UPDATE runs SET board = CAST(x'5bff' AS TEXT) WHERE cell = 1 AND repetition = 9")
    for words in (["show", folder, "1-9"], ["validate", folder]):
        said = call(*words)
        assert said.code == 2
        assert "is damaged (Could not decode to UTF-8" in said.err.splitlines()[-1]


def test_who_reads_no_traces_does_not_fail_where_they_are_wrong(folder):
    forced(folder, "UPDATE traces SET cost = 'many' WHERE cell = 1 AND repetition = 3")
    assert call("show", folder).code == 0
    for words in (["show", folder, "1-3"], ["export", folder, "--traces"]):
        said = call(*words)
        assert said.code == 2
        assert "non-INTEGER value in traces.cost" in said.err
    assert not folder.with_name("many.csv").exists()


def misplaced(folder) -> None:
    """Pages in each other's places such that SQLite's quick check does not mind."""
    path = folder / "runs.sqlite"
    good = path.read_bytes()
    for one in range(2, len(good) // PAGE):
        for other in range(one + 1, min(one + 4, len(good) // PAGE)):
            here, there = (slice(k * PAGE, (k + 1) * PAGE) for k in (one, other))
            bad = bytearray(good)
            bad[here], bad[there] = good[there], good[here]
            path.write_bytes(bad)
            if checked(path, "quick") == "ok" and "order for runs" in checked(path, "integrity"):
                return
    pytest.fail("no such pages")


def checked(path, how: str) -> str:
    """What SQLite says of the file."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            return str(connection.execute(f"PRAGMA {how}_check(1)").fetchone()[0])
        except sqlite3.DatabaseError as error:
            return str(error)


def test_pages_in_each_others_places_are_named(folder):
    misplaced(folder)
    require_damage(folder, "row not in PRIMARY KEY order for runs)")


def test_a_damaged_index_is_named(folder):
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_cells_1'"
        ).fetchone()
        (key,) = connection.execute("SELECT key FROM cells WHERE cell = 1").fetchone()
    content = bytearray((folder / "runs.sqlite").read_bytes())
    at = content.index(key.encode(), (page - 1) * PAGE)
    content[at : at + 4] = b"0000"
    (folder / "runs.sqlite").write_bytes(content)
    require_damage(folder, "")


def test_reading_has_a_limit(folder, monkeypatch):
    for name, work in (("LEAST_WORK", 0), ("WORK_PER_BYTE", 0), ("WORK_STEP", 1000)):
        monkeypatch.setattr(database, name, work)
    with pytest.raises(UserError, match="far longer than a file of its size should"):
        Store.open(folder)


def test_what_is_written_has_none(folder, monkeypatch):
    monkeypatch.setattr(database, "LEAST_WORK", 10_000_000)
    monkeypatch.setattr(database, "WORK_PER_BYTE", 0)
    monkeypatch.setattr(database, "WORK_STEP", 10_000)
    with Store.open(folder, writing=True) as store:
        count = "SELECT count(*) FROM runs AS a, runs AS b, runs AS c LIMIT 1"
        assert store.connection.execute(count).fetchone() == (400**3,)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are POSIX's")
@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_a_pipe_in_place_of_a_database_is_not_waited_for(folder, end):
    path = folder / f"runs.sqlite{end}"
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    said = really("list", "results", folder, folder=folder)
    assert said == (0, "", f"{path}: a pipe or a device; expected a regular file\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are POSIX's")
@pytest.mark.parametrize(
    "words",
    [("check", "extends.yaml"),
     *product(("check", "compare", "validate"), ("pipe.yaml", "device.yaml"))],
)  # fmt: skip
def test_nor_is_one_in_place_of_any_other_file(tmp_path, words):
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "device.yaml").symlink_to("/dev/zero")
    (tmp_path / "extends.yaml").write_text("extends: pipe.yaml\n")
    said = really(*words, folder=tmp_path)
    assert said.code == 2
    assert "a pipe or a device; expected a regular file" in said.out + said.err
    assert len(said.err.splitlines()) <= 1


@pytest.mark.parametrize("version", ["now", "of old"])
def test_a_schema_that_is_no_text_is_damage(folder, version):
    """SQLite quotes it in what it says, which Python then cannot read."""
    path = folder / database.FILE
    if version == "of old":
        shutil.copyfile(GOLDEN / database.FILE, path)
    content = path.read_bytes()
    for old, new in ((b"tablerunsruns", b"table\xdb\xd8nsruns"), (b"TABLE runs", b"TABLE (uns")):
        assert content.count(old) == 1
        content = content.replace(old, new)
    path.write_bytes(content)
    for reader in (*READERS, "export"):
        said = call(reader, folder)
        assert (said.code, said.out) == (2, ""), reader
        assert "malformed database schema" in said.err
