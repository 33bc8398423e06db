"""Known answers: ERT and PAR10 by hand, Wilson and ECDF from scipy."""

from math import inf

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import stats

from metaqueens.analysis.estimate.estimates import ecdf, wilson
from metaqueens.metrics import METRICS
from metaqueens.metrics.statistics import ert, median, quantile, success

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
    assert quantile(SPENT, SOLVED, 0.51) == inf
    assert quantile([], [], 0.5) != quantile([], [], 0.5), "nan where there is nothing"


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=20), st.floats(0, 1))
def test_quantiles_of_solved_runs_are_numpys(spent, q):
    ours = quantile(spent, [True] * len(spent), q)
    assert ours == pytest.approx(np.quantile(spent, q), abs=1e-9)


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
