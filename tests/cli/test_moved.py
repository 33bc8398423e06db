"""A results folder, with the user's code beside it, has all that a repetition needs."""

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


@pytest.fixture(params=[CONFIG, pytest.param(CONFIG + PROGRAMS, marks=LINUX)])
def moved(request, tmp_path):
    """The results and the code in a place where everything else is gone."""
    before, after = tmp_path / "before", tmp_path / "after"
    write(before, request.param)
    run(before)
    shutil.copytree(before / "results/mine", after / "mine")
    shutil.copytree(before / "bin", after / "bin")
    for name in ("mine.py", "helper.py", "nqueens.py", "noise.py"):
        shutil.copy(before / name, after)
    shutil.rmtree(before)
    return after


def test_it_can_be_checked_and_continued(moved):
    results = moved / "mine"
    with none_yet() as patch:
        patch.chdir(moved)
        said = call("validate", "mine", "--replay", "2")
        assert said.code == 3  # user's code is not run without --allow-code
        assert "0 rejected" in said.out
        for (cell,) in query(results, "SELECT cell FROM cells"):
            said = done("replay", "mine", f"{cell}-1", "--allow-code")
            assert "identical" in said.out
    with none_yet() as patch:
        patch.chdir(moved)
        done("run", "mine/experiment.yaml", "-o", "mine", "runs=3", "-j", "2")
    assert {row["runs"] for row in table_of(results / "summary.csv")} == {"3"}
    assert query(results, "SELECT count(*) FROM runs WHERE status = 'failed'") == [(0,)]


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
