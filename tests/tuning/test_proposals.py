"""Proposals keep to what is allowed, whoever proposes and whatever forbids."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from metaqueens.text.errors import UserError
from metaqueens.tuning import tune
from metaqueens.tuning.proposals import MOST_REFUSED, Proposals
from metaqueens.tuning.runner import FINISHED, Candidate

from . import ANNEALING, experiment, task

# Annealing refuses a schedule whose end is hotter than its beginning.
RANGES = """\
    schedule.hot: {float: [0.01, 2.0], log: true}
    schedule.cold: {float: [0.01, 0.5], log: true}
"""
HEAD = ANNEALING[: ANNEALING.index("    schedule.use")]
OWN = HEAD + RANGES


def told(proposals: Proposals, batches: int, cost: Any) -> list[Mapping[str, Any]]:
    """What is proposed where settings cost so much; the default is costly."""
    proposals.add_default(Candidate(proposals.task.space.default, FINISHED, costs={8: 1e6}))
    settings = []
    for _ in range(batches):
        for trial, asked in proposals.ask(8):
            settings.append(asked)
            proposals.tell(trial, Candidate(asked, FINISHED, costs={8: cost(asked)}))
    return settings


def towards_what_is_forbidden(settings: Mapping[str, Any]) -> float:
    return float(settings["schedule.hot"] / settings["schedule.cold"])


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_the_cheapest_corner_is_forbidden(seed):
    proposals = Proposals(task(OWN), seed, 40)
    settings = told(proposals, 10, towards_what_is_forbidden)
    assert len(settings) == 80
    assert all(one["schedule.hot"] >= one["schedule.cold"] for one in settings)
    assert proposals.refused <= MOST_REFUSED * len(settings)
    # It learns: the best are near the border.
    ratios = [towards_what_is_forbidden(one) for one in settings]
    assert np.median(ratios[40:]) < np.median(ratios[:40])


def test_whatever_the_model_proposes_a_setting_comes():
    """A hair's breadth is allowed: 1 in 500."""
    text = OWN.replace("[0.01, 2.0]", "[0.01, 0.0102]")
    proposals = Proposals(task(text), 1, 40)
    settings = told(proposals, 4, lambda one: -one["schedule.cold"])
    assert len(settings) == 32
    assert all(one["schedule.cold"] <= one["schedule.hot"] for one in settings)


def test_a_space_without_anything_allowed_is_refused_before_it_begins(tmp_path):
    text = OWN.replace("[0.01, 2.0]", "[0.01, 0.02]").replace("[0.01, 0.5]", "[0.03, 0.5]")
    with pytest.raises(
        UserError, match=r"^tune\.space: none of .* is allowed, the last because of"
    ):
        tune(experiment(text), tmp_path / "results")
    assert not (tmp_path / "results").exists()


def test_settings_that_do_not_fit_the_test_are_not_tried():
    """The default's hot falls with n: what is cold on 8 queens is too hot on a million."""
    text = HEAD.replace("[12]", "[1_000_000]") + "    schedule.cold: {float: [0.01, 0.3]}\n"
    found = task(text)
    assert found.objection({"schedule.cold": 0.3}) is not None
    assert replace(found, test=()).objection({"schedule.cold": 0.3}) is None
    settings = told(Proposals(found, 1, 40), 2, lambda one: 1.0)
    assert all(found.objection(one) is None for one in settings)


def test_an_algorithm_may_refuse_with_any_error():
    text = OWN.replace("simulated_annealing", '"tests.tuning.plugins:Particular"')
    text = text.replace(RANGES, "    salt: {float: [0.0, 1.0]}\n")
    found = task(text)
    expected = (
        r"plugins\.py, line \d+: raise KeyError\(\"salt\"\): "
        r"Particular\.supports\(problem, encoding\) failed: KeyError: 'salt'"
    )
    assert re.fullmatch(expected, found.objection({"salt": 0.8}))
    settings = told(Proposals(found, 1, 40), 4, lambda one: -one["salt"])
    assert max(one["salt"] for one in settings) <= 0.75


def test_a_tuning_with_forbidden_settings_is_a_function_of_its_runs(tmp_path):
    made = experiment(OWN, max_runs=200)
    for name, workers in (("one", 1), ("two", 2), ("one", 1)):
        tune(made, tmp_path / name, workers=workers)
    one, two = ((tmp_path / name / "tune.json").read_bytes() for name in ("one", "two"))
    assert one == two
