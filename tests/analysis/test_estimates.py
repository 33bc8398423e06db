"""Known answers: ERT and PAR10 by hand, Wilson, ECDF and Kaplan-Meier from scipy."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import stats

from metaqueens.analysis.estimate.estimates import ecdf, wilson
from metaqueens.metrics import METRICS
from metaqueens.metrics.statistics import ert, median, quantile, success, weighted_quantile

SPENT, SOLVED = [100, 200, 300, 1000, 1000], [True, True, True, False, False]


@given(st.integers(1, 1000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_scipys_holds_the_share_and_is_symmetric(case):
    successes, trials = case
    low, high = wilson(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    assert wilson(trials - successes, trials) == pytest.approx((1 - high, 1 - low))
    reference = stats.binomtest(successes, trials).proportion_ci(method="wilson")
    assert (low, high) == pytest.approx((reference.low, reference.high), abs=1e-9)


def test_costs_of_censored_runs():
    assert ert(SPENT, SOLVED) == pytest.approx(2600 / 3, abs=1e-9)
    assert METRICS["par10"].value(SPENT, SOLVED, 1000) == pytest.approx(4120, abs=1e-9)
    assert METRICS["par2"].value(SPENT, SOLVED, 1000) == pytest.approx(920, abs=1e-9)
    assert success(SPENT, SOLVED) == 0.6
    assert median(SPENT, SOLVED) == 300
    spent, solved = np.array([SPENT, SPENT]), np.array([SOLVED, [True] * 5])
    assert ert(spent, solved).tolist() == pytest.approx([2600 / 3, 520]), "of many at once"
    assert median(spent, solved).tolist() == [300, 300]


def test_quantiles_are_infinite_where_so_many_did_not_solve():
    assert quantile(SPENT, SOLVED, 0.25) == 200
    assert quantile(SPENT, SOLVED, 0.61) == inf
    assert quantile([], [], 0.5) != quantile([], [], 0.5), "nan where there is nothing"


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=20), st.integers(1, 64))
def test_quantiles_of_solved_runs_are_numpys(spent, part):
    ours = quantile(spent, [True] * len(spent), part / 64)
    assert ours == np.quantile(spent, part / 64, method="inverted_cdf")


@given(st.integers(1, 300), st.integers(0, 300), st.sampled_from(["0.1", "0.5", "0.9"]))
def test_a_quantile_is_finite_if_and_only_if_that_share_solved(runs, solved, share):
    """It is the cost of the last run needed, with weights too: 15 of 30, 27 of 30, 7 of 70."""
    spent, did = np.arange(1, runs + 1), np.arange(runs) < solved
    needed = next(k for k in range(1, runs + 1) if k >= Fraction(share) * runs)
    expected = needed if solved >= needed else inf
    assert quantile(spent, did, float(share)) == expected
    costs = np.where(did, spent, inf)
    assert weighted_quantile(costs, np.full(runs, 1 / runs), float(share)) == expected


def test_ecdf_is_scipys_where_only_the_budget_censors():
    found = ecdf(SPENT, SOLVED)
    reference = stats.ecdf(stats.CensoredData(uncensored=[100, 200, 300], right=[1000, 1000])).cdf
    assert found.share.to_numpy() == pytest.approx(reference.evaluate(found.spent), abs=1e-9)
    assert (found.low[2], found.high[2]) == pytest.approx(wilson(3, 5))


@pytest.mark.parametrize(
    ("spent", "solved", "share"),
    [
        ([100, 150, 150, 300], [1, 0, 1, 1], [0.25, 0.5, 1.0]),
        ([100, np.inf, 150, 300], [1, 0, 1, 1], [0.25, 0.5, 0.75]),  # gave up
        ([100, 100, 200], [1, 0, 1], [1 / 3, 1]),  # stopped after it
    ],
)
def test_ecdf_of_runs_that_were_stopped_is_kaplan_and_meiers(spent, solved, share):
    assert ecdf(spent, solved).share.tolist() == pytest.approx(share)


def test_wilson_at_another_confidence_is_scipys():
    assert wilson(0, 0) == (0, 1)
    reference = stats.binomtest(3, 20).proportion_ci(0.8, method="wilson")
    assert wilson(3, 20, 0.8) == pytest.approx((reference.low, reference.high))


def censored(rng, runs, scale=1.0, ties=False):
    needs, stopped = rng.exponential(scale, runs), rng.exponential(1.5, runs)
    if ties:
        needs, stopped = np.ceil(4 * needs), np.ceil(4 * stopped)
    return np.minimum(needs, stopped), needs <= stopped


@pytest.mark.parametrize("ties", [False, True])
def test_kaplan_meier_is_scipys(ties, rng):
    spent, solved = censored(rng, 40, ties=ties)
    reference = stats.ecdf(stats.CensoredData.right_censored(spent, ~solved)).cdf
    found = ecdf(spent, solved)
    assert found.share.to_numpy() == pytest.approx(reference.evaluate(found.spent), abs=1e-9)


def test_its_uncertainty_is_greenwoods(rng):
    spent, solved = censored(rng, 40)
    found = ecdf(spent, solved)
    share, runs = found.share.to_numpy(), found.runs.to_numpy()
    left = stats.ecdf(stats.CensoredData.right_censored(spent, ~solved)).sf
    low = left.confidence_interval(0.95, method="linear").low.evaluate(found.spent)
    error = (1 - share - low) / stats.norm.ppf(0.975)
    inside = (low > 0) & (share < 1)
    ours = np.sqrt(share * (1 - share) / runs)
    assert ours[inside] == pytest.approx(error[inside], abs=1e-7)


def test_without_censoring_it_is_the_plain_share(rng):
    spent = rng.exponential(1, 25)
    found = ecdf(spent, np.full(25, True))
    assert found.share.to_numpy() == pytest.approx(np.arange(1, 26) / 25)
    assert found.low.to_numpy() == pytest.approx([wilson(k, 25)[0] for k in range(1, 26)])


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
    found = ecdf([1, 2, 3, 4], [True, False, True, True])
    assert found.share.tolist() == pytest.approx([0.25, 0.625, 1])
    assert found.runs[2] == found.runs[1]
    assert found.runs[0] == pytest.approx(4)
    assert ecdf([1, 2], [True] * 2).runs.tolist() == [2, 2]
    together = ecdf([5, 5, 5], [True] * 3)
    assert (together.share.tolist(), together.runs.tolist()) == ([1], [3])


def test_greenwoods_variance_by_hand():
    """One of four, then one of two: 1 / (4 x 3) + 1 / (2 x 1) is the relative variance."""
    found = ecdf([1, 2, 3, 4], [True, False, True, False])
    assert found.share.tolist() == pytest.approx([1 / 4, 1 - 3 / 8])
    assert found.runs.tolist() == pytest.approx([4, (5 / 8) / (3 / 8 * 7 / 12)])
    assert ecdf([5, 5], [False] * 2).empty
