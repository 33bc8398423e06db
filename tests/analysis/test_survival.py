"""Kaplan-Meier and log-rank are scipy's, and tell what was seen in censored runs."""

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.estimate.estimates import ecdf, kaplan_meier, wilson


def censored(rng, runs, scale=1.0, ties=False):
    needs, stopped = rng.exponential(scale, runs), rng.exponential(1.5, runs)
    if ties:
        needs, stopped = np.ceil(4 * needs), np.ceil(4 * stopped)
    return np.minimum(needs, stopped), needs <= stopped


@pytest.mark.parametrize("ties", [False, True])
def test_kaplan_meier_is_scipys(ties, rng):
    spent, solved = censored(rng, 40, ties=ties)
    reference = stats.ecdf(stats.CensoredData.right_censored(spent, ~solved)).cdf
    found = kaplan_meier(spent, solved)
    assert found.share == pytest.approx(reference.evaluate(found.costs), abs=1e-9)


def test_its_uncertainty_is_greenwoods(rng):
    spent, solved = censored(rng, 40)
    found = kaplan_meier(spent, solved)
    left = stats.ecdf(stats.CensoredData.right_censored(spent, ~solved)).sf
    low = left.confidence_interval(0.95, method="linear").low.evaluate(found.costs)
    error = (1 - found.share - low) / stats.norm.ppf(0.975)
    inside = (low > 0) & (found.share < 1)
    ours = np.sqrt(found.share * (1 - found.share) / found.runs)
    assert ours[inside] == pytest.approx(error[inside], abs=1e-7)


def test_without_censoring_it_is_the_plain_share(rng):
    spent = rng.exponential(1, 25)
    found = ecdf(spent, np.full(25, True))
    assert found.share.to_numpy() == pytest.approx(np.arange(1, 26) / 25)
    assert found.low.to_numpy() == pytest.approx([wilson(k, 25).low for k in range(1, 26)])


def test_runs_under_two_budgets_are_no_lower_bound(rng):
    """Half of the runs stopped early: the plain share says far too little."""
    needs = rng.exponential(1, 4000)
    budget = np.where(np.arange(4000) < 2000, 0.2, 2.0)
    found = ecdf(np.minimum(needs, budget), needs <= budget)
    last = found[found.spent < 2].iloc[-1]
    assert np.mean(needs <= budget) < 0.6
    assert last.share == pytest.approx(1 - np.exp(-2), abs=0.02)
    assert last.low < 1 - np.exp(-2) < last.high


def test_where_all_have_solved_the_share_is_as_sure_as_one_step_before():
    found = kaplan_meier([1, 2, 3, 4], [True, False, True, True])
    assert found.share.tolist() == pytest.approx([0.25, 0.625, 1])
    assert found.runs[-1] == found.runs[-2]
    assert found.runs[0] == pytest.approx(4)
    assert kaplan_meier([1, 2], [True] * 2).runs.tolist() == [2, 2]
    together = kaplan_meier([5, 5, 5], [True] * 3)
    assert (together.share.tolist(), together.runs.tolist()) == ([1], [3])


def test_greenwoods_variance_by_hand():
    """One of four, then one of two: 1 / (4 x 3) + 1 / (2 x 1) is the relative variance."""
    found = kaplan_meier([1, 2, 3, 4], [True, False, True, False])
    assert found.share.tolist() == pytest.approx([1 / 4, 1 - 3 / 8])
    assert found.runs.tolist() == pytest.approx([4, (5 / 8) / (3 / 8 * 7 / 12)])
    assert [len(column) for column in kaplan_meier([5, 5], [False] * 2)] == [0, 0, 0]
