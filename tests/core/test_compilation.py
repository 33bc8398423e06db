"""Compiling is said, where it happens: in a copy of the package that has no machine code yet."""

import json
import os
import pty
import shutil
import subprocess
import sys

import pytest

from metaqueens.core.compilation import MESSAGE
from tests.processes import copy_package, ran

pytestmark = pytest.mark.compiled

# The search whose kernels compile fastest.
CONFIG = """\
name: small
problem: {n: 8}
algorithms: {qs: {use: queue_search}}
budget: {evaluations: 20_000}
runs: 3
validate: null
"""
TOLD = """
from metaqueens.core import compilation
from metaqueens.queens.kernels.plain import compute_cost, empty_board
told, inner = [], []
with compilation.announce_compilation(told.append):
    compute_cost(empty_board(2))
    with compilation.announce_compilation(inner.append):
        compute_cost(empty_board(3))
print(told, inner)
"""

TWICE = """
import gc, sys
from metaqueens import Genetic, solve
from metaqueens.core.jit import Kernel
solve(50, Genetic(engine="compiled") if sys.argv[1] == "genetic" else sys.argv[1], seed=1)
for one in gc.get_objects():
    if type(one) is Kernel:
        made = {id(code): code for name in ("compiled", "_used") if (code := vars(one).get(name))}
        print(one.function.__name__, sum(len(code.signatures) for code in made.values()))
"""
# Of a shift, or of the first square of a line: so small that a number as it stands is welcome.
SMALL = {"_rotate", "rising_of", "falling_of"}


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return copy_package(tmp_path_factory.mktemp("copy"))


@pytest.fixture
def cold(package):
    """The copy, what it has compiled before thrown away."""
    for kernels in package.rglob("kernels-*"):
        shutil.rmtree(kernels)
    return package


def environment(folder) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "100"}


def python(folder, *words):
    said = ran(sys.executable, *words, folder=folder, **environment(folder))
    assert said.returncode == 0, said.stderr
    return said


def on_a_terminal(folder, *words) -> str:
    """All that the command writes to its terminal."""
    ours, its = pty.openpty()
    command = [sys.executable, "-m", "metaqueens", *map(str, words)]
    process = subprocess.Popen(
        command, env=environment(folder), cwd=folder, stdin=its, stdout=its, stderr=its
    )
    os.close(its)
    written = b""
    try:
        while block := os.read(ours, 65536):
            written += block
    except OSError:  # the terminal is closed
        pass
    finally:
        os.close(ours)
        assert process.wait() == 0, written
    return written.decode()


def test_it_is_told_when_it_is_done_and_not_when_the_cache_has_it(cold):
    said = python(cold, "-c", TOLD).stdout.split("] [")
    assert said[0].startswith("[True, False")
    assert said[0].count("True") == said[0].count("False")
    assert python(cold, "-c", TOLD).stdout == "[] []\n"


def test_off_a_terminal_a_line_says_it_once(cold):
    words = "-m", "metaqueens", "count", "5", "--json"
    first, second = python(cold, *words), python(cold, *words)
    assert first.stderr == f"{MESSAGE}\n"
    assert second.stderr == ""
    assert json.loads(first.stdout)["solutions"] == json.loads(second.stdout)["solutions"] == 10


@pytest.mark.parametrize(
    "words", [["enumerate", "4", "--format", "rows"], ["solve", "5", "-a", "queue_search"]]
)
def test_on_a_terminal_it_is_shown_and_taken_back(cold, words):
    said = on_a_terminal(cold, *words)
    assert MESSAGE in said
    assert MESSAGE not in said.splitlines()[-1]
    assert MESSAGE not in on_a_terminal(cold, *words)


def test_a_run_says_it_and_never_that_it_is_stopped(cold):
    (cold / "small.yaml").write_text(CONFIG)
    said = on_a_terminal(cold, "run", "small.yaml", "-j", "1", "--no-report", "-o", "results")
    assert "compiling the kernels of this search" in said
    assert "stopped" not in said


def test_quiet_is_quiet(cold):
    (cold / "small.yaml").write_text(CONFIG)
    words = "-m", "metaqueens", "run", "small.yaml", "-q", "-j", "1", "--no-report", "-o", "quiet"
    said = python(cold, *words)
    assert (said.stdout, said.stderr) == ("", "")


@pytest.mark.parametrize(
    "search", ["hill_climbing", "min_conflicts", "simulated_annealing", "tabu_search", "genetic"]
)
def test_a_first_run_compiles_no_kernel_twice(cold, search):
    """As for another type of number, or for one that stands in the call: seconds, of a few."""
    lines = python(cold, "-c", TWICE, search).stdout.splitlines()
    compiled = {name: int(times) for name, times in map(str.split, lines) if times != "0"}
    assert len(compiled) > 25
    assert {name for name, times in compiled.items() if times > 1} <= SMALL
