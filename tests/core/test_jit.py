"""Compiled or not, loaded or compiled afresh: the same integers."""

import os
import pickle
import random
import shutil
import sys
from pathlib import Path

import pytest

import metaqueens
from metaqueens.core.folders import MAX_FOLDERS
from tests.processes import copy_package, ran

pytestmark = pytest.mark.compiled

PACKAGE = Path(metaqueens.__file__).parents[1]

GOLDEN = """
import numpy as np
from metaqueens import (
    Budget, Genetic, HillClimbing, MinConflicts, Queens, QueueSearch, SimulatedAnnealing, solve,
)
from metaqueens.exact import bitmask, counting, tree_size
from metaqueens.exact.effort import Effort
for algorithm, encoding in ((HillClimbing(), "rows"), (SimulatedAnnealing(), "permutation"),
        (MinConflicts(), "rows"), (Genetic(population=10), "permutation"),
        (Genetic(population=10), "rows"),
        (Genetic(population=10, engine="compiled", islands=2, local_search={"steps": 2}), "rows"),
        (HillClimbing(moves="step"), "rows")):
    result = solve(Queens(9), algorithm, Budget(400), seed=11, encoding=encoding)
    print(result.values.tolist(), result.cost, result.found_at, result.evaluations, result.steps)
result = solve(Queens(120), QueueSearch(), Budget(3000), seed=4)
print(result.cost, result.evaluations, result.values.tolist())
*_, end = counting.count(Queens(8))
print(end[:5])
effort = Effort()
print([board.tolist() for board in bitmask.boards(Queens(7), effort)], effort)
found = tree_size.estimate(Queens(9), 200, np.random.default_rng(5))
print(found.nodes.value, found.solutions.value, found.reached)
"""


def shown(code, folder=PACKAGE, **environment):
    given = {"PYTHONPATH": str(folder), **environment}
    answer = ran(sys.executable, "-W", "error", "-c", code, folder=folder, **given)
    assert answer.returncode == 0, answer.stderr
    return answer


def python(code, folder=PACKAGE, **environment):
    return shown(code, folder, **environment).stdout


def test_the_same_integers_without_the_compiler():
    assert python(GOLDEN, NUMBA_DISABLE_JIT="1") == python(GOLDEN)


def test_kernels_come_from_the_cache_in_the_next_process():
    code = """
from metaqueens import Budget, Queens, SimulatedAnnealing, solve
from metaqueens.algorithms.simulated_annealing import _anneal
from metaqueens.core.choices import Moves
solve(Queens(8), SimulatedAnnealing(), Budget(100), 0)
print(sum(_anneal[Moves.SWAP].compiled.stats.cache_misses.values()))
"""
    python(code)
    assert python(code).strip() == "0"


def test_what_kernels_use_and_what_python_calls_are_kept_apart(package):
    (package / "halves.py").write_text(
        "from metaqueens.core.jit import kernel\n\n\n"
        "@kernel\n"
        "def twice(value):\n"
        "    return 2 * value\n\n\n"
        "@kernel\n"
        "def one_more(value):\n"
        "    return twice(value) + 1\n"
    )
    used, called, both = (
        f"from halves import one_more, twice; print(*[k(10) for k in ({which})])"
        for which in ("one_more,", "twice,", "twice, one_more")
    )
    compiled = "; print(*[sum(k.compiled.stats.cache_misses.values()) for k in (twice, one_more)])"
    assert python(used, folder=package) == "21\n"
    assert python(called + compiled, folder=package) == "20\n1 0\n"
    assert python(both + compiled, folder=package) == "20 21\n0 0\n"


def test_kernels_of_one_factory_that_two_processes_compiled_are_told_apart(package):
    (package / "shifts.py").write_text(
        "from metaqueens.core.jit import kernel, specialise\n\n\n"
        "@specialise((1, 2, 3))\n"
        "def plus(number):\n"
        "    @kernel\n"
        "    def shifted(value):\n"
        "        return value + number\n\n"
        "    return shifted\n"
    )
    symbols = set()
    for number in (1, 2):
        one = f"""
from shifts import plus
print(plus[{number}](10))
for code in plus[{number}].compiled.overloads.values():
    print(code.fndesc.mangled_name)
"""
        answer, symbol = python(one, folder=package).split()
        assert answer == str(10 + number)
        symbols.add(symbol)
    assert len(symbols) == 2
    every = "from shifts import plus; print([plus[number](10) for number in (3, 2, 1)])"
    assert python(every, folder=package) == "[13, 12, 11]\n"


