"""Bootstrap draws: scipy's resampling, and an answer where nothing solved."""

from math import inf

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.estimate.intervals import RESAMPLED_UP_TO, RESAMPLES, Bootstrapped
from metaqueens.metrics.statistics import ert, median


def test_medians_of_large_samples_scatter_as_resampled_ones_do(rng):
    spent = rng.exponential(1000, RESAMPLED_UP_TO + 1)
    drawn = Bootstrapped(median, spent, np.full(spent.size, True)).draws[0]
    resampled = np.median(rng.choice(spent, (RESAMPLES, spent.size)), axis=1)
    assert stats.ks_2samp(drawn, resampled).pvalue > 0.01


def test_draws_scatter_as_the_value_does(rng):
    drawn = Bootstrapped(ert, rng.exponential(1000, (200, 30)), np.full((200, 30), True))
    expected = drawn.values.std(ddof=1)
    assert 0.8 < np.median(drawn.draws.std(axis=1)) / expected < 1.1


def test_samples_with_nothing_to_draw_from():
    assert (Bootstrapped(ert, [7, 7, 7], [True] * 3).draws == 7).all()
    assert (Bootstrapped(ert, [7, 8, 9], [False] * 3).draws == inf).all()
    assert (Bootstrapped(median, [7], [True]).draws == 7).all()
    assert inf in Bootstrapped(ert, [10, 100, 100], [True, False, False]).draws


def test_same_seed_same_draws(rng):
    spent, solved = rng.exponential(1000, 30), [True] * 30
    one, again, other = (Bootstrapped(ert, spent, solved, seed=seed) for seed in (1, 1, 2))
    assert (one.draws == again.draws).all()
    assert (one.draws != other.draws).any()


def test_runs_are_resampled_whole():
    """One that solved and a dearer that did not: never one's cost with the other's end."""
    drawn = Bootstrapped(ert, [1, 100], [True, False])
    assert drawn.values.tolist() == [101]
    assert drawn.draws.shape == (1, 999)
    assert set(drawn.draws[0]) == {1, 101, inf}
    assert 0.2 < (drawn.draws == 101).mean() - 0.25 < 0.3, "half of the draws have one of each"


def test_medians_of_large_samples_scatter_evenly_about_the_middle_run(rng):
    spent, solved = rng.permutation(501), np.full(501, True)
    means = [Bootstrapped(median, spent, solved, seed=seed).draws.mean() for seed in range(60)]
    assert np.mean(means) == pytest.approx(250, abs=0.15)
    solved[spent > 200] = False
    assert (Bootstrapped(median, spent, solved).draws == inf).mean() > 0.99


def test_other_statistics_of_large_samples_are_resampled(rng):
    spent = rng.exponential(1000, 600)
    drawn = Bootstrapped(ert, spent, np.full(600, True)).draws
    assert drawn.mean() == pytest.approx(spent.mean(), rel=0.02)
    assert drawn.std() == pytest.approx(spent.std() / np.sqrt(600), rel=0.1)
