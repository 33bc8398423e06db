"""Confidence limits: references where there are any, and what every limit must keep."""

from math import inf, isnan, log

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.estimate.critical_values import is_heavy, tail
from metaqueens.analysis.estimate.limits import (
    LEVELS,
    USUAL,
    describe_basis,
    limit_mean,
    limit_quantile,
    p_of_difference,
    ratio,
)


def mean(costs):
    costs = np.asarray(costs, dtype=float)
    return limit_mean(costs, np.array([]), per_solved=True)


def test_the_lower_limit_is_students_by_the_delta_method(rng):
    costs = rng.exponential(1000, 30)
    error = costs.std(ddof=1) / costs.mean() / np.sqrt(30)
    expected = log(costs.mean()) - stats.t.ppf(0.975, 29) * error
    assert mean(costs).lower[USUAL] == pytest.approx(expected, abs=1e-9)
    assert mean(costs).upper[USUAL] - log(costs.mean()) > stats.t.ppf(0.975, 29) * error


@pytest.mark.parametrize("solved", [1, 3, 15, 29])
def test_failures_have_clopper_and_pearsons_limits(solved):
    """Solved runs that cost nothing: what is left are the failures, and ERT + 1 is 1 / success."""
    spent, lost = np.zeros(solved), np.ones(30 - solved)
    reference = stats.binomtest(solved, 30).proportion_ci(0.95, method="exact")
    low, high = limit_mean(spent, lost, per_solved=True).interval()
    assert (1 / (high + 1), 1 / (low + 1)) == pytest.approx(tuple(reference), abs=1e-9)
    low, high = limit_mean(spent, lost, per_solved=False).interval()
    assert (1 - high, 1 - low) == pytest.approx(tuple(reference), abs=1e-9)


def test_where_nobody_solved_there_is_a_lower_bound():
    """A solved run might have cost nothing; how many there might be has Clopper's limit."""
    found, penalised = (
        limit_mean(np.array([]), np.full(30, 1000.0), per_solved=per_solved)
        for per_solved in (True, False)
    )
    failing = 0.025 ** (1 / 30)
    assert found.value == inf
    assert found.interval() == pytest.approx((1000 * failing / (1 - failing), inf))
    assert penalised.interval() == pytest.approx((1000 * failing, 1000))


def test_the_spread_of_the_dearer_half(rng):
    assert tail(rng.lognormal(5, 1.5, 200_000)) == pytest.approx(1.5**2, rel=0.02)
    assert tail(rng.exponential(1, 200_000)) == pytest.approx(0.82, rel=0.02)
    assert tail(np.array([0.0, 0.0, 1.0])) == tail(np.array([3.0])) == 0


def test_limits_widen_with_the_level(rng):
    assert LEVELS[USUAL] == 0.025
    for found in (mean(rng.exponential(1, 8)), limit_quantile(rng.exponential(1, 40), 0.5)):
        assert (np.diff(found.lower) <= 0).all()
        assert (np.diff(found.upper) >= 0).all()


def test_the_interval_of_a_ratio_and_its_p_agree(rng):
    for factor in (1.2, 1.6, 2.2, 4):
        one, other = mean(rng.exponential(1, 30)), mean(rng.exponential(factor, 30))
        if one.value > other.value:
            continue
        value, low, high = ratio(one, other)
        assert low < value < high
        assert (low > 1) == (p_of_difference(one, other) < 0.05)
        assert ratio(other, one) == pytest.approx((1 / value, 1 / high, 1 / low))


def test_what_one_run_or_the_same_cost_tells():
    assert isnan(limit_mean(np.array([]), np.array([]), per_solved=False).interval()[0])
    single, sure, dear = mean([7]), mean([10] * 5), mean([20] * 5)
    assert all(isnan(end) for end in single.interval())
    assert p_of_difference(single, dear) == 1
    assert sure.interval() == pytest.approx((10, 10))
    assert p_of_difference(sure, dear) < 1e-9
    assert p_of_difference(sure, sure) == 1
    assert ratio(sure, sure)[0] == 1


def test_runs_that_cost_nothing_have_limits():
    nothing = np.zeros(30)
    assert limit_mean(nothing, nothing[:0], per_solved=True).interval() == (0, 0)
    assert limit_mean(nothing, nothing, per_solved=False).interval()[0] == 0
    assert limit_quantile(nothing, 0.5).interval() == (0, 0)
    assert limit_quantile(np.zeros(30), 0.5).value == -inf
    some = limit_quantile(np.array([0.0] * 20 + [8.0] * 10), 0.9)
    assert (some.value, some.interval()[0]) == (pytest.approx(log(8)), pytest.approx(8))
    assert limit_quantile(np.array([0.5] * 30), 0.5).value == pytest.approx(log(0.5))
    assert limit_quantile(np.array([5.0, 7.0]), 0.5).kind == "quantile"
    assert limit_quantile(np.array([5.0]), 0.5).kind == "none"
    three = limit_quantile(np.array([5.0, 7.0, 9.0]), 0.5)
    assert three.interval() == (0, inf), "three runs tell nothing of a median at 95 %"


def reaches(solved, lost, per_solved):
    """How far the limits are from the value, downward and upward, of the cost itself."""
    found = limit_mean(np.asarray(solved, float), np.asarray(lost, float), per_solved=per_solved)
    low, high = found.interval()
    return np.exp(found.value) - low, high - np.exp(found.value)


