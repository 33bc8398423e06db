"""``tune: {space: auto}``: what may be set is told by the algorithm's own fields."""

import pytest

from metaqueens import config
from metaqueens.algorithms import ALGORITHMS
from metaqueens.text.errors import UserError
from metaqueens.tuning.task import task_of

from . import setting

TEXT = """\
name: auto
problem: {{n: 8}}
algorithms: {{mine: {{use: {use}{more}}}}}
budget: {{evaluations: 1000}}
tune: {{algorithm: mine, max_runs: 100, train: {{runs: 2}}, test: {{runs: 2}}, space: auto}}
"""
NOTHING_TO_SET = {"random_search", "random_walk"}


def space(use, more=""):
    text = TEXT.format(use=use, more=more)
    return task_of(config.parse(text)).space


@pytest.mark.parametrize("use", [use for use in ALGORITHMS if use not in NOTHING_TO_SET])
def test_every_algorithm_has_a_space_of_settings_that_can_be_built(use, rng):
    encoding = ALGORITHMS[use].encodings[0]
    found = space(use, f", encoding: {encoding}")
    assert found.dimensions
    built = 0
    for _ in range(60):
        try:
            found.build(setting(found, rng))
            built += 1
        except ValueError:  # a combination that the algorithm refuses: the tuner skips it too
            continue
    assert built > 10


def test_ranges_are_those_of_the_fields():
    climbing = space("hill_climbing").dimensions
    assert climbing["variant"].choice == [
        "steepest", "first_improvement", "stochastic", "conflicted",
    ]  # fmt: skip
    assert (climbing["sideways"].whole, climbing["sideways"].log) == ([12, 800], True)
    assert "moves" not in climbing, "there is one on permutations"
    breakout = space("breakout").dimensions
    assert (breakout["plateau"].real, breakout["plateau"].log) == ([0, 1], False)


def test_parts_have_their_variants_and_what_each_of_these_asks():
    found = space("simulated_annealing")
    assert found.dimensions["schedule"].choice == [
        {"use": "geometric"}, {"use": "linear"}, {"use": "constant"},
    ]  # fmt: skip
    assert found.conditions["schedule.temperature"] == {"schedule": [{"use": "constant"}]}
    assert found.dimensions["schedule.hot"].real == [0.03, 3.0]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("use: hill_climbing", "use: random_search", "tune.space: the fields of mine tell no rang"),
        ("space: auto", "space: automatic", "<text>:5:"),
        ("space: auto", "space: {}", "tune.space: expected at least one, got none"),
    ],
)
def test_what_is_wrong_is_told(old, new, said):
    text = TEXT.format(use="hill_climbing", more="").replace(old, new)
    with pytest.raises(UserError) as error:
        task_of(config.parse(text))
    assert said in str(error.value)
