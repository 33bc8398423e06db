"""``metaqueens score``: its number from its costs, and what is no contestant."""

import json
import sys
from math import exp, log

import numpy as np
import pytest

from metaqueens.arena.measure import SUITE, Board, _score
from metaqueens.problem import instances
from tests.cli import call
from tests.cli.test_json import FIELDS

from . import written

MINE = """\
from metaqueens import RandomSearch


class Mine(RandomSearch):
    \"\"\"Ours under another name, which takes no account of placed queens.\"\"\"

    rules = ("torus", "excluded", "regions")
"""
DEAF = """\
from metaqueens import Parameters


class Deaf(Parameters):
    \"\"\"Never reports.\"\"\"

    def search(self, space, looks, rng):
        while True:
            pass
        yield
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def board(costs, reference):
    return Board("", costs, reference, 0, 0, 0, "")


def test_the_score_is_a_geometric_mean_of_shifted_ratios():
    found = _score([board((0.09, 0.09), (0.19, 0.19)), board((0.01, 0.03), (0.0, 0.0))])
    assert found.score == pytest.approx(exp((log(2) + log(0.01 / 0.03)) / 2))
    assert found.low <= found.score <= found.high
    assert _score([board((2.0, 2.0), (0.0, 0.0))]).score == pytest.approx(0.01 / 2.01)
    alike = _score([board((0.5,) * 4, (0.5,) * 4)])
    assert alike.low == alike.score == alike.high == pytest.approx(1.0)


def test_the_interval_holds_the_score_of_an_equal_in_95_of_100_cases(monkeypatch):
    monkeypatch.setattr("metaqueens.arena.measure.RESAMPLES", 200)
    rng = np.random.default_rng(0)
    found = [
        _score([board(*rng.exponential(0.1, (2, 4)).tolist()) for _ in range(8)])
        for _ in range(250)
    ]
    held = sum(one.low <= 1 <= one.high for one in found)
    assert held >= 230, "95 % of 250 is 237; below 230 has chance 0.01"


def test_the_suite_is_fixed_and_has_plain_boards_and_hard_ones():
    problems = [one.problem for one in instances.read(SUITE)]
    assert [problem.n for problem in problems if problem.is_plain] == [20, 50, 200, 1000]
    rules = [problem.rules for problem in problems if not problem.is_plain]
    assert rules == [("torus",), ("excluded",), ("placed",), ("regions",)]


def test_a_program_that_lies_is_rejected(here, monkeypatch):
    # On a busy machine the program takes more than its second to start.
    monkeypatch.setattr("metaqueens.arena.measure.SECONDS", 60.0)
    liar = 'import sys; print(\'{"guards": 0, "queens": %s}\' % ([0] * int(sys.argv[1])))'
    written(here, "liar", f"#!{sys.executable} -S\n{liar}\n")
    said = call("score", "./liar {n}", "--json")
    assert said.code == 4, said.err
    found = json.loads(said.out)
    assert [*found] == FIELDS["score"]
    assert (found["solved"], found["runs"], found["rejected"]) == (0, 32, 16)
    assert found["score"] < 0.1
    assert found["ci95"][0] <= found["score"] <= found["ci95"][1]
    boards = {one["name"]: one for one in found["boards"]}
    assert boards["torus 13"]["costs"] == [2 * 60.0] * 4
    assert boards["torus 13"]["why"] == "Program takes no account of the rule torus"


def test_a_program_that_fails_says_why():
    said = call("score", "sh -c 'exit 3'")
    assert said.code == 3
    assert "it ended with exit code 3" in said.out
    assert "score 0.0" in said.out


def test_an_algorithm_that_hears_no_clock_ends_the_session(here, monkeypatch):
    monkeypatch.setattr("metaqueens.arena.measure.SECONDS", 0.1)  # of the reference's runs
    monkeypatch.setattr("metaqueens.arena.measure.MOST_SECONDS", 5.0)
    (here / "deaf_search.py").write_text(DEAF)
    said = call("score", "deaf_search.py", "--json")
    assert said.code == 3, said.err
    found = json.loads(said.out)
    assert (found["solved"], found["failed"], found["runs"]) == (0, 1, 32)
    assert found["boards"][0]["why"] == "ran longer than limits.seconds"


def test_an_algorithm_in_a_file_and_one_by_name(here, monkeypatch):
    monkeypatch.setattr("metaqueens.arena.measure.SECONDS", 0.02)  # enough to tell who is asked
    monkeypatch.setattr("metaqueens.arena.measure.RUNS", 2)
    (here / "scored_file.py").write_text(MINE)
    for what in ("scored_file.py", "scored_file:Mine", "random_search"):
        said = call("score", what, "encoding=rows", "--json")
        assert said.code == 0, said.err
        found = json.loads(said.out)
        boards = {one["name"]: one for one in found["boards"]}
        assert ("placed" in boards["placed 20"]["why"]) == (what != "random_search")
        assert boards["plain 20"]["why"] == ""
        assert (found["failed"], found["rejected"], found["reference"]) == (0, 0, "tabu_search")


@pytest.mark.parametrize(
    ("what", "text", "why"),
    [
        ("my_searc", "", "my_searc: no algorithm, file or command of this name; did you mean"),
        ("hillclimbing", "", "file or command of this name; did you mean hill_climbing?"),
        ("./not_there {n}", "", "./not_there: no algorithm, file or command of this name"),
        ("my_serch.py", "", "my_serch.py: no such file; did you mean my_search.py?"),
        ("empty_file.py", "x = 1", "no algorithm in it, a subclass of metaqueens.Parameters"),
        ("two_of_them.py", MINE + MINE.replace("Mine", "Other"), "several algorithms, Mine, Other"),
        ("broken_file.py", "1 / 0", "cannot be imported: ZeroDivisionError"),
    ],
)
def test_what_is_no_contestant_is_explained_before_any_run(here, monkeypatch, what, text, why):
    monkeypatch.setattr("metaqueens.arena.measure.runs_of", None)
    (here / "my_search.py").write_text(MINE)
    if text:
        (here / what).write_text(text)
    said = call("score", what)
    assert (said.code, said.out) == (2, "")
    assert why in said.err