@pytest.mark.parametrize("per_solved", [True, False])
def test_three_sources_of_error_add_up_in_their_squares(per_solved):
    """What solved runs cost, how many failed, and what those cost: each alone, and all together."""
    solved, lost = np.tile([40.0, 60.0], 10), np.tile([80.0, 120.0], 5)
    all_of_them = np.square(reaches(solved, lost, per_solved))
    failures = np.square(reaches([50] * 20, [100] * 10, per_solved))
    own = np.square(reaches(solved, [100] * 10, per_solved)) - failures
    others = np.square(reaches([50] * 20, lost, per_solved)) - failures
    assert all_of_them == pytest.approx(own + others + failures)
    # By Student's on the logarithm, downward; weighed as they are in the value.
    half = stats.t.ppf(0.975, 9) * np.std(lost, ddof=1) / 100 / np.sqrt(10)
    weight = 0.5 if per_solved else 1 / 3
    assert np.sqrt(others) == pytest.approx(
        [weight * 100 * (1 - np.exp(-half)), weight * 100 * (np.exp(half) - 1)]
    )
    half = stats.t.ppf(0.975, 19) * np.std(solved, ddof=1) / 50 / np.sqrt(20)
    share = 1 if per_solved else 2 / 3
    assert np.sqrt(own[0]) == pytest.approx(share * 50 * (1 - np.exp(-half)))


@pytest.mark.parametrize(
    ("typical", "dear", "log_of_dear", "share"),
    # Ten of 21 runs cost 100 e: the spread is 10 / 10.5. A heavier tail is allowed for in full.
    [(11, 10, 1, 0.6 + 2 / 21), (21, 20, 1.5, 1)],
)
def test_the_allowance_for_a_tail_by_hand(typical, dear, log_of_dear, share):
    costs = np.array([100.0] * typical + [100 * np.exp(log_of_dear)] * dear)
    runs, found = typical + dear, mean(costs)
    spread = dear * log_of_dear**2 / (runs / 2)
    assert tail(costs) == pytest.approx(spread)
    error = costs.std(ddof=1) / costs.mean() / np.sqrt(runs) * stats.t.ppf(0.975, runs - 1)
    allowance = (runs / 2 / stats.chi2.ppf(0.025, runs / 2) - 1) / 2
    unseen = share * spread * allowance
    assert found.upper[USUAL] - found.value == pytest.approx(np.hypot(error, unseen))


@pytest.mark.parametrize("runs", [5, 10, 30, 100, 300])
def test_exponential_costs_are_called_heavy_in_one_sample_of_twenty_at_most(rng, runs):
    said = [is_heavy(rng.exponential(1, runs)) for _ in range(2000)]
    assert np.mean(said) < 0.06  # its standard error is 0.005


def test_a_power_law_is_called_heavy(rng):
    """Its variance is infinite, whatever the variance of the runs is."""
    for runs, least in ((30, 0.2), (100, 0.7), (300, 0.85)):
        assert np.mean([is_heavy(1 + rng.pareto(1.5, runs)) for _ in range(1000)]) > least


def test_one_run_with_more_than_a_quarter_of_the_cost():
    assert is_heavy(np.array([1.0] * 29 + [10.1]))
    assert not is_heavy(np.array([1.0] * 29 + [9.6]))
    assert not is_heavy(np.array([1.0, 2.0])), "so few runs show nothing"
    assert not is_heavy(np.zeros(30))


@pytest.mark.parametrize(
    ("solved", "lost", "kind"),
    [(4, 8, "few solved"), (5, 8, "mean"), (0, 8, "few solved"), (4, 0, "mean"), (1, 0, "none"),
     (0, 1, "none"), (1, 1, "few solved")],
)  # fmt: skip
def test_what_limits_are_made_of(solved, lost, kind):
    found = limit_mean(np.full(solved, 7.0), np.full(lost, 9.0), per_solved=True)
    assert found.kind == kind
    assert describe_basis(found) == ("" if kind == "none" else kind)
    assert describe_basis(mean([1] * 10 + [99])) == "heavy tail"


def test_where_all_solved_what_is_charged_for_failures_changes_nothing(rng):
    costs = rng.exponential(100, 20)
    one, other = (
        limit_mean(costs, costs[:0], per_solved=per_solved) for per_solved in (True, False)
    )
    assert one.interval() == pytest.approx(other.interval())


@pytest.mark.parametrize("per_solved", [True, False])
def test_of_few_solved_runs_the_mean_is_within_the_budget(per_solved):
    """Student's limits of three runs may differ by a factor of 10^50."""
    solved, lost = np.array([1e3, 4e3, 9e5]), np.full(27, 1e6)
    free, found = (limit_mean(solved, lost, per_solved, *most) for most in ([], [1e6]))
    assert free.interval()[1] > 1e9
    assert found.interval()[1] < 1e8
    assert (found.value, found.interval()[0]) == (free.value, free.interval()[0])
    assert (found.upper >= found.value).all()


def test_if_all_solved_the_limit_is_the_budget_by_the_lowest_success_rate():
    """The budget alone would be too low for failures that were not seen."""
    costs = np.array([3.0, 9.0, 40.0, 900.0])
    free, found = (limit_mean(costs, costs[:0], True, *most) for most in ([], [1000.0]))
    assert free.interval()[1] > 1e50
    assert found.interval() == (free.interval()[0], pytest.approx(1000 / 0.025 ** (1 / 4)))
    within = limit_mean(costs, costs[:0], True, 1e60)
    assert within.interval() == free.interval()
