"""Bootstrap intervals: scipy's where it has one, and a sound answer where it has none."""

from math import inf, isnan

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.bootstrap import CORRECTED_UP_TO, RESAMPLES, Bootstrapped, interval
from metaqueens.analysis.estimates import ert, median


def test_bca_is_scipys(rng):
    spent, solved = rng.exponential(1000, 30), rng.random(30) < 0.8
    reference = stats.bootstrap(
        (spent, solved), ert, paired=True, n_resamples=RESAMPLES, rng=np.random.default_rng(0)
    ).confidence_interval
    assert interval(ert, spent, solved) == pytest.approx(tuple(reference), abs=1e-9)


@pytest.mark.parametrize("runs", [30, CORRECTED_UP_TO + 100])
def test_the_interval_covers_as_often_as_it_says(runs, rng):
    found = Bootstrapped(ert, rng.exponential(1000, (300, runs)), np.full((300, runs), True))
    assert 0.88 < np.mean((found.low <= 1000) & (found.high >= 1000)) < 0.99


def test_medians_of_large_samples_scatter_as_resampled_ones_do(rng):
    spent = rng.exponential(1000, CORRECTED_UP_TO + 1)
    drawn = Bootstrapped(median, spent, np.full(spent.size, True)).draws[0]
    resampled = np.median(rng.choice(spent, (RESAMPLES, spent.size)), axis=1)
    assert stats.ks_2samp(drawn, resampled).pvalue > 0.01


def test_samples_that_scipy_gives_up():
    assert interval(ert, [7, 7, 7], [True] * 3) == (7, 7)
    assert interval(ert, [7, 8, 9], [False] * 3) == (inf, inf)
    low, high = interval(ert, [10, 100, 100], [True, False, False])
    assert 10 <= low <= 210
    assert high == inf
    assert all(isnan(end) for end in interval(median, [7], [True]))
    assert interval(median, [1, 2, 3, 9, 9, 9], [True] * 3 + [False] * 3).high == inf


def test_same_seed_same_interval(rng):
    spent, solved = rng.exponential(1000, 30), [True] * 30
    assert interval(median, spent, solved, seed=1) == interval(median, spent, solved, seed=1)
    assert interval(ert, spent, solved, seed=1) != interval(ert, spent, solved, seed=2)
