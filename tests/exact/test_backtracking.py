import pytest

from metaqueens.exact import backtracking
from metaqueens.exact.effort import Effort
from metaqueens.queens.problem import Queens

from . import oracle

FORMS = [
    backtracking.matrix, backtracking.permutation, backtracking.cartesian, backtracking.iterative,
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", range(1, 9))
def test_every_form_walks_the_same_tree(form, n):
    effort = Effort()
    assert all(form(Queens(n), effort))
    assert effort.nodes == sum(oracle.levels(n))


@pytest.mark.parametrize("form", [FORMS[0], *FORMS[2:]])
def test_all_rows_are_tried_in_every_inner_node(form):
    effort = Effort()
    boards = [tuple(board) for board in form(Queens(8), effort)]
    assert effort.attempts == 8 * sum(oracle.TREE_OF_EIGHT[:-1]) == 15720
    assert boards == sorted(boards)


def test_permutations_try_free_rows_only():
    effort = Effort()
    assert len(list(backtracking.permutation(Queens(8), effort))) == 92
    free = [nodes * (8 - level) for level, nodes in enumerate(oracle.TREE_OF_EIGHT)]
    assert effort.attempts == sum(free)


@pytest.mark.parametrize("form", FORMS)
def test_effort_is_told_while_it_is_made(form):
    effort = Effort()
    boards = form(Queens(8), effort)
    next(boards)
    early = effort.attempts
    next(boards)
    assert 0 < early < effort.attempts


def test_brute_force_generates_all_permutations_and_places_no_queen():
    effort = Effort()
    assert len(list(backtracking.generate_and_test(Queens(6), effort))) == 4
    assert (effort.attempts, effort.nodes) == (720, 0)


def test_the_levels_of_the_oracle_are_those_of_the_book():
    assert oracle.levels(8) == oracle.TREE_OF_EIGHT
