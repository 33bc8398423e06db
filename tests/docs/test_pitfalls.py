"""The numbers of docs/explanation/pitfalls.md follow from the error rates, or from counting."""

import re
from math import comb
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "explanation"
TEXT = " ".join((DOCS / "pitfalls.md").read_text(encoding="utf-8").split())
STATISTICS = (DOCS.parent / "reference" / "statistical-methods.md").read_text(encoding="utf-8")


def told_apart(runs: int) -> float:
    """Return how often a search of twice the cost is significantly worse, in per cent."""
    row = rf"^\| 2 x exponential, 2 times the cost \| ERT \| 1 \| {runs} \| \d+ \| ([\d.]+) % \|"
    (share,) = re.findall(row, STATISTICS, re.MULTILINE)
    return float(share)


def test_runs_that_show_a_factor_of_two():
    assert "found in one comparison of ten; with 100 runs nearly always" in TEXT
    assert 5 < told_apart(10) < 15
    assert told_apart(100) > 95


def test_thirty_runs_that_all_solve():
    assert "One run in ten may fail, and 30 runs would still all solve in 4 samples of 100" in TEXT
    assert round(100 * 0.9**30) == 4


def test_pairs_that_differ_by_chance():
    assert "Ten algorithms are 45 pairs; at 5 % two of them differ by chance" in TEXT
    assert comb(10, 2) == 45
    assert round(45 * 0.05) == 2
