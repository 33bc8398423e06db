"""Kaplan-Meier and log-rank are scipy's, and tell what was seen in censored runs."""

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.estimate.estimates import ecdf, wilson
from metaqueens.analysis.estimate.survival import kaplan_meier
from metaqueens.analysis.inference.logrank import logrank


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


@pytest.mark.parametrize("ties", [False, True])
def test_logrank_is_scipys(ties, rng):
    one, other = censored(rng, 30, ties=ties), censored(rng, 40, 1.6, ties)
    as_data = [stats.CensoredData.right_censored(spent, ~solved) for spent, solved in (one, other)]
    reference = stats.logrank(*as_data)
    found = logrank(*one, *other)
    assert found[1:] == pytest.approx((reference.statistic, reference.pvalue), abs=1e-9)


def test_logrank_of_runs_that_none_solved():
    assert logrank([5, 5], [False] * 2, [5, 5], [False] * 2).p == 1


def test_runs_under_two_budgets_are_no_lower_bound(rng):
    """Half of the runs stopped early: the plain share says far too little."""
    needs = rng.exponential(1, 4000)
    budget = np.where(np.arange(4000) < 2000, 0.2, 2.0)
    found = ecdf(np.minimum(needs, budget), needs <= budget)
    last = found[found.spent < 2].iloc[-1]
    assert np.mean(needs <= budget) < 0.6
    assert last.share == pytest.approx(1 - np.exp(-2), abs=0.02)
    assert last.low < 1 - np.exp(-2) < last.high


def test_logrank_by_hand():
    """Freireich's remission trial in weeks, as textbooks work it out: 16.79 on one degree."""
    spent = [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35]
    ended = [1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    placebo = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23]
    found = logrank(spent, ended, placebo, [1] * 21)
    assert found.statistic**2 == pytest.approx(16.79, abs=5e-3)
    assert found.statistic < 0, "fewer ended than expected"
    assert found.p == pytest.approx(stats.chi2.sf(found.statistic**2, 1))


def test_the_last_run_at_risk_adds_nothing():
    """Of 2 and then 1: the first's variance is 1/4, and the last has none."""
    found = logrank([1], [True], [2], [True])
    assert found.statistic == pytest.approx((1 - 0.5) / np.sqrt(0.25))


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
