"""Parameters that do nothing: what a few tunings claim; many are in experiments/statistics."""

from functools import cache
from zlib import crc32

import numpy as np
import pytest

import tests.tuning
from metaqueens.tuning.costs import FinishedRun
from metaqueens.tuning.proposals import Proposals
from metaqueens.tuning.search import plan_of, search
from metaqueens.tuning.task import Task

SEEDS = range(20, 32)


@cache
def task() -> Task:
    return tests.tuning.task(max_runs=400)


class Luck:
    """Stands in for the runs alone: how long one takes is luck, whatever the setting."""

    def __init__(self, seed: int) -> None:
        self.task, self.seed, self.failed, self.note = task(), seed, 0, ""
        self.done: dict[tuple[str, int, int], FinishedRun] = {}

    @property
    def used(self) -> int:
        return len(self.done)

    def run(self, settings, order, instances):
        return [
            [self._one(repr(sorted(one.items())), *block) for block in order] for one in settings
        ]

    def _one(self, settings, instance, repetition):
        at = settings, instance, repetition
        if at not in self.done:
            rng = np.random.default_rng([self.seed, crc32(settings.encode()), *at[1:]])
            self.done[at] = FinishedRun(1 + int(rng.exponential(200)), 1.0, True)
        return self.done[at]


@pytest.fixture(scope="module")
def tuned():
    """What each tuning found."""
    found = []
    for seed in SEEDS:
        runner, plan = Luck(seed), plan_of(task())
        proposals = Proposals(task(), seed, plan.search // plan.blocks)
        found.append(search(runner, plan, proposals))
    return found


def test_the_runs_that_chose_flatter_the_winner(tuned):
    costs = [(one.best.final_cost, dict(_costs(one))["default"]) for one in tuned]
    assert np.mean([best for best, _ in costs]) < 0.95 * np.mean([default for _, default in costs])


def _costs(one):
    for contestant in one.final:
        yield ("default" if contestant is one.default else "other"), contestant.final_cost
