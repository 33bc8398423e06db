"""The table of others: whom it names, and that each statement in it has its source."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "explanation/relation-to-others.md").read_text(encoding="utf-8")
OTHERS = ["DEAP", "Optuna", "IOHprofiler", "COCO", "pymoo", "benchopt", "irace", "mealpy"]
ROWS = {
    name.strip(): cells
    for name, *cells in (line.strip("|").split("|") for line in re.findall(r"^\|.+\|$", TEXT, re.M))
}
LINK = re.compile(r"\]\(([^)]+)\)")


def test_all_others_are_there():
    assert [name for name in ROWS if name in OTHERS] == OTHERS


@pytest.mark.parametrize("name", OTHERS)
def test_each_cell_has_a_source(name):
    """What others do is said by a page of theirs, what is done here by one of ours."""
    theirs, ours, when = (LINK.findall(cell) for cell in ROWS[name])
    assert theirs
    assert all(link.startswith("https://") for link in theirs)
    assert any(not link.startswith("https://") for link in ours)
    assert any(link.startswith("https://") for link in when)
