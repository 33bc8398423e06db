"""``archive``: one zip that is checked with the commands of its own README."""

import re
import subprocess
from zipfile import ZipFile

import pytest

from tests.outside import none_yet

from . import call, done, refused
from .test_check import SEARCH


@pytest.fixture
def given(here):
    with none_yet():
        (here / "mine.py").write_text(SEARCH)
        words = ("algorithms.mc.use=mine:Mine", "runs=2")
        done("run", "small.yaml", *words, "-o", "kept", "-j", "1", "-q")
        yield here


def test_what_was_archived_is_checked_by_the_commands_of_its_readme(given, monkeypatch):
    done("archive", "kept", "-o", "away.zip")
    with ZipFile("away.zip") as away:
        away.extractall("elsewhere")
    top = given / "elsewhere" / "away"
    assert (top / "mine.py").read_text() == SEARCH
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


def test_code_that_is_missing_is_named(given):
    (given / "mine.py").rename(given / "hidden.py")
    said = refused("archive", "kept")
    assert said.err.startswith("mine.py: missing, and these results used mine:Mine: put it beside")
    assert not (given / "kept.zip").exists()
    (given / "code").mkdir()
    (given / "hidden.py").rename(given / "code/mine.py")
    done("archive", "kept", "--code", "code")


def test_no_link_is_followed_into_the_archive(given):
    (given / "secret").write_text("of this machine")
    (given / "kept/boards").mkdir()
    (given / "kept/boards/1-0.npy").symlink_to(given / "secret")
    (given / "kept/summary.csv").unlink()
    (given / "kept/summary.csv").symlink_to(given / "secret")
    done("archive", "kept")
    with ZipFile("kept.zip") as away:
        assert all(b"of this machine" not in away.read(name) for name in away.namelist())


def test_what_is_no_result_is_refused(here):
    assert "no results there" in refused("archive", here).err
    refused("archive", here, "-o", "x.tar")
    assert [path.name for path in here.iterdir()] == ["small.yaml"]
