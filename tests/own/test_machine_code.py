"""Machine code of users' files: never stale, found by the next process, and pruned."""

import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from metaqueens import AdaptiveSearch, ExtremalOptimisation, Problem, TabuSearch, solve
from metaqueens.core import folders
from metaqueens.core.state import compute_cost, rebuild
from metaqueens.experiment.results.validate import verdict_on
from tests.processes import copy_package, written_by

pytestmark = pytest.mark.compiled

PROBLEMS = Path(__file__).parent / "problems"
# The import is of a module beside the file; what it holds is compiled into ``cost``.
FILE = """\
from metaqueens import Problem
from helper import weight


class Sum(Problem):
    encoding = "rows"
    n: int

    @staticmethod
    def cost(values, data):
        total = 0
        for i in range(values.size):
            total += weight(values[i])
        return total + 1
"""
HELPER = """\
from metaqueens import kernel


@kernel
def weight(value):
    return 2 * value
"""
SOLVE = """
from metaqueens import solve
from {module} import {name}
result = solve({name}(n={n}), "hill_climbing", 200, seed=1)
print(result.cost, {name}(n={n}).recount(result.values))
"""
# What the compiler did in this process: kernels compiled, and kernels found.
COUNT = """
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, event): compiled.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event): pass
event.register("numba:compile", Listener())
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A copy of the package with machine code of its own."""
    return copy_package(tmp_path_factory.mktemp("package"))


@pytest.fixture
def user(tmp_path):
    (tmp_path / "total.py").write_text(FILE)
    (tmp_path / "helper.py").write_text(HELPER)
    return tmp_path


def python(package, folder, code):
    return written_by(sys.executable, "-c", code, folder=folder, PYTHONPATH=str(package))


def solved(package, folder):
    code = SOLVE.format(module="total", name="Sum", n=4)
    return python(package, folder, code).split()


def test_an_edit_of_the_file_or_of_a_module_beside_it_is_compiled(package, user):
    assert solved(package, user) == ["1", "1"]
    edit(user / "total.py", "total + 1", "total + 5")
    assert solved(package, user) == ["5", "5"]
    edit(user / "helper.py", "2 * value", "2 * value + 1")
    assert solved(package, user) == ["9", "9"]


SWAPS = """\
from metaqueens import Problem


class Sum(Problem):
    encoding = "rows"
    n: int

    @staticmethod
    def cost(values, data):
        return 1

    @staticmethod
    def assign(values, data, i, value):
        values[i] = value
        return 0
"""
SWAP = """
import numpy as np
from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel
from metaqueens.core.state import apply, delta
from {module} import Sum
@kernel
def change(state): return delta(Moves.SWAP, state, np.int64(0), np.int64(1))
print(change(Sum(n=3).empty_state()))
"""


def test_an_edit_of_assign_changes_the_swap_that_is_made_of_it(package, tmp_path):
    (tmp_path / "total.py").write_text(SWAPS)
    assert python(package, tmp_path, SWAP.format(module="total")).split() == ["0"]
    edit(tmp_path / "total.py", "return 0", "return 7")
    assert python(package, tmp_path, SWAP.format(module="total")).split() == ["14"]


def test_an_edit_of_a_function_whose_cost_is_inherited(package, tmp_path):
    (tmp_path / "base.py").write_text(SWAPS)
    inherits = (
        SWAPS[: SWAPS.index("    @staticmethod\n    def cost")]
        + SWAPS[SWAPS.index("    @staticmethod\n    def assign") :]
    )
    inherits = inherits.replace("from metaqueens import Problem", "import base")
    (tmp_path / "total.py").write_text(inherits.replace("(Problem)", "(base.Sum)"))
    assert python(package, tmp_path, SWAP.format(module="total")).split() == ["0"]
    edit(tmp_path / "total.py", "return 0", "return 7")
    assert python(package, tmp_path, SWAP.format(module="total")).split() == ["14"]


def test_an_edit_between_import_and_compilation(package, user):
    change = (
        "text = open('helper.py').read(); open('helper.py', 'w').write(text.replace('2', '3'))\n"
    )
    code = "import total\n" + change + SOLVE.format(module="total", name="Sum", n=4)
    # What was imported is a weight of 2, which is not kept as that of the new file.
    assert python(package, user, code.replace('"hill_climbing"', '"random_search"')).split()
    edit(user / "total.py", "total + 1", "total + values[0] * 0 + 1")
    check = "import numpy as np, total; from metaqueens.core.state import rebuild, compute_cost\n"
    check += "s = total.Sum(n=4).empty_state(); s.values[:] = 1; rebuild(s); print(compute_cost(s))"
    assert python(package, user, check).split() == ["13"]