def test_a_kernel_that_closes_over_another_comes_from_the_cache(package):
    (package / "sums.py").write_text(
        "from metaqueens.core.jit import kernel, specialise\n\n\n"
        "@specialise((1, 2))\n"
        "def plus(number):\n"
        "    @kernel\n"
        "    def plus(value):\n"
        "        return value + number\n\n"
        "    return plus\n\n\n"
        "@specialise((1, 2))\n"
        "def twice(number):\n"
        "    add = plus[number]\n\n"
        "    @kernel\n"
        "    def twice(value):\n"
        "        return add(add(value))\n\n"
        "    return twice\n"
    )
    one = "from sums import twice; print(twice[{0}](10), len(twice[{0}].compiled.stats.cache_hits))"
    assert [python(one.format(number), folder=package) for number in (1, 2, 1, 2)] == [
        "12 0\n", "14 0\n", "12 1\n", "14 1\n",
    ]  # fmt: skip


# Each writes a module with a class of its own; both use one kernel that any project may use.
ANOTHER_PROJECT = """
import sys, numpy as np
from typing import NamedTuple
from pathlib import Path
sys.path.insert(0, {folder!r})
Path({folder!r}, "{name}.py").write_text(
    "import numpy as np\\nfrom typing import NamedTuple\\n"
    "class Data(NamedTuple):\\n    counts: np.ndarray\\n"
)
from {name} import Data
from fixture_shared import total
print(total(Data(np.arange(4))), sum(total.compiled.stats.cache_misses.values()))
"""


def test_machine_code_of_one_project_is_no_obstacle_to_another(package):
    (package / "fixture_shared.py").write_text(
        "from metaqueens.core.jit import kernel\n\n\n"
        "@kernel\ndef total(data):\n    return data.counts.sum()\n"
    )
    first, second = package / "project_one", package / "project_two"
    for folder in (first, second):
        folder.mkdir()
    assert python(ANOTHER_PROJECT.format(folder=str(first), name="data_one"), package) == "6 1\n"
    shutil.rmtree(first)  # the class of the first cannot be imported any more
    for compiled in (1, 0):  # and the second finds its own machine code again
        code = ANOTHER_PROJECT.format(folder=str(second), name="data_two")
        assert python(code, package) == f"6 {compiled}\n"


def test_an_entry_is_compiled_once_for_python_and_for_kernels(package):
    (package / "entries.py").write_text(
        "from metaqueens.core.jit import entry, kernel\n\n\n"
        "@entry\n"
        "def first(value):\n"
        "    return value + 1\n\n\n"
        "@kernel\n"
        "def second(value):\n"
        "    return first(value) + 1\n"
    )
    code = """
from entries import first, second
print(first(1), second(1), sum(first.compiled.stats.cache_misses.values()))
"""
    assert python(code, folder=package) == "2 3 1\n"
    assert python(code, folder=package) == "2 3 0\n"


def test_a_change_of_a_kernels_source_leaves_the_old_machine_code_behind(tmp_path):
    copy_package(tmp_path)
    code = """
from metaqueens.core.state import compute_cost, rebuild
from metaqueens.queens.kernels.plain import empty_board
board = empty_board(3)
rebuild(board)
print(compute_cost(board))
"""
    assert python(code, folder=tmp_path).strip() == "3"
    board = tmp_path / "metaqueens" / "queens" / "kernels" / "plain.py"
    board.write_text(board.read_text().replace("(board.falling)\n", "(board.falling) + 100\n"))
    assert python(code, folder=tmp_path).strip() == "103"


def test_machine_code_of_old_sources_is_removed(tmp_path):
    copy_package(tmp_path)
    board = tmp_path / "metaqueens" / "queens" / "kernels" / "plain.py"
    where = "from metaqueens.core.folders import cache_folder; print(cache_folder())"
    made = []
    for state in range(5):
        board.write_text(f"{board.read_text()}# {state}\n")
        made.append(Path(python(where, folder=tmp_path).strip()))
        os.utime(made[-1], (state, state))
    left = sorted(tmp_path.glob("metaqueens/__pycache__/kernels-*"))
    assert left == sorted(made[-MAX_FOLDERS:])
    assert len(set(made)) == 5


