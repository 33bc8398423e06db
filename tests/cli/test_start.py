"""What a command imports, and what it puts off."""

import json
import subprocess
import sys

from . import really

SOLVES = """
import sys
from metaqueens.cli import main
sys.argv = ["metaqueens", "solve", "8"]
try:
    main()
finally:
    print(*sorted({"numba", "scipy.linalg", "pandas", "ortools", "deap"} & set(sys.modules)))
"""
MULTIPLIES = """
import json, sys
from metaqueens.cli import surroundings
surroundings.put_off_linear_algebra()
import numba
import numpy as np

@numba.njit
def product(a, b):
    return np.linalg.inv(a) @ b

before = "scipy.linalg" in sys.modules
got = product(np.eye(2), 2 * np.eye(2)).tolist()
from scipy.linalg import cython_blas
print(json.dumps([before, got, cython_blas.__spec__.name]))
"""


def printed(code: str) -> str:
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    return said.stdout


def test_a_search_of_one_board_imports_no_linear_algebra():
    assert printed(SOLVES).splitlines()[-1] == "numba"


def test_a_kernel_of_a_plugin_has_linear_algebra():
    doubled = [[2.0, 0.0], [0.0, 2.0]]
    assert json.loads(printed(MULTIPLIES)) == [False, doubled, "scipy.linalg.cython_blas"]


def test_a_module_that_is_cut_off_is_no_interruption(tmp_path, monkeypatch):
    """As a full disk leaves it where Python keeps what it compiled: it ends with an EOFError."""
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path))
    assert really("list", "moves", folder=tmp_path).code == 0
    (compiled,) = tmp_path.glob("**/cli/reference/list.*.pyc")
    compiled.write_bytes(compiled.read_bytes()[:100])
    said = really("list", "moves", folder=tmp_path)
    assert said.code == 1
    assert "interrupted" not in said.err
    assert "EOFError" in said.err
