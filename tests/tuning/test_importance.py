"""What matters: a parameter that does is found, one that does nothing is told from it."""

from functools import cache

import numpy as np
import pytest

from metaqueens.tuning.importance import importance
from metaqueens.tuning.runner import FINISHED, Candidate
from metaqueens.tuning.space import ParameterSpace

from . import setting, task


@cache
def space() -> ParameterSpace:
    return task().space


def drawn(rng, count, cost) -> list[Candidate]:
    """Settings at random; what each costs, times luck."""
    found = []
    for _ in range(count):
        settings = setting(space(), rng)
        costs = {4: cost(settings) * float(rng.lognormal())}
        found.append(Candidate(settings, FINISHED, costs=costs, at_random=True))
    return found


def test_what_matters_is_found():
    found = importance(space(), drawn(
        np.random.default_rng(1), 60, lambda one: 50 if one["schedule.use"] == "constant" else 1
    ))  # fmt: skip
    assert next(iter(found)) == "schedule.use"
    effect = found["schedule.use"]
    assert effect.share > 0.5
    assert effect.p < 0.01
    assert effect.settings == 60
    assert all(one.p > 0.05 for key, one in found.items() if key != "schedule.use")
    # A parameter that is asked under a condition is compared where it was asked.
    assert found["schedule.hot"].settings + found["schedule.temperature"].settings == 60


def test_what_does_nothing_is_named_in_a_twentieth_of_tunings():
    rng = np.random.default_rng(2)
    named = [
        any(one.p < 0.05 for one in importance(space(), drawn(rng, 40, lambda _: 1)).values())
        for _ in range(100)
    ]
    assert 0 < np.mean(named) <= 0.09


def test_the_share_by_chance_is_what_degrees_of_freedom_say():
    (effect,) = [
        one for key, one in importance(
            space(), drawn(np.random.default_rng(3), 41, lambda _: 1)).items()
        if key == "schedule.use"
    ]  # fmt: skip
    assert effect.chance == pytest.approx(1 / 40, abs=0.005)


def test_where_the_search_went_says_nothing():
    """Cheap settings that a model proposed around the cheapest one are left out."""
    rng = np.random.default_rng(4)
    contestants = drawn(rng, 30, lambda _: 1)
    lured = [
        Candidate({**one.settings, "schedule.use": "constant"}, FINISHED, costs={4: 1e-9})
        for one in contestants
    ]
    assert importance(space(), contestants + lured) == importance(space(), contestants)


def test_too_few_settings_and_equal_costs_say_nothing():
    rng = np.random.default_rng(5)
    assert importance(space(), drawn(rng, 9, lambda _: 1)) == {}
    equal = drawn(rng, 30, lambda _: 1)
    for one in equal:
        one.costs = {4: 1.0}
    assert importance(space(), equal) == {}
    # The same setting again is no new evidence.
    assert importance(space(), drawn(rng, 5, lambda _: 1) * 6) == {}
