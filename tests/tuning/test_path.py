"""The way from the default to the best: what one change is, their order, and on which runs."""

import pytest

from metaqueens.tuning.costs import Done
from metaqueens.tuning.explanation import CHEAPER, changes, walk
from metaqueens.tuning.space import ParameterSpace

from . import task


def space() -> ParameterSpace:
    return task().space


def test_what_hangs_on_a_choice_changes_with_it():
    found, default = space(), space().default
    assert default == {"schedule.use": "geometric", "schedule.hot": None, "schedule.length": None}
    (change,) = changes(found, default, {"schedule.use": "constant", "schedule.temperature": 0.2})
    assert set(change) == {
        "schedule.use",
        "schedule.hot",
        "schedule.length",
        "schedule.temperature",
    }
    assert changes(found, default, {**default, "schedule.hot": 1.0}) == [{"schedule.hot": 1.0}]
    assert changes(found, default, default) == []


class Runs:
    """Stands in for the runs alone: halved by a hot start, a tenth less by half the length."""

    def __init__(self):
        self.task, self.asked = task(), []

    def run(self, jobs, instances):
        costs = []
        for job in jobs:
            self.asked.append({block.repetition for block in job.blocks})
            cost = 1000 if job.settings["schedule.hot"] is None else 500
            cost -= 100 * (job.settings["schedule.length"] is not None)
            costs.append([Done(cost + block.repetition, 1.0, True) for block in job.blocks])
        return costs


BEST = {"schedule.use": "geometric", "schedule.hot": 1.0, "schedule.length": 500}


def test_the_cheapest_change_comes_first():
    way = walk(Runs(), BEST, most_runs=1000)
    assert [(step.changed, step.verdict) for step in way.steps] == [
        ({}, ""),
        ({"schedule.hot": 1.0}, CHEAPER),
        ({"schedule.length": 500}, CHEAPER),
    ]
    costs = [step.cost for step in way.steps]
    assert [costs[0] - cost for cost in costs] == [0, 500, 600]
    assert way.steps[-1].settings == BEST
    assert (way.repetitions, way.verdict) == (12, CHEAPER)
    assert way.p < way.steps[1].p + 1e-9  # adjusted for two steps, and the whole way is one


def test_what_chooses_the_order_does_not_measure_and_neither_was_seen_before():
    runs = Runs()
    way = walk(runs, BEST, most_runs=1000)
    choosing, measuring = set.union(*runs.asked[:2]), set.union(*runs.asked[2:])
    assert len(runs.asked) == 2 + 3
    assert len(measuring) == way.repetitions
    assert not choosing & measuring
    # Training and final take 4 times 4 repetitions, the test 6 more.
    assert min(choosing | measuring) == 4 * 4 + 6


@pytest.mark.parametrize(
    ("most_runs", "steps", "repetitions"), [(1000, 3, 12), (17, 3, 2), (9, 2, 2), (4, 2, 1)]
)
def test_few_runs_take_few_repetitions_and_fewer_one_step(most_runs, steps, repetitions):
    runs = Runs()
    way = walk(runs, BEST, most_runs)
    assert (len(way.steps), way.repetitions) == (steps, repetitions)
    assert sum(2 * len(repetitions) for repetitions in runs.asked) <= most_runs


def test_too_few_runs_and_no_change_are_no_way():
    assert walk(Runs(), BEST, most_runs=3) is None
    assert walk(Runs(), space().default, most_runs=1000) is None
