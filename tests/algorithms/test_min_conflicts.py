"""Min-conflicts shows the figures of Minton et al. (1992), tables 1 and 2."""

import numpy as np
import pytest

from metaqueens import Budget, MinConflicts, Queens, solve
from metaqueens.problem.space import Space
from metaqueens.queens.check import pairs_of
from metaqueens.search import ReportEvery


@pytest.mark.parametrize(("n", "seeds"), [(100, 100), (1000, 100), (10_000, 10)])
def test_mean_repairs_after_the_greedy_start_are_near_fifty_whatever_n(n, seeds):
    algorithm = MinConflicts(restart_after=None)
    results = [
        solve(Queens(n), algorithm, Budget(10**10), seed, encoding="rows") for seed in range(seeds)
    ]
    assert all(result.solved for result in results)
    repairs = [(result.evaluations - 1 - n * (n - 1)) / (n - 1) for result in results]
    spread = np.std(repairs) / seeds**0.5
    assert np.mean(repairs) == pytest.approx(53, abs=5 + 3 * spread)


@pytest.mark.parametrize(("n", "attacked"), [(10, 2.98), (100, 7.17), (1000, 9.84)])
def test_attacked_queens_after_the_greedy_start(n, attacked):
    counts = []
    for seed in range(150):
        search = MinConflicts().search(
            Space(Queens(n), "rows"),
            ReportEvery(n * (n - 1), Budget(10**9)),
            np.random.default_rng(seed),
        )
        for snapshot in search:
            if snapshot.evaluations >= 1 + n * (n - 1):
                break
        # Of the greedy board and the random one before it, the greedy one is the best.
        pairs = pairs_of(Queens(n), snapshot.values)
        counts.append(len({column for pair in pairs for column in pair}))
    assert np.mean(counts) == pytest.approx(attacked, abs=4 * np.std(counts) / 150**0.5)


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 9, 10, 20, 50, 200])
@pytest.mark.parametrize("start", ["greedy", "random"])
def test_it_solves_every_size_every_time(n, start):
    algorithm = MinConflicts(start=start)
    results = [
        solve(Queens(n), algorithm, Budget(10**7), seed, encoding="rows") for seed in range(30)
    ]
    assert all(result.solved for result in results)
