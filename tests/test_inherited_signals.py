"""Signal settings that a command inherits from the process that starts it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import query, start
from tests.patience import PATIENCE
from tests.programs import SOLUTION

pytestmark = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="programs are for Linux")
# It has its alarm at once: no clock decides whether the limit of time works.
ALARMED = """\
import signal
from metaqueens import Algorithm

class Alarmed(Algorithm):
    def search(self, problem, budget, rng):
        signal.raise_signal(signal.SIGALRM)
        raise ValueError("SIGALRM had no effect")
"""
CONFIG = """\
name: alarmed
problem: {n: 8}
algorithms: {alarmed: {use: "alarmed:Alarmed"}}
budget: {evaluations: 100}
runs: 1
limits: {seconds: 3600}
"""
PROGRAM = f"sleep 100000 & echo $! > pid; echo '{SOLUTION}'; wait"  # it is ended after the solution
IN_PYTHON = f"""
import signal
from tests.programs import shell, solved_by
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
assert solved_by(shell({PROGRAM!r})).solved
"""


def block_alarm():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})


def ignore_children():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def test_limits_seconds_works_if_the_alarm_was_blocked(here):
    (here / "alarmed.py").write_text(ALARMED)
    (here / "alarmed.yaml").write_text(CONFIG)
    process = start("run", "alarmed.yaml", folder=here, preexec_fn=block_alarm)
    process.communicate(timeout=PATIENCE)
    ((error,),) = query(here / "results/alarmed", "SELECT error FROM runs")
    assert error == "ran longer than limits.seconds"


def require_no_child(folder):
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)


def test_programs_end_silently_if_sigchld_was_ignored(here):
    (here / "program").write_text(f"#!/bin/sh\n{PROGRAM}\n")
    (here / "program").chmod(0o755)
    process = start("solve", "8", "--program", "./program", folder=here, preexec_fn=ignore_children)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert "solved: 8 queens" in out
    require_no_child(here)


def test_the_same_from_python(here):
    root = str(Path(__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", IN_PYTHON], env={**os.environ, "PYTHONPATH": root},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    require_no_child(here)
