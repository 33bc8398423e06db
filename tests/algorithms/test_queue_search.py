"""Queue search: solves every n from 4, keeps its promises, and its parts equal their slow twins."""

import numpy as np
import pytest

from metaqueens import Budget, Queens, solve
from metaqueens.core.random import start_stream
from metaqueens.problem.space import TooLarge
from metaqueens.queens import queue_search
from metaqueens.queens.check import recount
from metaqueens.queens.queue_search import QueueSearch, queue
from metaqueens.queens.queue_search.placing import guards_of
from metaqueens.queens.queue_search.queue import AHEAD, Layout, QueueProgress, batches_of
from metaqueens.search import ReportEvery


def run(n, seed=0, budget=None, **parameters):
    return solve(Queens(n), QueueSearch(**parameters), budget or Budget(seconds=3600), seed)


@pytest.mark.parametrize(
    ("n", "seeds"), [(1, 1), *((n, 10) for n in range(4, 40)), (50, 100), (200, 100), (1000, 50),
                     (10_000, 20), (100_000, 5), (1_000_000, 2)],
)  # fmt: skip
def test_solves_every_seed(n, seeds):
    for seed in range(seeds):
        result = run(n, seed)
        assert result.solved
        assert recount(result.problem, result.values) == 0


@pytest.mark.parametrize("n", [2, 3])
def test_keeps_the_best_board_where_there_is_no_solution(n):
    result = run(n, budget=Budget(evaluations=5_000))
    assert (result.cost, result.reason) == (1, "evaluations")
    assert recount(result.problem, result.values) == 1


def test_its_first_board_is_laid_out_only_for_a_result_that_shows_it(monkeypatch):
    """One more O(n) array a report once made large boards 6.5 times slower."""
    first, asked = queue.FirstSnapshot.values, []
    monkeypatch.setattr(
        queue.FirstSnapshot, "values", property(lambda self: asked.append(1) or first.fget(self))
    )
    assert run(100_000, budget=ReportEvery(1_000, Budget(seconds=3600))).solved
    assert not asked
    assert run(100_000, budget=Budget(stagnation=1_000)).reason == "stagnation"
    assert len(asked) <= 2


def test_needs_three_trials_a_queen_and_five_thousand_swap_tests():
    trials, tests = [], []
    for seed in range(5):
        counters = run(1_000_000, seed).counters
        trials.append(counters["trials"] / 1_000_000)
        tests.append(counters["swap_tests"])
        assert counters["restarts"] == 0
    assert 3.02 < np.mean(trials) < 3.05
    assert 3_000 < np.mean(tests) < 8_000


def test_counts_every_evaluation():
    result = run(20_000)
    assert result.evaluations == 1 + result.counters["trials"] + result.counters["swap_tests"]
    assert result.steps == 20_000
    assert set(result.counters) == {"trials", "passes", "swap_tests", "restarts"}


@pytest.mark.parametrize("limit", [{"evaluations": 20_000}, {"stagnation": 9_000}])
def test_looking_more_often_changes_nothing_where_the_budget_ends_it(limit):
    usual, often = run(10_000, 1, Budget(**limit)), run(10_000, 1, ReportEvery(1, Budget(**limit)))
    assert (usual.values == often.values).all()
    assert (usual.cost, usual.found_at) == (often.cost, often.found_at)


def test_a_spent_budget_shows_the_board_it_came_to():
    result = run(100_000, budget=Budget(evaluations=200_000))
    assert result.reason == "evaluations"
    assert 200_000 <= result.evaluations <= 200_001
    assert 0 < result.cost == recount(result.problem, result.values) < 50_000


def test_hears_a_clock_in_time():
    result = run(10_000_000, budget=Budget(seconds=0.05))
    assert result.reason == "seconds"  # in the middle: there is no board yet
    assert recount(result.problem, result.values) == result.cost == result.problem.max_guards


def test_refuses_what_memory_cannot_hold_before_it_is_allocated(monkeypatch):
    class Memory:
        available = 10**9

    monkeypatch.setattr("psutil.virtual_memory", lambda: Memory)
    with pytest.raises(TooLarge, match=r"100,000,000 queens need 1\.3 GB of memory; 1\.0 GB"):
        run(100_000_000)
    Memory.available = 10**12
    with pytest.raises(TooLarge, match="at most 2,147,483,647 queens"):
        run(2**31)


@pytest.mark.parametrize("n", [1, 2, 4095, 4096, 8191, 8192, 8193, 100_003])
def test_every_row_is_in_the_queue_once(n):
    layout, progress = Layout.empty(n), QueueProgress()
    stream = start_stream(np.random.default_rng(n))
    while progress.batch < batches_of(n):
        progress = queue_search._advance(layout, progress, n, 1, 0, stream)
    assert (np.sort(layout.queens[:n]) == np.arange(n)).all()
    if n > 4:
        assert abs(np.diff(layout.queens[:n]).astype(float)).mean() == pytest.approx(n / 3, rel=0.1)


@pytest.mark.parametrize("n", [5000, 65_536, 200_003])
def test_of_very_many_queens_a_batch_is_of_one_window(n, monkeypatch):
    monkeypatch.setattr(queue, "WINDOWS_FROM", 5000)
    layout, progress = Layout.empty(n), QueueProgress()
    queue_search._advance(layout, progress, n, 1, 0, start_stream(np.random.default_rng(n)))
    windows, rows = [], layout.queens[:n]
    assert (np.sort(rows) == np.arange(n)).all()
    while rows.size:
        width = queue.SHARES * queue.BATCH
        window = range(rows[0] // width * width, n)[:width]
        mine = range(window.start + rows[0] % queue.SHARES, window.stop, queue.SHARES)
        assert sorted(rows[: len(mine)]) == [*mine]
        windows.append(window.start // width)
        rows = rows[len(mine) :]
    assert np.unique(windows, return_counts=True)[1].tolist() == [queue.SHARES] * -(-n // width)
    assert windows[: max(windows) + 1] == windows[-max(windows) - 1 :]
    assert run(n).solved


def test_places_as_its_slow_twin_does():
    n, stop = 300, 270
    layout, progress = Layout.empty(n), QueueProgress()
    stream = start_stream(np.random.default_rng(5))
    progress = queue_search._advance(layout, progress, stop, 1, 0, stream)
    queue = layout.queens[:n].tolist()
    until = 1 + n  # one pass: the later ones are shuffled
    progress = queue_search._advance(layout, progress, stop, 1, until, stream)
    placed, taken = [], set()
    for row in queue:
        lines = {("falling", len(placed) + row), ("rising", len(placed) - row)}
        if not lines & taken:
            placed.append(row)
            taken |= lines
    assert progress.column == len(placed)
    assert layout.queens[: len(placed)].tolist() == placed
    assert sorted(layout.queens[:n]) == list(range(n))


def test_counts_guards_as_the_check_does():
    for n in (1, 2, 7, 400):
        queens = np.random.default_rng(n).permutation(n).astype(np.int32)
        loads = np.zeros(2 * n, np.uint16)
        assert guards_of(queens, loads) == recount(Queens(queens.size), queens)


def test_the_prefetch_stays_within_the_board():
    layout = Layout.empty(100)
    assert layout.queens.size == 100 + int(AHEAD)
    assert (layout.queens[100:] == 0).all()
