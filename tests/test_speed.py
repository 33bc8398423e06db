"""The guard of speeds notices what it is there for, tried on copies of the package.

These tests hold no speed: a mutation makes its work five times slower and more, at any load.
"""

import json
import re
import sys
from pathlib import Path

import pytest

from experiments.benchmarks import speed
from tests.processes import copy_package, ran

ROOT = Path(__file__).parents[1]
SPEED = ROOT / "experiments/benchmarks/speed.py"


def measured(package, *works):
    """The guard's process, with the copy of the package in ``package``."""
    return ran(sys.executable, SPEED, *works, PYTHONPATH=str(package))


@pytest.fixture
def copy(tmp_path):
    return copy_package(tmp_path)


def mutate(package, file, old, new):
    path = package / "metaqueens" / file
    text = path.read_text()
    assert len(re.findall(re.escape(old), text)) == 1
    path.write_text(text.replace(old, new))


@pytest.mark.compiled("speeds are those of machine code")
@pytest.mark.parametrize(
    ("work", "file", "old", "new"),
    [
        # A driver that pays O(n) a report, as it did for a day.
        ("queue_1e7", "search/driver.py", "snapshot[0]", "snapshot.values"),
        # A kernel that falls back to Python.
        (
            "climbing",
            "core/jit.py",
            "return self.compiled(*arguments)",
            "one = self.function if self.function.__name__ == 'climb' else self.compiled\n"
            "            return one(*arguments)",
        ),
        # A library that the start of every command imports.
        (
            "modules_of_config_error",
            "cli/__init__.py",
            "\nimport click\n",
            "\nimport click\nimport scipy.stats\n",
        ),
    ],
    ids=["report", "kernel", "import"],
)  # fmt: skip
def test_a_loss_is_noticed_and_named(copy, work, file, old, new):
    mutate(copy, file, old, new)
    process = measured(copy, work)
    assert process.returncode == 1, process.stdout + process.stderr
    assert re.search(rf"slower: {work} has 0\.[0-4]\d of its accepted ratio", process.stdout)


def test_what_is_as_it_was_passes(copy):
    process = measured(copy, "modules_of_config_error")
    assert (process.returncode, process.stderr) == (0, "")


def test_an_unknown_work_is_told():
    process = measured(ROOT, "quene_1e6")
    assert process.returncode != 0
    assert "quene_1e6: expected some of queue_1e6, " in process.stderr


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Return an empty table of accepted ratios in place of the real one."""
    path = tmp_path / "accepted.json"
    monkeypatch.setattr(speed, "ACCEPTED", path)
    path.write_text("{}")
    return path


def test_a_ratio_is_accepted_for_one_family_of_processors(table):
    speed.accept({"climbing": 2.8, "tabu": 1.4}, "znver")
    speed.accept({"climbing": 1.6}, "emeraldrapids")
    assert speed.read_accepted("znver") == {"climbing": 2.8, "tabu": 1.4}
    assert speed.read_accepted("emeraldrapids") == {"climbing": 1.6, "tabu": 1.4}


def test_an_unknown_family_has_the_lowest_ratio_of_the_others(table):
    speed.accept({"climbing": 2.8, "q15": 0.2}, "znver")
    speed.accept({"climbing": 1.6, "q15": 0.3}, "emeraldrapids")
    assert speed.read_accepted("neoverse-n") == {"climbing": 1.6, "q15": 0.2}


def test_a_number_of_modules_holds_for_every_family(table):
    speed.accept({"modules_of_solve_8": 1.1}, "znver")
    speed.accept({"modules_of_solve_8": 1.2}, "emeraldrapids")
    assert json.loads(table.read_text()) == {"any": {"modules_of_solve_8": 1.2}}


def test_each_family_has_all_works():
    table = json.loads(speed.ACCEPTED.read_text())
    assert {*table.pop("any")} == {*speed.MODULES}
    assert len(table) > 1
    assert all({*ratios} == {*speed.WORKS} for ratios in table.values())
