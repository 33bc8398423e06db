"""What a command imports, and what it puts off."""

import subprocess
import sys

import pytest

from . import done, really

RUNS = """
import sys
from metaqueens.cli import main
try:
    main()
finally:
    print(*sorted({HEAVY} & {*sys.modules}))
    print(sum(one.partition(".")[0] == "metaqueens" for one in sys.modules))
"""
HEAVY = {"numpy", "pydantic", "rich", "numba", "pandas", "ortools", "deap"}


def imported(*words: str) -> tuple[set[str], int]:
    """Which heavy packages a command imports, and how many modules of ours."""
    command = [sys.executable, "-c", RUNS.replace("{HEAVY}", repr(HEAVY)), *words]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    *_, heavy, ours = said.stdout.splitlines()
    return {*heavy.split()}, int(ours)


@pytest.mark.parametrize(
    ("words", "heavy", "most"),
    [
        ("--help", set(), 16),
        ("check small.yaml", {"numpy", "pydantic"}, 86),
        ("list operators", {"numpy", "pydantic", "rich"}, 64),
        ("solve 8", {"numpy", "pydantic", "numba"}, 68),
        # Complete already.
        ("run small.yaml --no-report", {"numpy", "pandas", "pydantic", "rich"}, 156),
    ],
)
def test_a_command_imports_what_it_uses(here, words, heavy, most):
    if words.startswith("run"):
        done("run", "small.yaml", "-j", "1", "-q")
    found, ours = imported(*words.split())
    assert found <= heavy
    assert ours <= most


AT_ITS_SIGN = """
import sys
from metaqueens.cli.terminal import progress
def show(sign, quiet):
    print(sign, *sorted({HEAVY} & {*sys.modules}))
    sys.exit()
progress.progress = show
from metaqueens.cli import main
main()
"""


@pytest.mark.parametrize(
    ("words", "sign"),
    [("run small.yaml", "starting"), ("report small.csv", "writing the report")],
)
def test_a_sign_is_shown_before_heavy_imports(here, words, sign):
    command = [sys.executable, "-c", AT_ITS_SIGN.replace("{HEAVY}", repr(HEAVY - {"numpy"}))]
    said = subprocess.run([*command, *words.split()], capture_output=True, text=True)
    assert said.stdout == f"{sign}\n", said.stderr


def test_a_module_that_is_cut_off_is_no_interruption(tmp_path, monkeypatch):
    """As a full disk leaves it where Python keeps what it compiled: it ends with an EOFError."""
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path))
    assert really("list", "operators", folder=tmp_path).code == 0
    (compiled,) = tmp_path.glob("**/cli/reference/list.*.pyc")
    compiled.write_bytes(compiled.read_bytes()[:100])
    said = really("list", "operators", folder=tmp_path)
    assert said.code == 1
    assert "interrupted" not in said.err
    assert "EOFError" in said.err
