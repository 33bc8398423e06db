"""Budgets: what is refused, and when a search must report."""

import numpy as np
import pytest

from metaqueens import Budget
from metaqueens.search import Checkpoints, ReportEvery, Snapshot
from metaqueens.search.budget import LONGEST_GAP, MARKS


def snapshot(evaluations, found_at=1):
    return Snapshot(np.zeros(4, np.int32), 1, found_at, evaluations, 0)


def test_marks_are_at_least_ten_a_decade():
    for low in (10**k for k in range(17)):
        assert sum(low <= mark < 10 * low for mark in MARKS) >= 9 + (low > 1)
    assert MARKS[:10] == list(range(1, 11))


@pytest.mark.parametrize(
    ("budget", "now", "found_at", "until"),
    [
        (Budget(evaluations=10**9), 1, 1, 2),
        (Budget(evaluations=10**9), 100, 1, 113),
        (Budget(evaluations=105), 100, 1, 105),
        (Budget(stagnation=50), 100, 53, 103),
        (Budget(seconds=1), 10**9, 1, 10**9 + LONGEST_GAP),
    ],
)
def test_the_next_look_is_at_the_first_limit(budget, now, found_at, until):
    assert budget.next_report(snapshot(now, found_at)) == until


def test_reports_every_few_evaluations_but_never_later_than_the_budget_says():
    every = ReportEvery(7, Budget(evaluations=105, stagnation=50, seconds=2))
    assert isinstance(every, Checkpoints)
    assert (every.evaluations, every.stagnation, every.seconds) == (105, 50, 2)
    assert every.next_report(snapshot(100, 99)) == 105
    assert every.next_report(snapshot(90, 89)) == 97
    assert every.next_report(snapshot(90, 42)) == 92
    assert every.next_report(snapshot(3, 1)) == 4
