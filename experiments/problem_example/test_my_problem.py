"""Tests of the problem: `pytest` here, or `metaqueens check my_problem.py n=8`."""

from my_problem import MyProblem

from metaqueens import solve
from metaqueens.conformance.problems import checks


def test_it_is_sound():
    for check in checks(MyProblem(n=8)):
        assert check.verdict == "ok", check.said


def test_it_is_solved():
    assert solve(MyProblem(n=8), "tabu_search", 100_000, seed=1).solved
