"""``extends``: what is merged, what is replaced; files that are not there or go in a circle."""

import pytest

from metaqueens import config
from tests.known import PROBLEM_KEYS

from . import GOOD


@pytest.fixture
def here(here):
    (here / "base.yaml").write_text(GOOD)
    return here


def read(here, text: str, *overrides: str) -> dict:
    (here / "mine.yaml").write_text(text)
    return dict(config.load("mine.yaml", overrides).given)


def wrong(here, text: str) -> list[str]:
    (here / "mine.yaml").write_text(text)
    with pytest.raises(config.ConfigError) as caught:
        config.load("mine.yaml")
    return list(caught.value.problems)


def test_a_config_that_comes_with_the_package_can_be_extended(here):
    assert read(here, "extends: ga_n50.yaml\nruns: 2\n")["algorithms"]["ga"]["use"] == "genetic"
    assert read(here, "extends: ga_n50\nruns: 2\n")["problem"]["n"] == 50
    (here / "ga_n50.yaml").write_text((here / "base.yaml").read_text())
    assert read(here, "extends: ga_n50.yaml\n") == read(here, "extends: base.yaml\n")


def test_a_file_that_only_extends_is_the_other_under_its_own_name(here):
    mine = read(here, "extends: base.yaml\n")
    assert mine == {**config.load("base.yaml").given, "name": "mine"}


def test_keys_are_merged_at_every_depth(here):
    mine = read(
        here, "extends: base.yaml\nalgorithms: {ga: {elites: 3}, hc: {use: hill_climbing}}\n"
    )
    assert mine["algorithms"] == {
        "ga": {"use": "genetic", "population": 20, "elites": 3},
        "mc": {"use": "min_conflicts", "encoding": "rows"},
        "hc": {"use": "hill_climbing"},
    }


def test_a_sweep_replaces_those_over_its_parts(here):
    """They would set nothing, and their values would stand in the names of the cells."""
    (here / "base.yaml").write_text(
        GOOD + "sweep: {problem.n: [8, 9], algorithms.ga.crossover.use: [pmx, order]}\n"
    )
    mine = read(here, "extends: base.yaml\nsweep: {algorithms.ga.crossover: [{use: cycle}]}\n")
    assert mine["sweep"] == {"problem.n": [8, 9], "algorithms.ga.crossover": [{"use": "cycle"}]}
    cells = [cell for cell in config.load("mine.yaml").cells if cell.label == "ga"]
    assert {(cell.name, cell.algorithm.crossover.use) for cell in cells} == {("ga", "cycle")}
    errors = wrong(here, "extends: base.yaml\nsweep: {algorithms.ga.crossover.use.x: [1]}\n")
    assert any("sweep one of the two" in one for one in errors)


def test_lists_and_words_replace(here):
    (here / "base.yaml").write_text(GOOD + "sweep: {problem.n: [4, 5, 6]}\n")
    mine = read(here, "extends: base.yaml\nruns: 1\nsweep: {problem.n: [8]}\n")
    assert (mine["runs"], mine["sweep"]) == (1, {"problem.n": [8]})
    assert read(here, "extends: base.yaml\nsweep: null\n")["sweep"] is None


def test_another_use_replaces_all_that_belonged_to_the_old_one(here):
    mine = read(here, "extends: base.yaml\nalgorithms: {ga: {use: hill_climbing}}\n")
    assert mine["algorithms"]["ga"] == {"use": "hill_climbing"}
    text = "extends: base.yaml\nalgorithms: {ga: {use: genetic, elites: 1}}\n"
    assert read(here, text)["algorithms"]["ga"]["population"] == 20
    short = read(here, "extends: base.yaml\nalgorithms: {ga: {use: ga, elites: 1}}\n")
    assert short["algorithms"]["ga"]["population"] == 20


def test_a_chain_is_relative_to_each_of_its_files(here):
    (here / "deep").mkdir()
    (here / "deep" / "middle.yaml").write_text("extends: ../base.yaml\nruns: 5\n")
    mine = read(here, "extends: deep/middle.yaml\nseed: 3\n", "budget.evaluations=7")
    assert (mine["runs"], mine["seed"], mine["problem"]) == (5, 3, {"n": 8})
    assert mine["budget"] == {"evaluations": 7}
    assert "extends" not in mine


def test_an_error_is_placed_in_the_file_that_makes_it(here):
    (here / "base.yaml").write_text(GOOD.replace("n: 8", "n: 0"))
    assert wrong(here, "extends: base.yaml\nrusn: 3\n") == [
        "mine.yaml:2:1: rusn: no such key; did you mean runs?",
        "base.yaml:2:14: problem.n: must be at least 1, got 0",
    ]
    # What is missing in a part that replaces another is missing here, not there.
    (here / "base.yaml").write_text(GOOD)
    assert wrong(here, "extends: base.yaml\nproblem: {n: 4, m: 1}\nalgorithms: {ga: 3}\n") == [
        f"mine.yaml:2:17: problem.m: no such key; the keys are {PROBLEM_KEYS}",
        "mine.yaml:3:18: algorithms.ga: expected keys and values, such as {use: genetic}, got 3",
    ]


BASE = "mine.yaml:1:10: extends: base.yaml: expected keys and values"
ROUND = "mine.yaml:1:10: extends: a chain of more than 10 files, or a circle"


@pytest.mark.parametrize(
    ("text", "base", "said"),
    [
        ("extends: bse.yaml\n", GOOD,
         "mine.yaml:1:10: extends: bse.yaml: no such file; did you mean base.yaml?"),
        ("runs: 2\nextends: 5\n", GOOD,
         "mine.yaml:2:10: extends: expected the name of a file, got 5"),
        ("extends: .\n", GOOD, "mine.yaml:1:10: extends: .: is a directory"),
        ("extends: base.yaml\n", "- a\n", BASE),
        ("extends: base.yaml\n", "a: [\n", "base.yaml:2:1: the bracket before this is not closed"),
        ("extends: ./mine.yaml\n", GOOD, ROUND),
    ],
)  # fmt: skip
def test_files_that_cannot_be_read_and_circles(here, text, base, said):
    (here / "base.yaml").write_text(base)
    assert wrong(here, text) == [said]
