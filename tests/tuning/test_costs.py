"""What a setting costs, by hand."""

from math import log
from types import SimpleNamespace

import pytest

from metaqueens.search.budget import Budget
from metaqueens.tuning.costs import Block, FinishedRun, blocks, comparable, run_cost, total

SMALL, LARGE = SimpleNamespace(budget=Budget(100)), SimpleNamespace(budget=Budget(1000))
SOLVED, UNSOLVED = FinishedRun(40, 0.5, True), FinishedRun(100, 2.0, False)


def test_each_repetition_goes_through_every_instance():
    assert blocks([SMALL, LARGE], range(1, 3)) == [(0, 1), (1, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("goal", "solved", "unsolved"),
    [("par10", 40, 1000), ("ert", 40, 1000), ("median_time", 0.5, 20), ("1 - success", 0, 1)],
)
def test_the_cost_of_a_run(goal, solved, unsolved):
    assert run_cost(goal, SOLVED, SMALL) == solved
    assert run_cost(goal, UNSOLVED, SMALL) == unsolved
    # A budget of seconds charges what was spent.
    seconds = SimpleNamespace(budget=Budget(seconds=2.0))
    assert run_cost("par10", UNSOLVED, seconds) == 1000


@pytest.mark.parametrize(
    ("goal", "cost"),
    [
        ("par10", ((40 + 1000) / 2 + 40) / 2),
        ("ert", ((40 + 100) / 1 + 40) / 2),
        ("median_time", (0.5 + 0.5) / 2),
        ("1 - success", (1 / 2 + 0) / 2),
    ],
)
def test_the_cost_of_a_setting_is_the_mean_over_the_instances(goal, cost):
    runs = [(Block(0, 0), SOLVED), (Block(1, 0), SOLVED), (Block(0, 1), UNSOLVED)]
    assert total(goal, runs, [SMALL, LARGE]) == cost


def test_where_none_solved_ert_is_bounded_by_ten_times_what_was_spent():
    assert total("ert", [(Block(0, 0), UNSOLVED), (Block(0, 1), UNSOLVED)], [SMALL]) == 2000


def test_costs_are_compared_as_ratios_and_failures_as_they_are():
    assert comparable("ert", 100.0) - comparable("ert", 10.0) == pytest.approx(log(10))
    assert comparable("1 - success", 1.0) == 1.0
