"""The randomization test: by hand, against an enumeration, and its error where nothing differs."""

from itertools import product

import numpy as np
import pytest

from metaqueens.problem.queens import Queens
from metaqueens.search.budget import Budget
from metaqueens.tuning.costs import Block, Done, blocks, p_value, total
from metaqueens.tuning.task import Instance

INSTANCES = [Instance(Queens(n), Budget(evaluations=1_000)) for n in (8, 10)]
GOALS = ["par10_evaluations", "ert", "median_seconds", "1 - success"]


def runs(rng: np.random.Generator, count: int, mean: float = 300) -> list[Done]:
    lengths = rng.exponential(mean, count)
    return [Done(min(int(k) + 1, 1_000), k / 100, bool(k < 1_000)) for k in lengths]


@pytest.mark.parametrize("goal", GOALS)
def test_it_is_what_all_swaps_say(goal):
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


def test_by_hand():
    order = [Block(0, k) for k in range(4)]
    ours = [Done(10, 1.0, True)] * 4
    theirs = [Done(20, 1.0, True)] * 4
    # Only all four swapped or none are as far apart: 2 of 16.
    assert p_value("par10_evaluations", INSTANCES, order, ours, theirs) == 2 / 16
    assert p_value("par10_evaluations", INSTANCES, order, ours, ours) == 1.0


@pytest.mark.parametrize("goal", GOALS)
def test_where_nothing_differs_it_errs_in_a_twentieth(goal):
    rng, order = np.random.default_rng(4), blocks(INSTANCES, range(10))
    ps = [p_value(goal, INSTANCES, order, runs(rng, 20), runs(rng, 20)) for _ in range(200)]
    assert np.mean(np.array(ps) < 0.05) <= 0.08
