"""Efforts: counted for nothing more than an addition, and ended at their limits."""

from math import inf
from time import perf_counter

import pytest

from metaqueens import Budget
from metaqueens.exact import methods
from metaqueens.exact.effort import CLOCK_EVERY, Effort, LimitReached
from metaqueens.queens.problem import Queens
from metaqueens.search import ReportEvery

IN_PYTHON = ("cartesian", "permutation", "matrix", "iterative", "brute_force")
every_form = pytest.mark.parametrize("form", IN_PYTHON)


def test_without_a_limit_nothing_is_checked():
    effort = Effort()
    assert (effort.check_at, effort.seconds_left) == (inf, None)
    assert effort == Effort.from_budget(Budget(stagnation=1))


@every_form
@pytest.mark.parametrize("limit", [1, 2, 100, 255, 256, 257, 3000])
def test_a_limit_is_kept_exactly(form, limit):
    effort = Effort(limit=limit)
    with pytest.raises(LimitReached):
        list(methods.boards(form, Queens(9), effort))
    assert effort.attempts == limit
    assert effort.evaluations in (limit, limit + 1)  # on the way down each attempt is a node


@every_form
def test_a_limit_that_is_not_reached_changes_nothing(form):
    free, bounded = Effort(), Effort(limit=10**9, deadline=perf_counter() + 3600)
    boards = [list(methods.boards(form, Queens(7), effort)) for effort in (free, bounded)]
    assert boards[0] == boards[1]
    assert free.counted == bounded.counted


@every_form
def test_a_deadline_that_is_over_ends_it_at_the_first_count(form):
    effort = Effort(deadline=perf_counter())
    with pytest.raises(LimitReached):
        list(methods.boards(form, Queens(9), effort))
    assert effort.attempts == 1


@every_form
def test_the_clock_is_asked_now_and_then(form):
    effort = Effort(deadline=perf_counter() + 3600)
    boards = methods.boards(form, Queens(9), effort)
    next(boards)
    effort.deadline, before = perf_counter(), effort.attempts
    with pytest.raises(LimitReached):
        list(boards)
    assert before < effort.attempts <= before + CLOCK_EVERY


def test_the_bit_masks_check_whenever_they_hand_boards_out():
    with pytest.raises(LimitReached):
        methods.first("bitmask", Queens(8), Effort(limit=114))
    assert methods.first("bitmask", Queens(8), Effort(limit=115)) is not None


@pytest.mark.parametrize("method", ["cp", "cp_sat"])
def test_a_solver_says_that_its_time_was_over_and_not_that_there_is_no_solution(method):
    with pytest.raises(LimitReached):
        methods.first(method, Queens(100), Effort(deadline=perf_counter()))
    assert methods.first(method, Queens(3), Effort(deadline=perf_counter() + 3600)) is None


def test_the_limits_are_those_of_the_budget():
    effort = Effort.from_budget(ReportEvery(3, Budget(evaluations=50, seconds=3600)))
    assert effort.limit == 50
    assert 3500 < effort.seconds_left <= 3600


def test_what_was_counted_is_named():
    assert Effort(nodes=3, failures=1).counted == {"nodes": 3, "failures": 1}
    assert Effort(nodes=3, attempts=7, branches=1, failures=9).evaluations == 7
