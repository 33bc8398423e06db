"""Critical values beside scipy's distributions, at every level."""

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.estimate.critical_values import (
    LEVELS,
    USUAL,
    odds_limits,
    order_statistics,
    share_limits,
    student,
    tail_allowance,
)


def test_levels_are_from_where_nothing_is_held_to_a_family_of_a_million():
    assert 0.4 < LEVELS[0] < 0.5
    assert LEVELS[USUAL] == 0.025
    assert 2 * LEVELS[-1] * 1e6 < 0.01
    assert LEVELS[1:] / LEVELS[:-1] == pytest.approx(np.full(len(LEVELS) - 1, 0.8))


@pytest.mark.parametrize(("failures", "successes"), [(0, 1), (0, 7), (1, 1), (3, 9), (7, 0)])
def test_shares_are_clopper_and_pearsons(failures, successes):
    runs = failures + successes
    found = np.transpose(share_limits(failures, successes))
    for level, limits in zip(LEVELS[::7], found[::7], strict=True):
        reference = stats.binomtest(failures, runs).proportion_ci(1 - 2 * level, method="exact")
        assert limits == pytest.approx(tuple(reference), abs=1e-7)


def test_odds_are_of_the_shares():
    low, high = odds_limits(3, 9)
    for odds, share in zip((low, high), share_limits(3, 9), strict=True):
        assert odds / (1 + odds) == pytest.approx(share)
    assert (odds_limits(5, 0)[1] == np.inf).all()


@pytest.mark.parametrize("freedom", [1, 4, 29])
def test_student_is_scipys(freedom):
    assert student(freedom) == pytest.approx(stats.t.isf(LEVELS, freedom))


@pytest.mark.parametrize(("solved", "freedom"), [(2, 1), (5, 2.5), (30, 15)])
def test_the_allowance_is_half_of_what_a_variance_may_be_above_its_estimate(solved, freedom):
    found = tail_allowance(solved)
    for level, allowance in zip(LEVELS[::7], found[::7], strict=True):
        surest = max(level, 0.005)
        assert allowance == pytest.approx((freedom / stats.chi2.ppf(surest, freedom) - 1) / 2)
    assert found[-1] == found[-2], "it grows no further"


@pytest.mark.parametrize("runs", [1, 2, 5, 30, 33])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_quantile_passes_an_order_statistic_no_more_often_than_the_level_says(runs, share):
    """And would pass the next one more often; below the first there is none, nor above the last."""
    solved_below = stats.binom(runs, share)  # how many of the runs lie below the quantile
    for low, high, level in zip(*order_statistics(runs, share), LEVELS, strict=True):
        assert 0 <= low < high <= runs + 1
        assert solved_below.cdf(low - 1) <= level < solved_below.cdf(low)
        assert solved_below.sf(high - 1) <= level < solved_below.sf(high - 2)
