"""The guard of speeds notices what it is there for, tried on copies of the package.

These tests hold no speed: a mutation makes its work five times slower and more, at any load.
"""

import re
import sys
from pathlib import Path

import pytest

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
        ("queue_1e7", "search/driver.py", "standing[0]", "standing.queens"),
        # A kernel that falls back to Python.
        (
            "climbing",
            "core/jit.py",
            "return self.compiled(*arguments)",
            "one = self.function if self.function.__name__ == 'climb' else self.compiled\n"
            "        return one(*arguments)",
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
