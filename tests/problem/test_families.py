"""Families: their instances, the same everywhere; what is wrong with one; those kept for later."""

from itertools import islice

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.exact import instances as families, methods
from metaqueens.exact.effort import Effort
from metaqueens.queens.check import recount
from metaqueens.queens.conflicts import find_allowed_squares
from metaqueens.queens.families import Family
from metaqueens.queens.rules import find_broken_rule
from metaqueens.text.errors import UserError

DIAGONALS = {"use": "random", "count": 6}


def instances(count, n=10, **given):
    return list(islice(families.instances(Family(n, instances=count, **given)), count))


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        ({"excluded": DIAGONALS}, ["excluded"]),
        ({"blocked": {"use": "random", "free": 3}}, ["blocked"]),
        ({"blocked": {"use": "random", "count": 20}}, ["blocked"]),
        ({"placed": {"use": "random", "count": 3}}, ["placed"]),
        ({"placed": {"use": "random", "count": 2}, "torus": True, "n": 11}, ["placed"]),
        ({"excluded": DIAGONALS, "blocked": [[0, 0]]}, ["excluded"]),
        ({"regions": {"use": "random"}, "n": 6}, ["regions"]),
    ],
)
def test_instances_differ_and_do_not_depend_on_how_many_are_asked(given, rules):
    many = instances(5, **given)
    assert len({one.problem for one in many}) == 5
    assert instances(2, **given) == many[:2]
    assert instances(2, **given, seed=1) != many[:2]
    for one in many:
        assert set(rules) <= set(one.problem.rules)
        assert one.label is None


def test_boards_that_keep_as_many_free_squares_are_one_family():
    """However many squares that takes: 40 to 48 of 144, by the order in which they are drawn."""
    found = [one.problem for one in instances(12, n=12, blocked={"use": "random", "free": 8})]
    assert len({len(problem.blocked) for problem in found}) > 1
    (family,) = {problem.family for problem in found}
    assert family == "n=12, at least 8 free squares a row and column"
    for problem in found:
        assert problem.label.startswith(f"n=12, {len(problem.blocked)} squares blocked #")


@pytest.mark.parametrize(("count", "free"), [(8, 1), (30, 1), (40, 4)])
def test_boards_with_as_many_squares_blocked_are_one_family(count, free):
    asked = {"use": "random", "count": count, "free": free}
    found = instances(20, blocked=asked)
    assert {one.problem.family for one in found} == {f"n=10, {count} squares blocked"}


def test_an_instance_is_the_same_on_every_machine():
    (one,) = instances(1, n=8, excluded={"use": "random", "count": 3}, seed=5)
    other = instances(1, n=6, regions={"use": "random"}, seed=5)[0]
    assert one.problem.key == '{"excluded":[[4,"rising"],[7,"falling"],[11,"falling"]],"n":8}'
    assert other.problem.regions == ("AABBBB", "ACBBBD", "CCBDDD", "CEEEED", "CEEFFE", "EEEEEE")


def test_rules_that_contradict_each_other_are_skipped():
    given = {"torus": True, "placed": {"use": "random", "count": 2}, "seed": 4}
    with pytest.raises(UserError, match="share a diagonal"):
        Family(7, instances=3, **given).draw(1, lambda regions: iter(()))
    (first,) = instances(1, n=7, **given)
    assert first.name != "1"


def test_fewer_diagonals_are_the_first_of_more():
    for few, many in zip(
        instances(5, excluded={"use": "random", "count": 3}),
        instances(5, excluded={"use": "random", "count": 9}),
        strict=True,
    ):
        assert set(few.problem.excluded) < set(many.problem.excluded)


def test_drawn_squares_keep_what_they_promise():
    for one in instances(5, n=9, blocked={"use": "random", "free": 3}):
        free = find_allowed_squares(one.problem)
        least = min(free.sum(axis=0).min(), free.sum(axis=1).min())
        assert least == 3
        # All that can be blocked is.
        rows, columns = free.sum(axis=1) > 3, free.sum(axis=0) > 3
        assert not (free & rows[:, None] & columns[None, :]).any()
    for one in instances(5, placed={"use": "random", "count": 4}):
        queens = one.problem.placed
        assert not any(
            find_broken_rule(Queens(10), a, b) for k, a in enumerate(queens) for b in queens[:k]
        )


def test_satisfiable_keeps_the_instances_that_have_a_solution_and_no_other():
    drawn = instances(40, excluded={"use": "random", "count": 8})
    solvable = [
        one.problem
        for one in drawn
        if methods.first("forward_checking", one.problem, Effort()) is not None
    ]
    assert 5 < len(solvable) < 35
    kept = instances(len(solvable), excluded={"use": "random", "count": 8}, satisfiable=True)
    assert [one.problem for one in kept] == solvable
    for one in kept:
        assert one.label == "satisfiable"
        assert recount(one.problem, np.array(one.witness)) == 0


def test_a_family_without_solutions_says_how_far_it_got(monkeypatch):
    monkeypatch.setattr(families, "MOST_DRAWS", 20)
    with pytest.raises(UserError, match=r"0 of 3 instances were found; then 20 draws in vain.*no"):
        instances(3, n=6, blocked={"use": "random", "free": 1}, torus=True, satisfiable=True)


def test_what_cannot_be_told_in_time_is_not_left_out(monkeypatch):
    monkeypatch.setattr(families, "SECONDS_TO_SOLVE", 0.0)
    with pytest.raises(UserError, match="0 of 3 instances were found; of number 1 no exact method"):
        instances(3, excluded=DIAGONALS, satisfiable=True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "instances, seed and satisfiable are for rules that are drawn"),
        ({"excluded": {"use": "random"}}, "excluded.count: missing"),
        ({"excluded": {"use": "radnom", "count": 1}}, "excluded.use: 'radnom' is not one of rand"),
        ({"placed": {"use": "random", "count": 0}}, "placed.count: must be at least 1, got 0"),
        ({"excluded": DIAGONALS, "torus": True}, "boards that are no torus"),
        ({"regions": {"use": "random"}, "torus": True}, "drawn without other rules: torus"),
        ({"excluded": DIAGONALS, "blocked": [[10, 0]]}, r"blocked.0: \[10, 0\] is not on a"),
    ],
)
def test_a_wrong_family_is_explained(given, said):
    with pytest.raises(UserError, match=said):
        Family(10, **given)