COUNT = "from three import three; print(three())"


def replaced_by_a_folder(path):
    path.unlink()
    path.mkdir()


DAMAGE = {
    "empty": lambda path: path.write_bytes(b""),
    "cut off": lambda path: os.truncate(path, path.stat().st_size // 2),
    "one byte changed in the middle": lambda path: path.write_bytes(
        (whole := path.read_bytes())[: len(whole) // 2]
        + bytes([whole[len(whole) // 2] ^ 1])
        + whole[len(whole) // 2 + 1 :]
    ),
    "random": lambda path: path.write_bytes(random.Random(1).randbytes(5000)),
    "somebody else's": lambda path: path.write_bytes(pickle.dumps("hello") * 100),
    "gone": lambda path: path.unlink(),
    "a folder": replaced_by_a_folder,
}


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The folder of a copy of the package, for compiled kernels of its own."""
    folder = copy_package(tmp_path_factory.mktemp("compiled"))
    (folder / "three.py").write_text(
        "from metaqueens.core.jit import kernel\n\n\n@kernel\ndef three():\n    return 3\n"
    )
    return folder


DAMAGED = [
    ("empty", ".nbi"), ("random", ".nbi"), ("somebody else's", ".nbi"), ("a folder", ".nbi"),
    ("cut off", ".nbc"), ("one byte changed in the middle", ".nbc"), ("gone", ".nbc"),
]  # fmt: skip
NUMBERS = """
from numbers_of import numbers
for number in range(7):
    answer, code = numbers[number](), numbers[number].compiled
    print(answer, len(code.stats.cache_hits), len(code.stats.cache_misses))
"""


def test_damaged_machine_code_is_compiled_again(package):
    """Each of seven kernels is damaged in another way; what cannot be read is said once."""
    (package / "numbers_of.py").write_text(
        "from metaqueens.core.jit import kernel, specialise\n\n\n"
        "@specialise(range(7))\n"
        "def numbers(number):\n"
        "    @kernel\n"
        "    def one():\n"
        "        return number\n\n"
        "    return one\n"
    )
    fresh = "".join(f"{number} 0 1\n" for number in range(7))
    assert python(NUMBERS, folder=package) == fresh
    for number, (damage, ending) in enumerate(DAMAGED):
        (path,) = package.glob(
            f"metaqueens/__pycache__/kernels-*/user-*/*/numbers_of.*one_{number}-*{ending}"
        )
        DAMAGE[damage](path)
    said = shown(NUMBERS, package)
    assert said.stdout == fresh
    assert said.stderr.count("\n") == 1
    assert said.stderr.endswith("are damaged and are compiled again\n")
    # What is a folder stays one.
    assert shown(NUMBERS, package).stdout == fresh.replace(" 0 1", " 1 0").replace("3 1 0", "3 0 1")


def test_a_file_where_a_folder_of_kernels_should_be(package, tmp_path):
    python(COUNT, folder=package)
    (kernels,) = package.glob("metaqueens/__pycache__/kernels-*")
    (inner,) = {file.parent for file in kernels.glob("user-*/*/three.*")}
    shutil.rmtree(inner)
    inner.write_text("not a folder")
    said = shown(COUNT, package)
    assert said.stdout == "3\n"
    assert said.stderr.startswith("compiled kernels cannot be stored: ")
    assert said.stderr.count("\n") == 1
    shutil.rmtree(kernels)
    kernels.write_text("not a folder")
    home = tmp_path / "cache"
    assert python(COUNT, folder=package, XDG_CACHE_HOME=str(home)) == "3\n"
    assert [*home.glob("metaqueens/kernels-*/user-*/*/*.nbc")]
    kernels.unlink()


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_package_that_cannot_be_written_uses_the_users_cache(tmp_path):
    copy_package(tmp_path)
    (tmp_path / "metaqueens").chmod(0o500)
    code = "from metaqueens.core.folders import cache_folder; print(cache_folder())"
    home = tmp_path / "cache"
    assert python(code, folder=tmp_path, XDG_CACHE_HOME=str(home)).startswith(str(home))
