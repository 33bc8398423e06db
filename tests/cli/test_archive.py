"""``archive``: one zip that is checked with the commands of its own README."""

import re
import subprocess
import sys
from zipfile import ZipFile

import pytest

from metaqueens.plugins import code

from . import call, done, refused

MINE = """\
from metaqueens import Parameters, RandomSearch

class Mine(Parameters):
    '''Random search under another name.'''

    good_for = "this test"

    def search(self, space, looks, rng):
        yield from RandomSearch().search(space, looks, rng)
"""
CONFIG = """\
name: given
problem: {n: 6}
algorithms:
  mine: {use: mine:Mine}
  other: {use: random_search}
budget: {evaluations: 10_000}
runs: 2
seed: 1
"""


@pytest.fixture
def given(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(code, "_folders", {})
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "given.yaml").write_text(CONFIG)
    done("run", "given.yaml", "-o", "kept", "-j", "1", "-q")
    return tmp_path


def test_what_was_archived_is_checked_by_the_commands_of_its_readme(given, monkeypatch):
    done("archive", "kept", "-o", "away.zip")
    with ZipFile("away.zip") as away:
        away.extractall("elsewhere")
    top = given / "elsewhere" / "away"
    assert (top / "mine.py").read_text() == MINE
    monkeypatch.chdir(top)
    readme = (top / "README.md").read_text()
    assert "4 runs" in readme
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], check=True)
    commands = re.findall(r"metaqueens ((?:replay|validate|run) [^\n`]*)", readme)
    assert len(commands) == 3
    for command in commands:
        done(*command.split())
    assert "1-0: identical" in call("replay", "results", "1-0", "--allow-code").out


def test_the_same_results_make_the_same_bytes(given):
    call("archive", "kept", "-o", "one.zip")
    call("archive", "kept", "-o", "two.zip")
    with ZipFile("one.zip") as one, ZipFile("two.zip") as two:
        contents = [[away.read(name) for name in away.namelist()] for away in (one, two)]
    assert contents[0] == contents[1]


def test_code_that_is_missing_is_named(given, tmp_path_factory):
    (given / "mine.py").rename(given / "hidden.py")
    said = refused("archive", "kept")
    assert said.err.startswith("mine.py: missing, and these results used mine:Mine: put it beside")
    assert not (given / "kept.zip").exists()
    elsewhere = tmp_path_factory.mktemp("code")
    (given / "hidden.py").rename(elsewhere / "mine.py")
    assert call("archive", "kept", "--code", elsewhere).code == 0


def test_no_link_is_followed_into_the_archive(given):
    (given / "secret").write_text("of this machine")
    (given / "kept/boards").mkdir()
    (given / "kept/boards/1-0.npy").symlink_to(given / "secret")
    (given / "kept/summary.csv").unlink()
    (given / "kept/summary.csv").symlink_to(given / "secret")
    assert call("archive", "kept").code == 0
    with ZipFile("kept.zip") as away:
        assert all(b"of this machine" not in away.read(name) for name in away.namelist())


def test_what_is_no_result_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "no results there" in call("archive", tmp_path).err
    assert call("archive", tmp_path, "-o", "x.tar").code == 2
    assert not [*tmp_path.iterdir()]
