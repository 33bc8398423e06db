"""The loop that advances a search: each reason to end it, and what it yields, from a script."""

import numpy as np
import pytest

from metaqueens import Budget, Queens, solve
from metaqueens.problem.space import Space
from metaqueens.search import Snapshot
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.driver import drive, make_rule

BOARD, SPACE = np.zeros(4, np.int32), Space(Queens(4), "rows")


class Script(Algorithm):
    """A search that reports what it is told to; ``asked`` is how often it was gone on with."""

    reports: tuple[tuple[int, int, int], ...]  # guards, found_at, evaluations

    def search(self, space, checkpoints, rng):
        for guards, found_at, evaluations in self.reports:
            yield Snapshot(BOARD, guards, found_at, evaluations, 0)


def driven(reports, checkpoints, rule=None):
    moments = drive(Script(reports=reports), SPACE, checkpoints, np.random.default_rng(0), rule)
    return [(moment.snapshot.evaluations, moment.reason) for moment in moments]


GOING_ON = ((3, 1, 1), (2, 5, 10), (2, 5, 100), (2, 5, 1000))


@pytest.mark.parametrize(
    ("reports", "budget", "end"),
    [
        (((3, 1, 1), (0, 5, 10), (0, 5, 100)), Budget(10**9), (10, "solved")),
        (GOING_ON, Budget(100), (100, "evaluations")),
        (GOING_ON, Budget(99), (100, "evaluations")),
        (GOING_ON, Budget(stagnation=95), (100, "stagnation")),
        (GOING_ON, Budget(stagnation=96), (1000, "stagnation")),
        (GOING_ON, Budget(10**9), (1000, "stagnation")),
        (GOING_ON, Budget(seconds=1e-9), (1, "seconds")),
        (((0, 1, 1),), Budget(1, 1e-9, 1), (1, "solved")),
        (GOING_ON, Budget(1, 1e-9, 10**9), (1, "evaluations")),
        (GOING_ON, Budget(10**9, 1e-9, 10**9), (1, "seconds")),
    ],
)
def test_each_reason_to_end(reports, budget, end):
    *before, last = driven(reports, budget)
    assert last == end
    assert all(reason is None for _, reason in before)


def test_every_report_is_passed_on_once_up_to_the_reason():
    assert driven(GOING_ON, Budget(100)) == [(1, None), (10, None), (100, "evaluations")]


FIRST = Snapshot(BOARD, 3, 1, 1, 0)


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (BOARD, r"gave ndarray; expected to `yield` a Snapshot"),
        (None, r"gave NoneType; expected to `yield` a Snapshot"),
        (FIRST._replace(values=[0, 1, 2, 3]), "expected an array of whole numbers, got list"),
        (FIRST._replace(values=np.zeros(4)), r"expected 4 whole numbers, .* \(4,\) of float64"),
        (FIRST._replace(values=np.zeros(5, int)), r"got an array of shape \(5,\) of int64"),
        (FIRST._replace(values=np.zeros(4, np.uint8)), "of uint8"),
    ],
)
@pytest.mark.parametrize("restarts", [None, {"use": "fixed", "unit": 5}])
def test_a_report_that_could_not_be_kept_is_an_error(report, said, restarts):
    class Reports(Algorithm):
        def search(self, space, checkpoints, rng):
            yield FIRST
            yield report

    moments = drive(Reports(restarts=restarts), SPACE, Budget(10), np.random.default_rng(0))
    assert next(moments).snapshot.evaluations == 1
    with pytest.raises(RuntimeError, match=said):
        next(moments)


class Built(Snapshot):
    """A snapshot that counts how often its board is asked for."""

    __slots__ = ()
    times = 0

    @property
    def values(self):
        Built.times += 1
        return self[0]


def test_a_report_costs_no_board_but_the_one_of_the_result():
    class Reports(Algorithm):
        def search(self, space, checkpoints, rng):
            for evaluations in range(1, 1001):
                yield Built(BOARD, 6, 1, evaluations, 0)

    Built.times = 0
    solve(Queens(4), Reports(encoding="rows"), Budget(1000), seed=0)
    assert Built.times == 1


def test_an_interrupt_ends_it_at_the_next_report_but_a_solution_is_one():
    presses = iter([False, True])
    rule = make_rule(Budget(10**9), lambda: next(presses))
    assert driven(GOING_ON, Budget(10**9), rule) == [(1, None), (10, "interrupted")]
    rule = make_rule(Budget(1), lambda: True)
    assert driven(((0, 1, 1),), Budget(1), rule) == [(1, "solved")]


def test_any_rule_may_end_it():
    rule = lambda snapshot, seconds: "stagnation" if snapshot.cost == 2 else None  # noqa: E731
    assert driven(GOING_ON, Budget(1), rule) == [(1, None), (10, "stagnation")]


def test_seconds_only_grow():
    moments = list(drive(Script(reports=GOING_ON), SPACE, Budget(10**9), None))
    seconds = [moment.seconds for moment in moments]
    assert seconds == sorted(seconds)
    assert seconds[0] >= 0
