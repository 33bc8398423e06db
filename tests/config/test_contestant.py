"""One algorithm from the words of a command line."""

import pytest

from metaqueens import config
from metaqueens.config.contestant import contestant
from metaqueens.text.errors import UserError


def test_settings_are_those_of_a_config():
    text = """\
name: a
problem: {n: 8}
algorithms: {sa: {use: simulated_annealing, focus: conflicted, schedule: {use: linear, hot: 2}}}
budget: {seconds: 1}
"""
    words = ["focus=conflicted", "schedule.use=linear", "schedule.hot=2"]
    assert contestant("simulated_annealing", words) == config.parse(text).cells[0].algorithm
    assert contestant("simulated_annealing", [words[0], "schedule={use: linear, hot: 2}"]) == (
        contestant("simulated_annealing", words)
    )
    # A name stands for a part.
    assert contestant("simulated_annealing", [words[0], "schedule=linear", words[2]]) == (
        contestant("simulated_annealing", words)
    )
    assert contestant("min_conflicts", ["restart_after=null"]).restart_after is None
    assert contestant("genetic").population == 300


@pytest.mark.parametrize(
    ("use", "settings", "errors"),
    [
        ("genetic", ["populaton=5", "elites=x"],
         ["command line: elites=x: elites: expected a whole number, got the text 'x'",
          "command line: populaton=5: populaton: no such key; did you mean population?"]),
        ("simulated_annealing", ["hot=5"],
         ["command line: hot=5: hot: no such key; did you mean schedule.hot?"]),
        ("simulated_annealing", ["temperature=5"],
         ["command line: temperature=5: temperature: no such key; did you mean"
          " schedule.use=constant with schedule.temperature?"]),
        ("simulated_annealing", ["schedule.hott=5"],
         ["command line: schedule.hott=5: schedule.hott: no such key; did you mean"
          " schedule.hot?"]),
        ("genetic", ["rate=0.2"],
         ["command line: rate=0.2: rate: no such key; did you mean mutation.rate?"]),
        ("genetic", ["crossover=pmxx"],
         ["command line: crossover=pmxx: crossover: 'pmxx' is not one of pmx, order, cycle,"
          " one_point, two_point, uniform; did you mean pmx?"]),
        ("genetic", ["population=5,6"],
         ["command line: population=5,6: expected one value, got 2"]),
        ("genetic", ["population"],
         ["command line: population: a value is missing; write population=VALUE"]),
        ("program", ["command=[./mine]", "honours=torus"],
         ["command line: honours=torus: honours: expected a list, got the text 'torus'"]),
        ("forward_checking", [],
         ["'forward_checking' is a form of backtracking: use: backtracking, form:"
          " forward_checking"]),
        ("genetic", ["use=cp"], ["command line: use=cp: the algorithm is genetic already"]),
        ("genetic", ["crossover={use: pmx"],
         ["command line: crossover={use: pmx: not a value that YAML allows: this bracket is"
          " not closed, or lacks a comma"]),
    ],
)  # fmt: skip
def test_an_error_is_at_its_word(use, settings, errors):
    with pytest.raises(UserError) as caught:
        contestant(use, settings)
    assert str(caught.value).splitlines() == errors
