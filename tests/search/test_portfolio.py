"""A portfolio: members in turn, each going on where it paused, all counted together."""

import numpy as np
import pytest

from metaqueens import (
    AdaptiveSearch,
    Budget,
    HillClimbing,
    MinConflicts,
    Portfolio,
    Queens,
    QueueSearch,
    SimulatedAnnealing,
    TabuSearch,
    config,
    solve,
)
from metaqueens.conformance import Conformance
from metaqueens.problem.space import Space
from metaqueens.search import Every, Standing
from metaqueens.search.driver import drive
from metaqueens.search.parameters import Parameters
from tests.cli import call, query
from tests.golden.test_golden import ROWS

COLD = {"schedule": {"use": "constant", "temperature": 0.2}}


class TestPortfolio(Conformance):
    algorithms = [
        Portfolio(),
        Portfolio(members={"tabu": TabuSearch(), "adaptive": AdaptiveSearch()}, unit=50),
        Portfolio(
            members={
                "climb": HillClimbing(restarts=0),  # is stuck, and the others go on
                "cold": SimulatedAnnealing(**COLD, restarts={"use": "fixed", "unit": 30}),
            },
            unit=7,
        ),
    ]


class TestOnOneEncoding(Conformance):
    algorithms = [Portfolio(members={"a": QueueSearch(), "b": TabuSearch()}, unit=100)]

    def pytest_generate_tests(self, metafunc):
        cases = [(algorithm, "permutation") for algorithm in self.algorithms]
        metafunc.parametrize(("algorithm", "encoding"), cases, ids=["queue"])


class Script(Parameters):
    """Reports what it is told to, in one board that each report writes anew."""

    reports: tuple[tuple[int, int, int, int], ...]  # guards, found_at, evaluations, steps

    def search(self, space, looks, rng):
        board = np.zeros(4, np.int32)
        for guards, found_at, evaluations, steps in self.reports:
            board[:] = guards
            yield Standing(board, guards, found_at, evaluations, steps)


def told(portfolio, budget):
    """Guards, found_at, evaluations, steps, board and finder of each report; why it ended."""
    said = []
    for moment in drive(portfolio, Space(Queens(4), "rows"), budget, np.random.default_rng(0)):
        now = moment.standing
        (finder,) = (name for name in now.counters if name.endswith(".found"))
        said.append((*now[1:5], now.queens[0].item(), finder.removesuffix(".found")))
    return said, moment.reason


def test_each_goes_on_in_its_turn_and_the_best_board_is_kept():
    a = Script(reports=((9, 1, 1, 0), (6, 8, 10, 1), (5, 15, 20, 2), (4, 22, 30, 3)))
    b = Script(reports=((7, 1, 1, 0), (2, 9, 12, 4), (1, 18, 24, 9)))
    said, reason = told(Portfolio(members={"a": a, "b": b}, unit=10), Budget(1000))
    assert reason == "stagnation"
    assert said == [
        (9, 1, 1, 0, 9, "a"),
        (6, 8, 10, 1, 6, "a"),  # its turn is over
        (6, 8, 11, 1, 6, "a"),
        (2, 19, 22, 5, 2, "b"),
        (2, 19, 32, 6, 2, "b"),
        (1, 38, 44, 11, 1, "b"),
        (1, 38, 54, 12, 1, "b"),
        (1, 38, 54, 12, 1, "b"),  # both are stuck
    ]


def test_a_member_goes_on_as_it_would_alone():
    alone, space = SimulatedAnnealing(**COLD), Space(Queens(3), "permutation")  # no solution
    child = np.random.default_rng(5).spawn(2)[0]
    steps = {}
    for now in alone.search(space, Every(1, Budget(400)), child):
        steps[now.evaluations] = now.steps
        if now.evaluations >= 400:
            break
    both = Portfolio(members={"one": alone, "two": SimulatedAnnealing()}, unit=16)
    seen = {}
    for moment in drive(both, space, Budget(400), np.random.default_rng(5)):
        now = moment.standing
        if now.current is not None and now.counters["one.evaluations"] not in seen:
            seen[now.counters["one.evaluations"]] = now.counters["one.steps"]
    assert max(seen) >= 192
    assert all(steps[evaluations] == made for evaluations, made in seen.items())


def test_turns_are_of_one_unit_and_everything_is_counted():
    portfolio = Portfolio(
        members={"one": SimulatedAnnealing(**COLD), "two": SimulatedAnnealing()}, unit=100
    )
    result = solve(Queens(3), portfolio, Budget(1050), 1)
    assert result.evaluations == 1050
    assert result.counters["one.evaluations"] == 550
    assert result.counters["two.evaluations"] == 500
    assert result.steps == result.counters["one.steps"] + result.counters["two.steps"]
    (finder,) = (name for name in result.counters if name.endswith(".found"))
    assert finder == "one.found"


TEXT = """\
name: shared
problem: {n: 12}
algorithms:
  usual: {use: portfolio, unit: 50}
  mine:
    use: portfolio
    unit: 100
    members:
      climb: {use: hill_climbing, sideways: 5}
      cold: {use: simulated_annealing, restarts: {use: luby, unit: 30}}
budget: {evaluations: 3000}
runs: 3
seed: 7
validate: null
"""


def test_an_experiment_is_the_same_on_any_workers_and_repeats(tmp_path):
    (tmp_path / "shared.yaml").write_text(TEXT)
    for workers in ("1", "2"):
        answer = call("run", tmp_path / "shared.yaml", "-j", workers, "-o", tmp_path / workers)
        assert answer.code == 0, answer.err
    rows = [query(tmp_path / workers, ROWS) for workers in ("1", "2")]
    assert rows[0] == rows[1]
    assert call("replay", tmp_path / "1", "2-1").code == 0


def test_what_is_kept_is_what_was_asked():
    algorithm = config.parse(TEXT).cells[1].algorithm
    kept = algorithm.model_dump(mode="json")
    assert kept["members"]["climb"]["use"] == "hill_climbing"
    assert Portfolio.model_validate(kept) == algorithm
    given = {name: dict(member) for name, member in kept["members"].items()}
    assert Portfolio(members=given, unit=100) == algorithm


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({}, "a portfolio has at least two members, got 1"),
        ({"a": {"use": "cp_sat"}}, "members.a: cp_sat is an exact method, which does not pause"),
        (
            {"a": {"use": "tabu"}},
            "members.a: 'tabu' is not the name of an algorithm; did you mean tabu_s",
        ),
        ({"a": {"use": "tabu_search", "shortes": 1}}, "members.a: shortes: no such key; did you"),
        ({"a": 5}, "members.a: expected keys and values, such as {use: tabu_search}, got 5"),
    ],
)
def test_members_that_cannot_be(members, said):
    with pytest.raises(ValueError, match="members") as error:
        Portfolio(members={**members, "b": {"use": "breakout"}})
    assert said in str(error.value)


def test_a_member_that_cannot_work_on_the_problem_is_named():
    portfolio = Portfolio(members={"mc": MinConflicts(), "tabu": TabuSearch()})
    assert portfolio.supports(Queens(8, "rows")) is None
    assert portfolio.supports(Queens(8)).startswith("members.mc: encoding: MinConflicts works on")
    rows = Portfolio(members={"mc": MinConflicts(encoding="rows"), "tabu": TabuSearch()})
    assert rows.supports(Queens(8)) == "members.mc: works on rows, the portfolio on permutation"
    placed = Queens(8, "rows", placed=[(0, 0)])
    assert "members.mc: MinConflicts takes no account of the rule placed" in portfolio.supports(
        placed
    )
    assert "placed" in Portfolio().supported_rules
