"""The ratio of two costs, of limits that are made by hand."""

from math import exp, inf, log, nan

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.estimate.limits import (
    LEVELS,
    USUAL,
    ConfidenceLimits,
    p_of_difference,
    ratio,
)

NORMAL = stats.norm.isf(LEVELS)


def normal(value, below, above=0.0, kind="mean"):
    """An estimate whose error is normal, with this spread below and above it."""
    return ConfidenceLimits(value, value - NORMAL * below, value + NORMAL * above, kind=kind)


def test_normal_errors_add_up_in_their_squares():
    mine, other = normal(log(100), 9, above=0.3), normal(log(200), 0.4, above=9)
    value, low, _ = ratio(mine, other)
    assert value == pytest.approx(2)
    assert low == pytest.approx(2 * exp(-stats.norm.isf(0.025) * 0.5))
    mine, other = normal(log(100), 0.3, above=9), normal(log(200), 9, above=0.4)
    assert ratio(mine, other)[2] == pytest.approx(2 * exp(stats.norm.isf(0.025) * 0.5))


@pytest.mark.parametrize("apart", [0.05, 0.5, 1.0, 1.96, 2.8, 5.0, 6.7])
def test_a_p_is_that_of_the_normal_distribution_where_errors_are_normal(apart):
    """But for a line drawn between two levels."""
    mine, other = normal(1.0, 9, above=0.3), normal(1.0 + 0.5 * apart, 0.4, above=9)
    expected = 2 * stats.norm.sf(apart)
    rel = 0.02 if apart > 0.2 else 0.05
    assert p_of_difference(mine, other) == pytest.approx(expected, rel=rel)


def test_no_p_is_less_than_twice_the_last_level_or_more_than_one():
    far = p_of_difference(normal(0, 0, above=1), normal(100, 1))
    assert far == 2 * LEVELS[-1]
    assert p_of_difference(normal(0, 0, above=1), normal(1e-9, 1)) == 1


def test_what_costs_no_more_is_not_different():
    assert p_of_difference(normal(1, 1, 1), normal(1, 0, 0)) == 1
    assert p_of_difference(normal(2, 0, 0), normal(1, 0, 0)) == 1
    assert p_of_difference(normal(inf, 0), normal(inf, 0)) == 1


def test_without_limits_there_is_no_interval_and_no_p():
    single = normal(0, 0, kind="none")
    for pair in ((single, normal(log(7), 1)), (normal(0, 1), normal(log(7), 0, kind="none"))):
        assert ratio(*pair) == pytest.approx((7, nan, nan), nan_ok=True)
        assert p_of_difference(*pair) == 1


def never(lower):
    """One that never solved: a lower limit only."""
    return ConfidenceLimits(inf, np.asarray(lower, dtype=float), np.full(len(LEVELS), inf))


def test_one_that_never_solved_is_dearer_by_where_the_limits_part():
    mine = normal(0, 1, above=0.5)
    other = never(3 - 0.5 * NORMAL)
    value, low, high = ratio(mine, other)
    assert (value, high) == (inf, inf)
    assert low == pytest.approx(exp(3 - stats.norm.isf(0.025)))
    # The limits meet where the normal quantile is 3.
    assert p_of_difference(mine, other) == pytest.approx(2 * stats.norm.sf(3), rel=0.02)
    value, low, high = ratio(other, mine)
    assert (value, low) == (0, 0)
    assert high == pytest.approx(exp(stats.norm.isf(0.025) - 3))


def test_where_the_next_level_has_no_limit_p_is_that_of_the_last_which_has():
    lower = np.where(LEVELS[USUAL] <= LEVELS, 5.0, -inf)
    assert p_of_difference(normal(0, 0), never(lower)) == pytest.approx(0.05)
    assert p_of_difference(normal(0, 0), never(np.full(len(LEVELS), -inf))) == 1
    touching = np.zeros(len(LEVELS))
    assert p_of_difference(normal(0, 0), never(touching)) == 1, "limits that touch are not apart"
    touching[0] = 5
    assert p_of_difference(normal(0, 0), never(touching)) == pytest.approx(2 * LEVELS[1])


def test_nought_against_nought_is_unknown():
    nought = normal(-inf, 0)
    unsure = ConfidenceLimits(
        1.0, np.where(LEVELS[USUAL] <= LEVELS, 0.5, -inf), np.full(len(LEVELS), 2.0)
    )
    assert ratio(nought, unsure) == (inf, inf, inf)
    assert p_of_difference(nought, unsure) == pytest.approx(0.05)
    assert ratio(nought, nought) == pytest.approx((1, nan, nan), nan_ok=True)
