"""Restarts and independent walks: worked examples of what is predicted, and coverage."""

from math import inf, isnan

import numpy as np
import pytest

from experiments.restarts.prediction import (
    best_cutoff,
    expected_by_cutoff,
    luby_cost,
    speed_up,
    speed_up_with_interval,
)
from metaqueens.search.restarts import luby_term

LENGTHS = [1, 2, 3, 4, 10]
ALL = [True] * 5


def test_expected_cost_by_cutoff():
    cutoffs, _, expected = expected_by_cutoff(LENGTHS, ALL)
    assert dict(zip(cutoffs, expected, strict=True)) == pytest.approx(
        {1: 5.0, 2: 4.5, 3: 4.0, 4: 3.5, 10: 4.0}
    )
    assert best_cutoff(LENGTHS, ALL) == (4, 3.5, 4.0)
    assert best_cutoff(LENGTHS, ALL, least=5) == (10, 4.0, 4.0)


def test_a_run_that_its_budget_ended_is_started_again():
    found = best_cutoff([100, 200, 300, 1000, 1000], [True] * 3 + [False] * 2)
    assert found == pytest.approx((300, 400, 2600 / 3))
    assert best_cutoff([5, 5], [False, False])[1:] == (inf, inf)


def _follow(strategy, lengths, rng):
    spent = 0
    for cutoff in strategy:
        length = rng.choice(lengths)
        spent += min(cutoff, length)
        if length <= cutoff:
            return spent
    raise AssertionError("the strategy was too short")


def test_the_cost_of_the_universal_strategy_is_what_following_it_costs(rng):
    costs = [_follow(map(luby_term, range(1, 1024)), LENGTHS, rng) for _ in range(4000)]
    error = np.std(costs) / np.sqrt(len(costs))
    assert luby_cost(LENGTHS, ALL) == pytest.approx(np.mean(costs), abs=4 * error)
    assert luby_cost(LENGTHS, ALL) >= best_cutoff(LENGTHS, ALL).expected
    assert luby_cost([3.0], [True], unit=4) == 3
    assert luby_cost([3.0], [False]) == inf


def test_speed_up_by_hand():
    assert speed_up(LENGTHS, ALL, 1) == 1
    # The shorter of two of the five runs: 1, 2, 3, 4 in 4, 3, 2, 1 of 10 pairs.
    assert speed_up(LENGTHS, ALL, 2) == pytest.approx(4 / 2)
    # Two of three fail together in one pair of three, and that round costs 6.
    expected = 14 / ((2 * 2 / 3 + 6 / 3) / (2 / 3))
    assert speed_up([2, 4, 8], [True, False, False], 2) == pytest.approx(expected)
    assert isnan(speed_up([2, 8], [False, False], 2))
    assert isnan(speed_up([2, 8], [True, True], 3))


def test_an_exponential_distribution_speeds_up_in_proportion(rng):
    spent = rng.exponential(1000, 20_000)
    assert speed_up(spent, np.full(20_000, True), 8) == pytest.approx(8, rel=0.05)
    shares = [1 / speed_up(one, one > 0, 16) for one in rng.exponential(1000, (400, 30))]
    assert np.mean(shares) == pytest.approx(1 / 16, rel=0.15)


def test_the_interval_of_a_speed_up_covers(rng):
    found = [speed_up_with_interval(one, one > 0, 4) for one in rng.exponential(1000, (200, 30))]
    covered = sum(one.low <= 4 <= one.high for one in found)
    assert covered >= 175, "95 % of 200 is 190; below 175 has chance 3e-6"
    assert isnan(speed_up_with_interval(LENGTHS, ALL, 2).value), "five runs for two walks"
