"""Rates at which Wilson's interval misses, computed exactly, are those on the page."""

import re
from math import comb
from pathlib import Path

import pytest

from experiments.statistics.wilson import MARGIN, find_least_runs, find_worst
from metaqueens.analysis.estimate.estimates import wilson

ROOT = Path(__file__).parents[2]
PAGE = " ".join(
    (ROOT / "docs/reference/statistical-methods.md").read_text(encoding="utf-8").split()
)


def miss(runs, rate):
    """Return the probability that the interval lacks the rate, by summing over all samples."""
    chances = (comb(runs, k) * rate**k * (1 - rate) ** (runs - k) for k in range(runs + 1))
    intervals = [wilson(solved, runs) for solved in range(runs + 1)]
    return sum(
        chance
        for chance, (low, high) in zip(chances, intervals, strict=True)
        if not low <= rate <= high
    )


@pytest.mark.parametrize("runs", [10, 30])
def test_the_page_has_the_largest_rate_of_misses(runs):
    worst, inner = find_worst(runs), find_worst(runs, MARGIN, 1 - MARGIN)
    assert f"{inner.share:.1%} with {runs} runs".replace("%", " %") in PAGE
    assert (
        f"{worst.share:.1%} with {runs} runs (just above {worst.rate:.3f})".replace("%", " %")
        in PAGE
    )


@pytest.mark.parametrize("runs", [10, 17, 30])
def test_no_rate_on_a_fine_grid_is_missed_more_often(runs):
    shares = [miss(runs, step / 9973) for step in range(1, 9973)]
    assert find_worst(runs).share - 0.004 < max(shares) <= find_worst(runs).share
    inner = [miss(runs, 0.05 + 0.9 * step / 4999) for step in range(5000)]
    assert max(inner) <= find_worst(runs, 0.05, 0.95).share


def test_between_10_and_30_runs_the_largest_rates_are_those_of_10():
    worst = [find_worst(runs).share for runs in range(10, 31)]
    inner = [find_worst(runs, MARGIN, 1 - MARGIN).share for runs in range(10, 31)]
    assert (max(worst), max(inner)) == (worst[0], inner[0])


def test_the_page_has_the_number_of_runs_that_show_99_per_cent():
    least = find_least_runs(0.99)
    assert wilson(least, least)[0] >= 0.99 > wilson(least - 1, least - 1)[0]
    (stated,) = re.findall(r"at least 99 % takes (\d+) runs", PAGE)
    assert int(stated) == least
