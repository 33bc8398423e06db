"""A results folder has all that a repetition needs, also if everything else is gone."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from metaqueens.programs import contestant
from tests.outside import none_yet

from . import call, call_in, done, query, table_of

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="programs run on Linux")
# A search of the user's, with a module that it imports, in a config that extends another one.
BASE = """\
problem: {file: all.jsonl}
budget: {evaluations: 2000}
seed: 7
runs: 2
"""
CONFIG = """\
extends: base.yaml
name: mine
algorithms:
  own: {use: "mine:Mine"}
"""
PROGRAMS = """\
  python: {use: program, command: ["{python}", nqueens.py, "{n}", "{seed}"], counts: true}
  shell: {use: program, command: [bin/nq, "{python}", "{n}", "{seed}"], counts: true}
"""
MINE = """\
from helper import Helped


class Mine(Helped):
    pass
"""
HELPER = """\
from metaqueens import RandomSearch


class Helped(RandomSearch):
    pass
"""
SCRIPT = '#!/bin/sh\nexec "$1" nqueens.py "$2" "$3"\n'


def write(folder: Path, config: str) -> None:
    """Write the experiment and all that it depends on into a new folder."""
    (folder / "bin").mkdir(parents=True)
    boards = [{"n": 6}, {"n": 8, "id": "eight"}]
    texts = {
        "all.jsonl": "".join(f"{json.dumps(board)}\n" for board in boards),
        "base.yaml": BASE,
        "mine.yaml": config,
        "mine.py": MINE,
        "helper.py": HELPER,
        "secret.py": "nothing imports it",
        "bin/nq": SCRIPT,
        "bin/nq.c": "int main() {}\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / "bin/nq").chmod(0o755)
    template = Path(contestant.__file__).with_name("templates") / "nqueens.py"
    program = template.read_text().replace("NOISE = 0.02", "from noise import NOISE")
    (folder / "nqueens.py").write_text(program)
    (folder / "noise.py").write_text("NOISE = 0.02\n")


def run(folder: Path, *words: str):
    said = call_in(folder, "run", "mine.yaml", "-j", "1", *words)
    assert said.code == 0, said.err
    return said


def code_of(results: Path) -> dict[str, str]:
    """The copies of code in a results folder."""
    home = results / "code"
    paths = [path for path in home.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return {path.relative_to(home).as_posix(): path.read_text() for path in paths}


@pytest.fixture(params=[CONFIG, pytest.param(CONFIG + PROGRAMS, marks=LINUX)])
def moved(request, tmp_path):
    """The results in a place where everything else is gone."""
    write(tmp_path / "before", request.param)
    run(tmp_path / "before")
    shutil.copytree(tmp_path / "before/results/mine", tmp_path / "after/mine")
    shutil.rmtree(tmp_path / "before")
    return tmp_path / "after/mine"


def test_it_can_be_checked_and_continued(moved):
    with none_yet() as patch:
        patch.chdir(moved)
        assert "0 rejected" in done("validate", ".", "--replay", "10%").out
        for (cell,) in query(moved, "SELECT cell FROM cells"):
            said = done("replay", ".", f"{cell}-1", "--allow-code")
            assert "identical" in said.out
    with none_yet() as patch:
        patch.chdir(moved)
        done("run", "experiment.yaml", "-o", ".", "runs=3", "-j", "2")
    assert {row["runs"] for row in table_of(moved / "summary.csv")} == {"3"}
    assert query(moved, "SELECT count(*) FROM runs WHERE status = 'failed'") == [(0,)]


@LINUX
def test_it_keeps_own_files_and_no_others(tmp_path):
    write(tmp_path / "home", CONFIG + PROGRAMS)
    run(tmp_path / "home")
    results = tmp_path / "home/results/mine"
    kept = code_of(results)
    assert {*kept} == {
        "bin/nq", "bin/nq.c", "helper.py", "mine.py", "noise.py", "nqueens.py",
    }  # fmt: skip
    assert kept["mine.py"] == MINE
    home = results / "code"
    assert (home / "bin/nq").stat().st_mode & 0o100


def test_the_latest_copy_is_used_if_the_original_is_gone(tmp_path):
    home = tmp_path / "home"
    write(home, CONFIG)
    run(home)
    other = MINE.replace("pass", "restarts: int = 1")
    (home / "mine.py").write_text(other)
    run(home, "runs=4")
    results = home / "results/mine"
    assert code_of(results)["mine.py"] == other
    (home / "mine.py").unlink()
    with none_yet() as patch:
        patch.chdir(home)
        call("replay", results, "1-0", "--allow-code")
        assert Path(sys.modules["mine"].__file__) == results / "code/mine.py"


def test_the_instances_are_those_of_the_last_run(tmp_path):
    home = tmp_path / "home"
    write(home, CONFIG)
    run(home)
    (home / "all.jsonl").write_text('{"n": 6}\n{"n": 9}\n')
    run(home)
    (path,) = (home / "results/mine/instances").iterdir()
    assert '"n": 9' in path.read_text()
    run(home, "problem.instances=1")
    assert '"n": 9' in path.read_text()


def test_a_copy_is_used_only_if_the_original_is_gone(tmp_path):
    home = tmp_path / "home"
    write(home, CONFIG)
    run(home)
    with none_yet() as patch:
        patch.chdir(home)
        done("replay", "results/mine", "1-0", "--allow-code")
        assert Path(sys.modules["mine"].__file__) == home / "mine.py"


def test_what_is_not_copied_is_said(tmp_path, caplog):
    home = tmp_path / "home"
    write(home, CONFIG)
    (tmp_path / "helper.py").write_text(HELPER)
    (home / "helper.py").unlink()
    (home / "helper.py").symlink_to(tmp_path / "helper.py")
    run(home)
    results = home / "results/mine"
    assert not (results / "code/helper.py").exists()
    (line,) = caplog.messages
    assert line == "not copied into results/mine: helper.py: outside of its folder"
