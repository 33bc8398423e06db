"""Restarts and independent walks: worked examples, and a simulation of what is predicted."""

from math import inf, isnan

import numpy as np
import pytest

from metaqueens.analysis.restarts import (
    best_cutoff,
    expected_by_cutoff,
    luby,
    luby_cost,
    speed_up,
    table,
)

LENGTHS = [1, 2, 3, 4, 10]
ALL = [True] * 5


def test_expected_cost_by_cutoff():
    found = expected_by_cutoff(LENGTHS, ALL)
    assert dict(zip(found.cutoff, found.expected, strict=True)) == pytest.approx(
        {1: 5.0, 2: 4.5, 3: 4.0, 4: 3.5, 10: 4.0}
    )
    assert best_cutoff(LENGTHS, ALL) == (4, 3.5, 4.0)
    assert best_cutoff(LENGTHS, ALL, least=5) == (10, 4.0, 4.0)


def test_a_run_that_its_budget_ended_is_started_again():
    assert best_cutoff([100, 200, 300, 1000, 1000], [True] * 3 + [False] * 2) == pytest.approx(
        (300, 400, 2600 / 3)
    )
    assert best_cutoff([5, 5], [False, False])[1:] == (inf, inf)


def test_where_nothing_is_solved_the_table_is_empty():
    none = table([], walks=(2,))
    assert none.empty
    assert none.set_index(["problem", "algorithm"]).columns[-1] == "speed_up_2"


def test_the_universal_sequence():
    assert luby(31) == [
        1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8,
        1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 16,
    ]  # fmt: skip


def _follow(strategy, lengths, rng):
    spent = 0
    for cutoff in strategy:
        length = rng.choice(lengths)
        spent += min(cutoff, length)
        if length <= cutoff:
            return spent
    raise AssertionError("the strategy was too short")


def test_the_cost_of_the_universal_strategy_is_what_following_it_costs(rng):
    costs = [_follow(luby(1023), LENGTHS, rng) for _ in range(4000)]
    error = np.std(costs) / np.sqrt(len(costs))
    assert luby_cost(LENGTHS, ALL) == pytest.approx(np.mean(costs), abs=4 * error)
    assert luby_cost(LENGTHS, ALL) >= best_cutoff(LENGTHS, ALL).expected
    assert luby_cost([3.0], [True], unit=4) == 3
    assert luby_cost([3.0], [False]) == inf


def test_speed_up_by_hand():
    assert speed_up(LENGTHS, ALL, 1) == 1
    # The shorter of two draws: 1, 2, 3, 4, 10 with 9, 7, 5, 3, 1 chances in 25.
    assert speed_up(LENGTHS, ALL, 2) == pytest.approx(4 / (60 / 25))
    # Both walks fail one time in four, and each round then costs the budget of 8.
    assert speed_up([2, 8], [True, False], 2) == pytest.approx(10 / ((2 * 0.75 + 8 * 0.25) / 0.75))
    assert isnan(speed_up([2, 8], [False, False], 2))


def test_an_exponential_distribution_speeds_up_in_proportion(rng):
    spent = rng.exponential(1000, 20_000)
    assert speed_up(spent, np.full(20_000, True), 8) == pytest.approx(8, rel=0.05)
