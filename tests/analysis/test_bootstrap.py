"""Bootstrap draws: scipy's resampling, and an answer where nothing solved."""

from math import inf

import numpy as np
import pytest

from metaqueens.analysis.estimate.intervals import RESAMPLES, bootstrap
from metaqueens.metrics.statistics import ert, median


@pytest.mark.parametrize(("statistic", "runs"), [(ert, 30), (ert, 600), (median, 31)])
def test_draws_scatter_as_the_value_does(rng, statistic, runs):
    spent, solved = rng.exponential(1000, (200, runs)), np.full((200, runs), True)
    expected = statistic(spent, solved).std(ddof=1)
    assert 0.8 < np.median(bootstrap(statistic, spent, solved).std(axis=1)) / expected < 1.15


def test_samples_with_nothing_to_draw_from():
    assert (bootstrap(ert, [7, 7, 7], [True] * 3) == 7).all()
    assert (bootstrap(ert, [7, 8, 9], [False] * 3) == inf).all()
    assert (bootstrap(median, [7], [True]) == 7).all()


def test_runs_are_resampled_whole_and_alike_for_one_seed():
    """One that solved and a dearer that did not: never one's cost with the other's end."""
    drawn, again, other = (bootstrap(ert, [1, 100], [True, False], seed) for seed in (1, 1, 2))
    assert drawn.shape == (1, RESAMPLES)
    assert set(drawn[0]) == {1, 101, inf}
    assert 0.45 < (drawn == 101).mean() < 0.55, "half of the draws have one of each"
    assert (drawn == again).all()
    assert (drawn != other).any()
