"""Sosic & Gu's QS4: the published figures, and the promises every search makes."""

import numpy as np
import pytest

from metaqueens import Budget, Queens, solve
from metaqueens.algorithms.sosic_gu import SosicGu
from metaqueens.problem.check import recount
from metaqueens.problem.space import Space
from metaqueens.search import Every


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
        assert recount(result.problem, result.queens) == 0


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


@pytest.mark.parametrize("n", [3, 8, 300, 3_000])
def test_looking_more_often_changes_nothing(n):
    for seed in range(3):
        budget = Budget(evaluations=30_000)
        usual, often = run(n, seed, budget), run(n, seed, Every(1, budget))
        assert (usual.queens == often.queens).all()
        assert (usual.evaluations, usual.counters) == (often.evaluations, often.counters)
        assert recount(usual.problem, usual.queens) == usual.guards


@pytest.mark.parametrize("n", [6, 2_000])
def test_every_standing_is_true_and_the_best_never_worsens(n):
    before = n * n
    for standing in SosicGu().search(
        Space(Queens(n), "permutation"), Budget(seconds=9.0), np.random.default_rng(2)
    ):
        assert recount(Queens(n), standing.queens) == standing.guards <= before
        before = standing.guards
        if standing.guards == 0 or standing.evaluations > 50_000:
            break
    assert before == 0
