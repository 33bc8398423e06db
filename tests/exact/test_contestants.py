"""Exact methods in an experiment: they solve, they prove, and they end with their budget."""

import re

import pytest

from metaqueens import Budget, Queens, solve
from metaqueens.classics.costas import Costas
from metaqueens.exact import EXACT
from metaqueens.exact.contestants import Backtracking, Construction, Cp, CpSat
from metaqueens.queens.check import recount
from tests.cli import done

every_contestant = pytest.mark.parametrize(
    "contestant",
    [
        *(kind() for kind in EXACT.values()),
        Cp(variables="first_unbound", values="min_value"),
        *(Backtracking(form=form) for form in ("iterative", "cartesian", "permutation", "matrix")),
    ],
    ids=repr,
)


@every_contestant
@pytest.mark.parametrize("n", [1, 4, 8, 10])
def test_they_solve(contestant, n):
    result = solve(Queens(n), contestant, Budget(seconds=3600), 0)
    assert result.solved
    assert recount(result.problem, result.values) == 0
    assert result.values.size == n
    assert 1 <= result.evaluations == result.found_at
    assert result.reason == "solved"


@pytest.mark.parametrize("words", ["cp_sat", "backtracking form=iterative"])
def test_the_command_and_the_result_give_the_same_counts(words):
    name, *settings = words.split()
    result = solve(8, name, seed=1, **dict(setting.split("=") for setting in settings))
    counts = re.search(r"solved, (.+), seed 1", str(result))[1]
    assert f"permutation: {counts}, " in done("solve", "8", *words.split(), "-s", "1").out
    assert f"after {counts}, " in result._repr_html_()
    assert result.evaluations == 1 + max(result.counters.values())


@every_contestant
@pytest.mark.parametrize("n", [2, 3])
def test_they_end_without_a_claim_where_there_is_no_solution(contestant, n):
    result = solve(Queens(n), contestant, Budget(seconds=3600), 0)
    assert not result.solved
    assert recount(result.problem, result.values) == result.cost == Queens(n).max_guards
    assert result.reason == "stagnation"


@pytest.mark.parametrize(
    "contestant",
    [
        Backtracking(form="iterative"),
        Backtracking(),
        Cp(variables="first_unbound", values="min_value"),
        CpSat(),
    ],
    ids=repr,
)
def test_they_hear_the_clock(contestant):
    n = 300 if isinstance(contestant, CpSat) else 50
    result = solve(Queens(n), contestant, Budget(seconds=0.2), 0)
    assert result.reason == "seconds"
    assert not result.solved


@pytest.mark.parametrize("contestant", [CpSat(), EXACT["clingo"]()], ids=repr)
@pytest.mark.parametrize("problem", [Queens(50, torus=True), Costas(n=19)], ids=str)
def test_no_rehearsal_of_theirs_takes_longer_than_the_budget(contestant, problem):
    """Boards with rules and own problems have no tiny form that is searched instead."""
    if contestant.supports(problem) is None:
        assert solve(problem, contestant, Budget(seconds=0.2), 0).reason == "seconds"


def test_a_search_that_the_clock_ends_is_no_proof_if_stagnation_has_a_limit_too():
    result = solve(Costas(n=19), CpSat(), Budget(seconds=0.2, stagnation=1), 0)
    assert result.reason == "seconds"
    assert "no solution exists" not in repr(result)


def test_the_guides_figures_are_counted():
    assert (
        solve(Queens(8), Backtracking(form="cartesian"), Budget(seconds=3600), 0).evaluations == 877
    )
    assert solve(Queens(8), Construction(), Budget(seconds=3600), 0).evaluations == 9
