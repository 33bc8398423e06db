"""Where a system lacks what we use of Linux, a command does without it or says so in one line.

Each command runs in a process from which is taken what that system's Python lacks. That shows what
our code asks for, and nothing of how the rest of the system behaves.
"""

import re
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.processes import ran

ROOT = Path(__file__).parents[1]
# What it imports knows the true system; what is imported after it does not. Workers import it too.
ELSEWHERE = """\
import asyncio, multiprocessing.connection, multiprocessing.popen_forkserver
import multiprocessing.popen_spawn_posix, multiprocessing.resource_tracker
import os, signal, subprocess, sys
import click, filelock, numba, optuna, pandas, psutil, rich.console

sys.platform = os.environ["PRETENDED"]
if sys.platform == "win32":
    sys.modules["resource"] = None
    for name in ("SIGALRM", "SIGHUP", "setitimer", "ITIMER_REAL"):
        delattr(signal, name)
    for name in ("fork", "killpg", "sched_getaffinity", "setsid"):
        delattr(os, name)
if __name__ == "__main__":
    from metaqueens.__main__ import main

    sys.exit(main())
"""
LIMITS = """\
name: limits
problem: {n: 8}
algorithms: {sa: {use: simulated_annealing}}
budget: {evaluations: 1000}
runs: 2
limits: {seconds: 60}
"""
PROGRAM = """\
name: program
problem: {n: 8}
algorithms: {own: {use: program, command: ["python3", own.py, "{n}", "{seed}"]}}
budget: {seconds: 5}
runs: 2
"""
CLASS = """\
from metaqueens import RandomSearch


class Mine(RandomSearch):
    "A search of its own."
"""
NO_PROGRAMS = "programs run on Linux only"
NO_TIMERS = "limits need timers that this system lacks; leave limits out"


@pytest.fixture(params=["darwin", "win32"])
def system(request):
    return request.param


@pytest.fixture
def pretend(tmp_path, system):
    """Run a command of ours as on another system."""
    files = {"elsewhere.py": ELSEWHERE, "limits.yaml": LIMITS, "program.yaml": PROGRAM}
    for name, text in {**files, "mine.py": CLASS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = sys.executable, "elsewhere.py"
    return partial(ran, *words, folder=tmp_path, PRETENDED=system, PYTHONPATH=str(ROOT))


def test_the_page_says_the_lines_and_has_every_python_that_is_supported():
    page = (ROOT / "docs/explanation/systems.md").read_text(encoding="utf-8")
    for line in (NO_PROGRAMS, NO_TIMERS):
        assert f"`{line}`" in page
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    tried = " ".join(re.findall(r"^\| Linux.*?\|", page, re.MULTILINE))
    assert re.findall(r"3\.\d+", tried) == re.findall(r"Python :: (3\.\d+)", project)


def test_a_search_and_its_board_need_no_linux(pretend):
    done = pretend("solve", "8", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "verified by an independent count" in done.stdout


def test_the_machine_is_described(pretend):
    done = pretend("--version")
    assert done.returncode == 0, done.stdout
    assert re.search(r"^python 3.*, numba ", done.stdout, re.MULTILINE)


def test_a_class_is_checked(pretend):
    done = pretend("check", "mine:Mine")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ok      the claim is true" in done.stdout


@pytest.mark.parametrize("words", [("solve", "8"), ("check",)])
def test_a_program_is_refused_in_one_line(pretend, words):
    done = pretend(*words, "--program", "python3 own.py {n}")
    assert done.returncode == 3
    (line,) = (done.stdout + done.stderr).splitlines()
    assert line.endswith(NO_PROGRAMS)


def test_runs_of_a_program_fail_with_one_reason(pretend):
    done = pretend("run", "program.yaml", "--no-report", "--jobs", "1")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr + done.stdout
    assert f"own: {NO_PROGRAMS}" in done.stderr + done.stdout


def test_limits_of_a_run_hold_or_are_refused_in_one_line(pretend, system):
    done = pretend("run", "limits.yaml", "--no-report", "--jobs", "1")
    assert "Traceback" not in done.stderr + done.stdout
    assert done.returncode == (2 if system == "win32" else 0)
    assert (NO_TIMERS in done.stderr) == (system == "win32")


def test_a_league_and_a_score_are_refused_in_one_line_but_for_algorithms_by_name(pretend):
    words = ("--by", "evaluations", "--budget", "100", "--boards", "1", "--seed", "1")
    done = pretend("league", "mine.py", "hill_climbing", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"mine.py: {NO_PROGRAMS}\n"
    done = pretend("score", "mine.py")
    assert (done.returncode, done.stderr) == (2, f"mine.py: {NO_PROGRAMS}\n")
    assert pretend("league", "hill_climbing", *words, "-o", "named").returncode == 0
