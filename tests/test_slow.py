"""The two speeds of the tests: each line of the table names tests that there are."""

import re
from pathlib import Path

import pytest

from . import slow

HERE = Path(__file__).parent
ROOT = HERE.parent


@pytest.mark.parametrize("pattern", slow.SLOW)
def test_a_pattern_names_tests_that_there_are(pattern):
    path, _, name = pattern.partition("::")
    files = [*HERE.glob(path)]
    assert files, "gone, or renamed"
    defined = rf"^(?:def|class) {re.escape(name.partition('[')[0])}"
    assert any(re.search(defined, file.read_text("utf-8"), re.MULTILINE) for file in files)


def test_a_test_is_quick_unless_the_table_or_a_browser_says_otherwise():
    assert slow.why("tests/cli/test_killed.py::test_a_kill[1]", []) == slow.KILLS
    assert slow.why("tests/cli/test_solve.py::test_a_board", ["tmp_path"]) is None
    assert slow.why("tests/cli/test_solve.py::test_a_board", ["browser"]) == slow.BROWSER


def test_the_gate_runs_every_test_once():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    runs = re.findall(r"^(test|slow|test-all):(.*?)  ##.*\n((?:\t.+\n)*)", makefile, re.MULTILINE)
    needs = {name: needed.split() for name, needed, _ in runs}
    selects = {name: re.findall(r"pytest -m (.+)", done) for name, _, done in runs}
    assert selects == {"test": ['"not slow"'], "slow": ["slow"], "test-all": []}
    assert needs["test-all"] == ["test", "slow"]
    called = re.findall(r"^make (\S+)", (ROOT / ".ci/run").read_text("utf-8"), re.MULTILINE)
    assert called == ["test-all", "speed"]