def edit(file, old, new):
    """Change a file and leave its time as it was."""
    before, text = file.stat(), file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    shutil.rmtree(file.parent / "__pycache__", ignore_errors=True)  # Python goes by the time
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_second_process_finds_what_the_first_compiled(package, tmp_path):
    shutil.copy(PROBLEMS / "costas.py", tmp_path)
    code = COUNT + SOLVE.format(module="costas", name="Costas", n=7) + "print(len(compiled))"
    _, _, first = python(package, tmp_path, code).split()
    _, _, second = python(package, tmp_path, code).split()
    assert int(first) > 0
    assert int(second) == 0


def test_problems_of_two_folders_with_the_same_names(package, tmp_path):
    """What one project left does no harm to another, whose file has the same name."""
    for name, cost in (("one", 3), ("other", 4)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "helper.py").write_text(HELPER)
        (folder / "total.py").write_text(FILE.replace("total + 1", f"total + {cost}"))
        assert solved(package, folder) == [str(cost), str(cost)]
    shutil.rmtree(tmp_path / "one")
    assert solved(package, tmp_path / "other") == ["4", "4"]


def test_a_problem_of_the_program_itself(package, user):
    text = (
        FILE
        + 'if __name__ == "__main__":'
        + SOLVE.format(module="total", name="Sum", n=4)
        .replace("\n", "\n    ")
        .replace("    from total import Sum\n", "")
    )
    (user / "program.py").write_text(text)
    for _ in range(2):
        written = written_by(sys.executable, "program.py", folder=user, PYTHONPATH=str(package))
        assert written.split() == ["1", "1"]


def test_a_problem_without_a_file_as_in_a_notebook(package, tmp_path):
    (tmp_path / "helper.py").write_text(HELPER)
    cell = f"exec(compile({FILE!r}, '<cell>', 'exec'))"
    again = f"exec(compile({FILE.replace('total + 1', 'total + 6')!r}, '<cell>', 'exec'))"
    say = SOLVE.format(module="total", name="Sum", n=4).replace("from total import Sum\n", "")
    assert python(package, tmp_path, cell + say + again + say).split() == ["1", "1", "6", "6"]
    assert python(package, tmp_path, again + say).split() == ["6", "6"]


def test_the_machine_code_of_the_latest_ten_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "cache_folder", lambda: tmp_path)
    made = []
    for k in range(folders.MAX_USER_FOLDERS + 3):
        made.append(folders.folder_for(f"{k:012x}"))
        os.utime(made[-1], ns=(k, k))
    assert {*tmp_path.iterdir()} == {*made[3:]}


class Weights(NamedTuple):
    weights: np.ndarray


class Heavy(Problem):
    """The product of two weights is above the largest int32."""

    n: int

    def data(self):
        return Weights(np.full(self.n, 50_000, np.int32))

    @staticmethod
    def cost(values, data):
        return data.weights[0] * data.weights[1] * (values[0] > 0)


def test_a_recount_computes_with_64_bits_as_compiled_code_does():
    values = np.array([1, 0, 2], np.int32)
    state = Heavy(n=3).empty_state()._replace(values=values)
    rebuild(state)
    assert Heavy(n=3).recount(values) == compute_cost(state) == 50_000**2


class Blind(Heavy):
    """No variable is ever in conflict, which is wrong."""

    @staticmethod
    def variable_cost(values, data, i):
        return 0


def test_a_search_without_a_variable_in_conflict_keeps_its_budget():
    for search in (TabuSearch(), ExtremalOptimisation(), AdaptiveSearch()):
        result = solve(Blind(n=3), search, 500, seed=3, start=[1, 0, 2])
        assert result.evaluations <= 600


class Fails(Heavy):
    @staticmethod
    def cost(values, data):
        return data.weights[values[0] + 2]


def test_a_count_that_fails_is_explained_and_rejected():
    values = np.array([1, 0, 2], np.int32)
    with pytest.raises(ValueError, match=r"IndexError: index 3 is out of bounds"):
        Fails(n=3).recount(values)
    assert verdict_on(Fails(n=3), values, 0, with_cp_sat=False) == "rejected"
