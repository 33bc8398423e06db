"""What a setting costs, by hand; the randomization test, by hand and by enumeration."""

from itertools import product
from math import log

import numpy as np
import pytest

from metaqueens.problem.queens import Queens
from metaqueens.search.budget import Budget
from metaqueens.tuning.costs import Block, Done, blocks, comparable, p_value, run_cost, total
from metaqueens.tuning.task import Instance

SMALL, LARGE = Instance(Queens(8), Budget(100)), Instance(Queens(9), Budget(1000))
SOLVED, UNSOLVED = Done(40, 0.5, True), Done(100, 2.0, False)


def test_each_repetition_goes_through_every_instance():
    assert blocks([SMALL, LARGE], range(1, 3)) == [(0, 1), (1, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("goal", "solved", "unsolved"),
    [
        ("par10_evaluations", 40, 1000),
        ("ert", 40, 1000),
        ("median_seconds", 0.5, 20),
        ("1 - success", 0, 1),
    ],
)
def test_the_cost_of_a_run(goal, solved, unsolved):
    assert run_cost(goal, SOLVED, SMALL) == solved
    assert run_cost(goal, UNSOLVED, SMALL) == unsolved


def test_a_budget_of_seconds_charges_what_was_spent():
    instance = Instance(Queens(8), Budget(seconds=2.0))
    assert run_cost("par10_evaluations", UNSOLVED, instance) == 1000


@pytest.mark.parametrize(
    ("goal", "cost"),
    [
        ("par10_evaluations", ((40 + 1000) / 2 + 40) / 2),
        ("ert", ((40 + 100) / 1 + 40) / 2),
        ("median_seconds", ((0.5 + 20) / 2 + 0.5) / 2),
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


INSTANCES = [Instance(Queens(n), Budget(evaluations=1_000)) for n in (8, 10)]
GOALS = ["par10_evaluations", "ert", "median_seconds", "1 - success"]


def runs(rng: np.random.Generator, count: int, mean: float = 300) -> list[Done]:
    lengths = rng.exponential(mean, count)
    return [Done(min(int(k) + 1, 1_000), k / 100, bool(k < 1_000)) for k in lengths]


@pytest.mark.parametrize("goal", GOALS)
def test_a_p_value_is_what_all_swaps_say(goal):
    rng, order = np.random.default_rng(3), blocks(INSTANCES, range(3))
    ours, theirs = runs(rng, 6, 400), runs(rng, 6, 900)

    def difference(swapped: tuple[bool, ...]) -> float:
        pairs = zip(ours, theirs, swapped, strict=True)
        sides = zip(*((b, a) if swap else (a, b) for a, b, swap in pairs), strict=True)
        costs = [total(goal, list(zip(order, side, strict=True)), INSTANCES) for side in sides]
        if goal == "1 - success":
            return abs(costs[0] - costs[1])
        return float(abs(np.log(costs[0] / costs[1])))

    seen = difference((False,) * 6)
    extreme = [difference(ways) >= seen - 1e-9 for ways in product([False, True], repeat=6)]
    p = p_value(goal, INSTANCES, order, ours, theirs)
    assert p == pytest.approx(np.mean(extreme))


def test_a_p_value_by_hand():
    order = [Block(0, k) for k in range(4)]
    ours = [Done(10, 1.0, True)] * 4
    theirs = [Done(20, 1.0, True)] * 4
    # Only all four swapped or none are as far apart: 2 of 16.
    assert p_value("par10_evaluations", INSTANCES, order, ours, theirs) == 2 / 16
    assert p_value("par10_evaluations", INSTANCES, order, ours, ours) == 1.0


@pytest.mark.parametrize("goal", GOALS)
def test_where_nothing_differs_p_errs_in_a_twentieth(goal):
    rng, order = np.random.default_rng(4), blocks(INSTANCES, range(10))
    ps = [p_value(goal, INSTANCES, order, runs(rng, 20), runs(rng, 20)) for _ in range(200)]
    assert np.mean(np.array(ps) < 0.05) <= 0.08
