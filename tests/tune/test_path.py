"""The way from the default to the best: what is one change, and that the cheapest comes first."""

from metaqueens.config.space import Space
from metaqueens.tune.costs import Done
from metaqueens.tune.path import changes, walk

from . import experiment


def space() -> Space:
    task = experiment().tune
    assert task is not None
    return task.space


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
    """Stands in for the runs alone: halved by a hot start, halved again by half the length."""

    def __init__(self):
        self.task = experiment().tune

    def run(self, jobs, instances):
        costs = []
        for job in jobs:
            cost = 1000 if job.settings["schedule.hot"] is None else 500
            cost -= 100 * (job.settings["schedule.length"] is not None)
            costs.append([Done(cost, 1.0, True) for _ in job.blocks])
        return costs


def test_the_cheapest_change_comes_first():
    best = {"schedule.use": "geometric", "schedule.hot": 1.0, "schedule.length": 500}
    steps, repetitions = walk(Runs(), best, most_runs=1000)
    assert [(step.changed, step.cost) for step in steps] == [
        ({}, 1000.0),
        ({"schedule.hot": 1.0}, 500.0),
        ({"schedule.length": 500}, 400.0),
    ]
    assert steps[-1].settings == best
    assert repetitions == 4


def test_few_runs_take_few_repetitions_and_too_few_none():
    best = {"schedule.use": "geometric", "schedule.hot": 1.0, "schedule.length": 500}
    assert walk(Runs(), best, most_runs=17)[1] == 2  # four settings on two instances
    assert walk(Runs(), best, most_runs=7) == ([], 0)
