"""Races: when there is a look, who stops, and that nobody runs on after that."""

import pytest

from metaqueens.tuning.costs import Block, FinishedRun, blocks
from metaqueens.tuning.runner import FINISHED, STOPPED, Candidate, is_worse, race, rungs

from . import ANNEALING, task


@pytest.mark.parametrize(
    ("runs", "sizes", "checkpoints"),
    [
        (6, [8, 10], [4, 6, 8, 10, 12]),
        (4, [8, 10], [4, 6, 8]),
        (6, [8], [4, 5, 6]),
        (4, [8, 9, 10], [6, 9, 12]),
        (1, [8, 9, 10, 11, 12], [5]),
        (2, [8], [2]),
    ],
)
def test_there_is_a_look_after_each_repetition(runs, sizes, checkpoints):
    text = f"{{problem.n: {sizes}, runs: {runs}}}"
    assert rungs(task(ANNEALING.replace("{problem.n: [8, 10], runs: 4}", text))) == checkpoints


def contestant(costs) -> Candidate:
    order = blocks([None, None], range(len(costs) // 2))
    done = [FinishedRun(cost, 1.0, True) for cost in costs]
    return Candidate({}, runs=list(zip(order, done, strict=True)))


INCUMBENT = [100, 200, 110, 190, 120, 210]


@pytest.mark.parametrize(
    ("costs", "worse"),
    [
        (INCUMBENT, False),
        ([2 * cost for cost in INCUMBENT], True),
        ([cost // 2 for cost in INCUMBENT], False),
        ([101, 199, 111, 189, 121, 209], False),
        # Four pairs all worse: p = 1/16.
        ([2 * cost for cost in INCUMBENT[:4]], True),
        # One disaster makes it worse on the whole, and is one rank among six.
        ([90, 180, 100, 170, 110, 99_999], False),
    ],
)
def test_who_is_worse(costs, worse):
    assert is_worse(task(), contestant(costs), contestant(INCUMBENT)) is worse


class Scripted:
    """Stands in for the runs alone: a setting's cost is in the setting."""

    def __init__(self, found):
        self.task, self.ran = found, []

    def run(self, settings, order, instances):
        self.ran.append([(one["cost"], len(order)) for one in settings])
        return [[FinishedRun(one["cost"], 1.0, True) for _ in order] for one in settings]


def test_a_race():
    runner = Scripted(task())
    default = Candidate({"cost": 100})
    race(runner, [default])
    others = [Candidate({"cost": 300}), Candidate({"cost": 50})]
    race(runner, others, default)
    assert [one.state for one in (default, *others)] == [FINISHED, STOPPED, FINISHED]
    assert runner.ran == [
        [(100, 4)], [(100, 2)], [(100, 2)], [(300, 4), (50, 4)], [(50, 2)], [(50, 2)],
    ]  # fmt: skip
    assert [one.costs for one in others] == [{4: 300.0}, {4: 50.0, 6: 50.0, 8: 50.0}]
    assert others[1].runs[0] == (Block(0, 0), FinishedRun(50, 1.0, True))
