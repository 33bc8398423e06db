from math import exp, log

import pytest

from metaqueens import Budget, Queens, SimulatedAnnealing, solve
from metaqueens.algorithms.local_search import Metropolis
from metaqueens.algorithms.simulated_annealing import Constant, Geometric, Linear, temperature_at
from metaqueens.core.random import is_below_exp
from metaqueens.search.algorithm import space_for
from metaqueens.text.errors import UserError


@pytest.mark.parametrize("n", [8, 20, 50, 100, 200, 500, 1000])
@pytest.mark.parametrize("encoding", ["permutation", "rows"])
def test_the_defaults_solve_every_size_every_time(n, encoding):
    budget = Budget(evaluations=100_000_000)
    seeds = 30 if n <= 100 else 10
    for seed in range(seeds):
        assert solve(Queens(n), SimulatedAnnealing(), budget, seed, encoding=encoding).solved


@pytest.mark.parametrize("x", [1e-9, 0.01, 0.5, 1.0, 3.0, 10.0, 40.0])
def test_the_short_cut_accepts_exactly_what_metropolis_accepts(x):
    for draw in (0.0, 0.5 * exp(-x), exp(-x) * (1 - 1e-9), exp(-x) * (1 + 1e-9), 0.3, 1 - 2**-53):
        assert is_below_exp(draw, x) == (draw < exp(-x))


def temperatures(schedule, n, at):
    plan = schedule.plan(Queens(n))
    return [temperature_at(plan, evaluations) for evaluations in at]


def test_schedules_fall_from_hot_to_cold_and_stay_there_and_reheats_go_back():
    at = [0, 50, 100, 10_000]
    geometric = temperatures(Geometric(hot=4.0, cold=1.0, length=100), 8, at)
    assert geometric == pytest.approx([4, 2, 1, 1])
    linear = temperatures(Linear(hot=4.0, cold=1.0, length=100), 8, at)
    assert linear == pytest.approx([4, 2.5, 1, 1])
    assert temperatures(Constant(temperature=0.3), 8, at) == pytest.approx([0.3] * 4)
    reheated = Geometric(hot=4.0, cold=1.0, length=100, reheats=2)
    assert temperatures(reheated, 8, [100, 150, 200, 300, 350]) == pytest.approx([4, 2, 4, 1, 1])


def test_default_temperatures_fall_as_one_by_ln_n():
    for n in (2, 50, 10**6):
        plan = Geometric().plan(Queens(n))
        assert (plan.hot, plan.cold) == pytest.approx((0.8 / log(n), 0.4 / log(n)))
        assert Constant().plan(Queens(n)).hot == pytest.approx(0.4 / log(n))


@pytest.mark.parametrize(
    ("rule", "factor"),
    [
        ({"excluded": [(3, "rising")]}, 0.8),
        ({"blocked": [(0, 3)]}, 0.8),
        ({"placed": [(0, 3)]}, 0.8),
        ({"torus": True}, 1.2),
        ({"torus": True, "blocked": [(0, 3)]}, 1.2),
    ],
)
def test_where_a_rule_makes_solutions_rare_the_default_ends_warmer(rule, factor):
    board = Queens(20, **rule)
    plan = Geometric().plan(board)
    assert plan.cold == pytest.approx(factor / log(20))
    assert plan.hot == pytest.approx(max(0.8, factor) / log(20))
    for constant in (Constant().plan(board).cold, Metropolis().plan(board).level):
        assert constant == pytest.approx(factor / log(20))
    assert Geometric(hot=0.1).plan(board).cold == 0.1


def test_hot_below_cold_is_refused_for_the_n_at_hand():
    schedule = Geometric(cold=0.3)
    space_for(SimulatedAnnealing(schedule=schedule), Queens(4))
    with pytest.raises(
        ValueError, match=r"hot must not be below cold; at n = 50 hot is 0.204498, cold 0.3"
    ):
        space_for(SimulatedAnnealing(schedule=schedule), Queens(50))
    with pytest.raises(UserError):
        Geometric(hot=0.0)


def test_a_hot_below_the_usual_cold_is_kept_throughout():
    plan = Geometric(hot=0.05).plan(Queens(20))
    assert (plan.hot, plan.cold) == (0.05, 0.05)
