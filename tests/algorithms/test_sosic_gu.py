"""Sosic & Gu's QS4: the published figures, and the promises every search makes."""

import numpy as np
import pytest

from experiments.textbook import sosic_gu
from experiments.textbook.sosic_gu import SosicGu
from metaqueens import Budget, Queens, solve
from metaqueens.queens import queue_search
from metaqueens.queens.check import recount


def run(n, seed=0, budget=None, **parameters):
    return solve(Queens(n), SosicGu(**parameters), budget or Budget(seconds=3600), seed)


@pytest.mark.parametrize(
    ("n", "seeds"),
    [(1, 1), (4, 20), (5, 20), (8, 20), (50, 10), (200, 50), (1000, 50), (10_000, 9)],
)
def test_solves_every_seed(n, seeds):
    for seed in range(seeds):
        result = run(n, seed)
        assert result.solved
        assert recount(result.problem, result.values) == 0


def test_the_published_figures():
    results = [run(1_000_000, seed) for seed in range(5)]
    trials = np.mean([result.counters["trials"] for result in results]) / 1_000_000
    assert trials == pytest.approx(3.06, abs=0.01)
    for n in (10_000, 100_000):
        tests = np.mean([run(n, seed).counters["swap_tests"] for seed in range(20)])
        assert 4_000 < tests < 7_000


def test_counts_every_evaluation():
    result = run(20_000)
    trials = result.counters["trials"] + result.counters["swap_tests"]
    assert result.evaluations == 1 + trials + 1 + result.counters["restarts"]


@pytest.mark.parametrize("seed", range(5))
def test_the_initial_search_has_three_trials_a_queen_and_a_bit(seed):
    """Where none may stay unplaced they do not suffice; the board is filled all the same."""
    counters = run(50, seed, Budget(evaluations=200), leave=0).counters
    assert counters["trials"] == int(3.08 * 50)
    assert counters["swap_tests"] > 0


@pytest.mark.parametrize("search", [queue_search, sosic_gu])
def test_the_table_of_queens_that_are_left_where_nothing_is_given(search):
    """As the parameter ``leave`` says."""
    table = {10: 30, 999: 30, 1000: 50, 9999: 50, 10_000: 80, 99_999: 80, 100_000: 100, 10**6: 100}
    assert {n: search._default_leave(n) for n in table} == table
