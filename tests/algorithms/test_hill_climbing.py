"""Steepest ascent on the rows encoding at n = 8 shows the figures of AIMA, section 4.1."""

from itertools import pairwise

import numpy as np
import pytest

from metaqueens import Budget, HillClimbing, Queens, solve
from metaqueens.problem.space import Space
from metaqueens.search import ReportEvery
from tests import oracle

RUNS = 2000


def aima(sideways):
    results = [
        solve(
            Queens(8),
            HillClimbing(sideways=sideways, restarts=0),
            Budget(10**6),
            seed,
            encoding="rows",
        )
        for seed in range(RUNS)
    ]
    solved = [result for result in results if result.solved]
    stuck = [result for result in results if not result.solved]
    assert {result.reason for result in stuck} == {"stagnation"}
    return (
        len(solved) / RUNS,
        np.mean([result.steps for result in solved]),
        np.mean([result.steps for result in stuck]),
    )


def test_without_sideways_moves_it_solves_one_in_seven():
    success, steps, steps_when_stuck = aima(sideways=0)
    assert success == pytest.approx(0.139, abs=0.025)
    assert steps == pytest.approx(4.08, abs=0.2)
    assert steps_when_stuck == pytest.approx(3.06, abs=0.1)


def test_with_a_hundred_sideways_moves_it_solves_94_percent():
    success, steps, steps_when_stuck = aima(sideways=100)
    assert success == pytest.approx(0.9436, abs=0.02)
    assert steps == pytest.approx(19.0, abs=2)
    assert steps_when_stuck == pytest.approx(62.9, abs=12)


@pytest.mark.parametrize(("encoding", "kind"), [("permutation", "swap"), ("rows", "reassign")])
def test_steepest_makes_the_best_of_all_moves(encoding, kind):
    """Step by step against the oracle: each board is one of the best neighbours of the last."""
    algorithm = HillClimbing(sideways=0, restarts=0)
    boards = []
    for snapshot in algorithm.search(
        Space(Queens(7), encoding), ReportEvery(1, Budget(10**6)), np.random.default_rng(3)
    ):
        if not boards or boards[-1] != snapshot.values.tolist():
            boards.append(snapshot.values.tolist())
        if snapshot.cost == 0:
            break
    assert len(boards) > 2
    for before, after in pairwise(boards):
        made = oracle.neighbours(kind, before).values()
        assert after in made
        assert oracle.guards(after) == min(map(oracle.guards, made)) < oracle.guards(before)
    last = boards[-1]
    assert oracle.guards(last) <= min(map(oracle.guards, oracle.neighbours(kind, last).values()))


def test_the_limit_on_sideways_moves_is_on_moves_in_a_row():
    algorithm = HillClimbing(sideways=3, restarts=0, variant="stochastic")
    for seed in range(20):
        guards = []
        for snapshot in algorithm.search(
            Space(Queens(12), "rows"), ReportEvery(1, Budget(10**6)), np.random.default_rng(seed)
        ):
            if len(guards) <= snapshot.steps:
                guards.append(snapshot.cost)
            if snapshot.cost == 0:
                break
        flat = longest = 0
        for a, b in pairwise(guards):
            flat = flat + 1 if a == b else 0
            longest = max(longest, flat)
        assert longest <= 3


@pytest.mark.parametrize("variant", ["steepest", "first_improvement", "stochastic"])
@pytest.mark.parametrize("encoding", ["permutation", "rows"])
def test_it_solves_fifty_queens_every_time(variant, encoding):
    algorithm = HillClimbing(variant=variant)
    results = [
        solve(Queens(50), algorithm, Budget(10**7), seed, encoding=encoding) for seed in range(30)
    ]
    assert all(result.solved for result in results)
