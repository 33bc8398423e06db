"""``metaqueens new program``, and ``check`` of a program: right and wrong ones."""

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.cli.programs.new import STARTS
from metaqueens.exact.solvers import cp_sat
from metaqueens.problem.check import recount
from metaqueens.problem.queens import RULES
from metaqueens.programs.trial import BOARDS
from tests.cli import call

from . import DIAGONAL, SOLUTION, written

PYTHON = f"{sys.executable} -S nqueens.py {{n}} {{seed}}"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checks(command, *settings):
    said = call("check", "--program", command, *settings, "--json")
    (target,) = json.loads(said.out)["targets"]
    found = {one["name"]: one for one in target["checks"]}
    assert (said.code == 3) == any(one["verdict"] == "failed" for one in found.values())
    return found


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("python", ["python3 nqueens.py {n} {seed}"]),
        ("c", ["cc -O2 -o nqueens nqueens.c", "./nqueens {n} {seed}"]),
    ],
)
def test_what_is_to_be_typed_next(language, told):
    *build, command = told
    test = f'metaqueens check --program "{command}" counts=true'
    lines = [f"wrote {STARTS[language].file}", *(f"next: {one}" for one in (*build, test))]
    assert call("new", "program", language).out.splitlines() == lines


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("language", STARTS)
def test_a_starting_point_passes_every_check(here, language, elsewhere):
    start = STARTS[language]
    compiler = start.build.partition(" ")[0] or "python3"
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not here: {language} was not run")
    path = f"my folder/mine{Path(start.file).suffix}" if elsewhere else start.file
    (here / "my folder").mkdir()
    said = call("new", "program", language, *(["-o", path] if elsewhere else []))
    assert said.code == 0, said.err
    written, *builds, test = said.out.splitlines()
    assert written == f"wrote {path}"
    for build in builds:
        subprocess.run(shlex.split(build.removeprefix("next: ")), check=True)
    *told, command, counts = shlex.split(test)
    assert (told, counts) == (["next:", "metaqueens", "check", "--program"], "counts=true")
    if elsewhere:  # the same program: that it is found is enough
        printed = subprocess.check_output(shlex.split(command.format(n=8, seed=1)), text=True)
        assert recount(Queens(8), np.array(json.loads(printed.splitlines()[-1])["queens"])) == 0
        return
    found = checks(command, "counts=true", "--seconds", "600")
    assert {name: one for name, one in found.items() if one["verdict"] == "failed"} == {}
    assert [one["said"] for name, one in found.items() if name.startswith("honours")] == ["no"] * 6


def test_a_file_that_is_there_stays_as_it_is(here):
    (here / "nqueens.c").write_text("mine")
    said = call("new", "program", "c")
    assert (said.code, said.err) == (2, "nqueens.c: is there already; -o names another file\n")
    assert call("new", "program", "C", "-o", "other.c").code == 0
    assert (here / "nqueens.c").read_text() == "mine"
    assert "no/nqueens.c: no such file" in call("new", "program", "c", "-o", "no/nqueens.c").err
    assert call("new", "program", "cobol").code == 2


def test_what_is_wrong_is_said():
    (one,) = checks("./none {n}").values()
    assert (one["name"], one["said"]) == ("solves 8 queens", "./none: no such file or directory")
    (one,) = checks(f'echo \'{{"queens": {DIAGONAL}, "guards": 0}}\'').values()
    assert one["said"] == "says 0 attacking pairs: a false claim"
    (one,) = checks("echo hello").values()
    assert one["said"].startswith("line 1 of its output: expected a board, rows from 0")


def test_a_program_that_is_not_ready_for_other_boards(here):
    found = checks(f"echo '{SOLUTION}'")
    assert found["solves 8 queens"]["verdict"] == "ok"
    assert found["places one queen"]["said"].startswith("line 1 of its output: expected 1 rows")
    assert found["solves 20 queens"]["verdict"] == "failed"


def changed(here, old, new):
    assert call("new", "program", "python", "-o", "made.py").code == 0
    text = (here / "made.py").read_text()
    assert old in text
    written(here, "nqueens.py", text.replace(old, new))


def test_a_program_that_forgets_its_seed(here):
    changed(here, "random.seed(seed)", "random.seed()")
    found = checks(PYTHON, "--seconds", "600")
    assert found["same seed, same run"]["verdict"] == "failed"
    assert found["tells its evaluations"]["said"] == "yes: set counts: true to use them"


def test_a_program_that_does_not_flush(here, monkeypatch):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    changed(here, ", flush=True", "")
    found = checks(PYTHON, "--seconds", "600")
    assert found["writes while it runs"]["verdict"] == "failed"
    assert "flush each line" in found["writes while it runs"]["said"]


def test_a_program_that_does_not_end_when_told(here):
    changed(here, "import sys\n", "import signal\nimport sys\nsignal.signal(15, signal.SIG_IGN)\n")
    found = checks(PYTHON, "--seconds", "600")
    assert found["ends when told"]["said"].startswith("it was still there 1 s after SIGTERM")


def test_rules_that_it_is_said_to_honour_are_needed(here):
    changed(here, "import sys\n", "import sys\n")
    found = checks(PYTHON, "honours=[blocked]", "--seconds", "600")
    assert found["honours blocked"]["verdict"] == "failed"
    assert found["honours blocked"]["said"]
    assert found["honours torus"]["verdict"] == "note"


def plain_solutions(n):
    """All solutions without rules, by brute force of columns."""
    boards = [()]
    for column in range(n):
        boards = [
            (*board, row)
            for board in boards
            for row in range(n)
            if all(row != r and abs(row - r) != column - c for c, r in enumerate(board))
        ]
    return boards


@pytest.mark.parametrize("rule", RULES)
def test_the_boards_of_the_trial_have_solutions_that_plain_searches_miss(rule):
    import numpy as np

    from metaqueens.exact.effort import Effort

    problem = Queens(**BOARDS[rule])
    assert cp_sat.first(problem, Effort(), "boolean", 1) is not None
    plain = plain_solutions(problem.n)
    by_chance = [board for board in plain if recount(problem, np.array(board)) == 0]
    assert len(by_chance) < 0.05 * len(plain)
