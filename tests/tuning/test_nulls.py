"""Parameters that do nothing: what a few tunings claim; many are in experiments/statistics."""

from functools import cache
from types import SimpleNamespace
from zlib import crc32

import numpy as np
import pytest

import tests.tuning
from metaqueens.tuning import explanation
from metaqueens.tuning.costs import Done
from metaqueens.tuning.proposals import Proposals
from metaqueens.tuning.search import plan_of, search
from metaqueens.tuning.task import Task

TUNINGS = 12


@cache
def task() -> Task:
    return tests.tuning.task(max_runs=400)


class Luck:
    """Stands in for the runs alone: how long one takes is luck, whatever the setting."""

    def __init__(self, seed: int) -> None:
        self.task, self.seed, self.failed, self.note = task(), seed, 0, ""
        self.done: dict[tuple[str, int, int], Done] = {}

    @property
    def used(self) -> int:
        return len(self.done)

    def run(self, jobs, instances):
        return [
            [self._one(repr(sorted(job.settings.items())), *block) for block in job.blocks]
            for job in jobs
        ]

    def _one(self, settings, instance, repetition):
        at = settings, instance, repetition
        if at not in self.done:
            rng = np.random.default_rng([self.seed, crc32(settings.encode()), *at[1:]])
            self.done[at] = Done(1 + int(rng.exponential(200)), 1.0, True)
        return self.done[at]


@pytest.fixture(scope="module")
def tuned():
    """What chose, the way to the best, and the effects, of each tuning."""
    found = []
    for seed in range(TUNINGS):
        runner, plan = Luck(seed), plan_of(task())
        proposals = Proposals(task(), seed, plan.search // plan.blocks)
        won = search(runner, plan, proposals)
        way = explanation.walk(runner, won.best.settings, plan.total - plan.test - runner.used)
        effects = explanation.importance(task().space, won.candidates)
        found.append(SimpleNamespace(won=won, way=way, effects=effects))
    return found


def test_the_runs_that_chose_flatter_the_winner(tuned):
    costs = [(one.won.final[0][1], dict(_costs(one))["default"]) for one in tuned]
    assert np.mean([best for best, _ in costs]) < 0.95 * np.mean([default for _, default in costs])


def _costs(one):
    for contestant, cost in one.won.final:
        yield ("default" if contestant is one.won.default else "other"), cost


def test_fresh_runs_do_not(tuned):
    ways = [one.way for one in tuned if one.way]
    assert len(ways) > TUNINGS / 2
    lower = [way.steps[-1].cost < way.steps[0].cost for way in ways]
    assert 0.2 < np.mean(lower) < 0.8
    claims = [
        explanation.CHEAPER in (way.verdict, *(step.verdict for step in way.steps)) for way in ways
    ]
    assert sum(claims) <= 2


def test_no_parameter_is_said_to_matter(tuned):
    said = [any(effect.p < 0.05 for effect in one.effects.values()) for one in tuned]
    assert sum(said) <= 2
    assert all(one.effects for one in tuned)
