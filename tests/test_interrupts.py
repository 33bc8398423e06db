"""Signals that end a command."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from metaqueens.algorithms import ALGORITHMS
from tests.patience import PATIENCE, until

WAITS = b"finishing what is under way; Ctrl-C again ends it at once\n"
# The signal comes while an object ends, where Python drops what is raised.
ENDING_OBJECTS = """
from metaqueens.system import interrupts

class Slow:
    def __del__(self):
        print("now", flush=True)
        while True:
            pass

try:
    interrupts.install_handlers()
    Slow()
    while True:
        pass
except KeyboardInterrupt:
    interrupts.exit_process(5)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_heard_wherever_it_comes(number):
    process = subprocess.Popen(
        [sys.executable, "-c", ENDING_OBJECTS], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout.readline() == b"now\n"
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (5, b"")


# One was lost; the next comes while Python reports what an ending object lost.
REPORTING = """
import os, signal, sys
from metaqueens.system import interrupts

class Lost:
    @property
    def exc_value(self):
        os.kill(os.getpid(), signal.SIGINT)
        return KeyboardInterrupt()

try:
    interrupts.install_handlers()
    try:
        os.kill(os.getpid(), signal.SIGINT)
        while True:
            pass
    except KeyboardInterrupt:
        pass
    sys.unraisablehook(Lost())
    print("reported", flush=True)
    while True:
        pass
except KeyboardInterrupt:
    interrupts.exit_process(5)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_signal_while_a_lost_one_is_reported_is_raised_after_the_report():
    done = subprocess.run(
        [sys.executable, "-c", REPORTING], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (5, b"reported\n", b"")


# A module in C that is imported, or called back, may turn what is raised into an error of its own.
IMPORTING = """
import sys
from pathlib import Path
try:
    print("now", flush=True)
    sys.stdin.readline()
except BaseException as error:
    raise ImportError("numpy failed to import") from None
"""
# What each does with it once it was raised.
LOSING = {
    "dropped": "pass",
    "another error": "raise ValueError('function raised exception') from None",
}
LOST = """
import sys
from pathlib import Path
from metaqueens import cli
from metaqueens.system import interrupts

interrupts.install_handlers()

def command(**_):
    try:
        print("now", flush=True)
        while True:
            pass
    except KeyboardInterrupt:
        WHAT
    while True:
        pass

cli.metaqueens.main = command
interrupts.exit_process(cli.run_command())
"""


def ended_by_ctrl_c(script: str, folder) -> tuple[int, bytes]:
    """Exit code and standard error of a Python ``script`` that got SIGINT when it said "now"."""
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout.readline() == b"now\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err


def test_before_the_command_line_is_imported(tmp_path):
    (tmp_path / "click.py").write_text(IMPORTING)
    start = "import sys; sys.argv = ['metaqueens', '--help']; from metaqueens.__main__ import main"
    assert ended_by_ctrl_c(f"{start}; main()", tmp_path) == (130, b"interrupted\n")


def test_what_an_import_makes_of_it_is_ctrl_c_all_the_same(tmp_path):
    (tmp_path / "module_in_c.py").write_text(IMPORTING.replace("stdin.readline", "stdin.read"))
    script = LOST.replace('print("now", flush=True)', "import module_in_c").replace("WHAT", "pass")
    assert ended_by_ctrl_c(script, tmp_path) == (130, b"interrupted\n")


@pytest.mark.parametrize("what", LOSING)
def test_what_a_library_loses_is_heard(tmp_path, what):
    found = ended_by_ctrl_c(LOST.replace("WHAT", LOSING[what]), tmp_path)
    assert found == (130, b"interrupted\n")


@pytest.mark.parametrize(
    ("method", "settings"),
    [("cp_sat", "()"), ("clingo", "()"), ("backtracking", "()"),
     ("backtracking", "(form='iterative')"), ("backtracking", "(form='forward_checking')")],
)  # fmt: skip
def test_an_exact_search_ends_at_the_first_ctrl_c(tmp_path, method, settings):
    """It reports nothing before its end: what is only noted would wait for the whole budget."""
    name = "".join(map(str.capitalize, method.split("_")))
    script = (
        "import threading\n"
        "from metaqueens import Budget, Queens, solve\nfrom metaqueens.system import interrupts\n"
        f"from metaqueens.exact.contestants import {name}\n"
        f"algorithm = {name}{settings}\n"
        "hard = Queens(60, torus=True) if algorithm.supports(Queens(60, torus=True)) is None"
        " else Queens(60)\n"
        "interrupts.install_handlers()\n"
        "try:\n"
        "    threading.Timer(0.5, lambda: print('now', flush=True)).start()\n"
        "    found = solve(hard, algorithm, Budget(seconds=100_000), seed=1)\n"
        # On a busy machine it has not begun yet.
        "    if found.reason == 'interrupted': interrupts.exit_process(5)\n"
        "except KeyboardInterrupt:\n"
        "    interrupts.exit_process(5)\n"
    )
    code, err = ended_by_ctrl_c(script, tmp_path)
    assert code == 5
    assert err in (b"", WAITS)  # it ends late on a busy machine


RAISING = """
import signal
from metaqueens import Queens, solve
from metaqueens.algorithms import ALGORITHMS

class Alarm(Exception):
    pass

def ring(number, frame):
    signal.setitimer(signal.ITIMER_REAL, 0)
    raise Alarm

def set_alarm(snapshot):
    if not signal.getitimer(signal.ITIMER_REAL)[0]:  # not each time: a report may come sooner
        signal.setitimer(signal.ITIMER_REAL, 0.05)

signal.signal(signal.SIGALRM, ring)
board = Queens(8, torus=True)  # without a solution
for name, kind in ALGORITHMS.items():
    if kind().supports(board) is None:
        solve(board, name, {"evaluations": 10_000})
        try:
            solve(board, name, {"seconds": 1000}, observer=set_alarm)
        except Alarm:
            print(name)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_handler_that_raises_crashes_no_kernel(tmp_path):
    """Numba would run it while it makes the result of a kernel, and use what is then missing."""
    command = [sys.executable, "-c", RAISING]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert {*done.stdout.split()} == {*ALGORITHMS} - {"queue_search"}


ENDLESS = """
from pathlib import Path
from metaqueens import Algorithm

class Endless(Algorithm):
    def search(self, space, checkpoints, rng):
        Path("now").touch()
        while True:
            pass
        yield
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(
    "words", [("compare", "endless.py:Endless", "hill_climbing", "-n", "8"),
              ("run", "endless.yaml", "-q", "-j", "2")]
)  # fmt: skip
def test_a_command_that_waits_for_a_search_says_so(tmp_path, words):
    (tmp_path / "endless.py").write_text(ENDLESS)
    config = "problem: {n: 8}\nalgorithms: {mine: {use: endless.py:Endless}}\nruns: 2\n"
    (tmp_path / "endless.yaml").write_text(config + "budget: {evaluations: 100}\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "metaqueens", *words], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        until((tmp_path / "now").exists, process)
        process.send_signal(signal.SIGINT)
        assert WAITS in iter(process.stderr.readline, b"")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, err.strip()) == (130, b"interrupted")


def test_ctrl_c_is_taken_care_of_before_anything_of_python_is_imported():
    program = (
        "import sys; import metaqueens.system.starting as one;"
        " one.end_at_ctrl_c(); print({'signal', 'enum'} & {*sys.modules})"
    )
    # Without site: what lies in site-packages may have modules imported.
    said = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )  # fmt: skip
    assert said.stdout == "set()\n"
