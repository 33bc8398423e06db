"""Compiled or not, loaded or compiled afresh: the same integers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import metaqueens

PACKAGE = Path(metaqueens.__file__).parents[1]

GOLDEN = """
from metaqueens import *
for algorithm, encoding in ((HillClimbing(), "rows"), (SimulatedAnnealing(), "permutation"),
        (MinConflicts(), "rows"), (Genetic(population=10), "permutation"),
        (Genetic(population=10), "rows"),
        (Genetic(population=10, engine="compiled", islands=2, local_search={"steps": 2}), "rows"),
        (HillClimbing(moves="step"), "rows")):
    result = solve(Queens(9, encoding), algorithm, Budget(400), seed=11)
    print(result.queens.tolist(), result.guards, result.found_at, result.evaluations, result.steps)
"""


def python(code, folder=PACKAGE, **environment):
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def test_the_same_integers_without_the_compiler():
    assert python(GOLDEN, NUMBA_DISABLE_JIT="1") == python(GOLDEN)


def test_kernels_come_from_the_cache_in_the_next_process():
    code = """
from metaqueens import *
from metaqueens.algorithms.simulated_annealing import Focus, _anneal
from metaqueens.moves import Moves
solve(Queens(8), SimulatedAnnealing(), Budget(100), 0)
print(sum(_anneal[Moves.SWAP, Focus.ALL].compiled.stats.cache_misses.values()))
"""
    python(code)
    assert python(code).strip() == "0"


def test_a_change_of_a_kernels_source_leaves_the_old_machine_code_behind(tmp_path):
    shutil.copytree(
        PACKAGE / "metaqueens",
        tmp_path / "metaqueens",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    code = """
from metaqueens.board import board_of, count_guards
print(count_guards(board_of([0, 0, 0])))
"""
    assert python(code, folder=tmp_path).strip() == "3"
    board = tmp_path / "metaqueens" / "board.py"
    board.write_text(board.read_text().replace("guards = 0\n", "guards = 100\n"))
    assert python(code, folder=tmp_path).strip() == "103"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_package_that_cannot_be_written_uses_the_users_cache(tmp_path):
    shutil.copytree(
        PACKAGE / "metaqueens",
        tmp_path / "metaqueens",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    (tmp_path / "metaqueens").chmod(0o500)
    code = "from metaqueens.jit import cache_folder; print(cache_folder())"
    home = tmp_path / "cache"
    assert python(code, folder=tmp_path, XDG_CACHE_HOME=str(home)).startswith(str(home))


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        (["--help"], ["numpy", "numba", "pydantic", "deap", "ortools", "rich", "yaml"]),
        (
            ["check", "configs/ga_n50.yaml"],
            ["numba", "deap", "ortools", "rich", "pandas", "psutil"],
        ),
    ],
)
def test_commands_that_only_print_import_nothing_heavy(words, absent):
    code = f"""
import sys
sys.argv = ["metaqueens", *{words}]
from metaqueens.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code
print("imported:", *sorted(set({absent}) & set(sys.modules)))
"""
    assert python(code).strip().endswith("imported:")
