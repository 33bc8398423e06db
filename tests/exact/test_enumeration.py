from itertools import islice

import pytest

from metaqueens.exact import bitmask as enumeration
from metaqueens.exact.effort import Effort
from metaqueens.exact.methods import first
from metaqueens.exact.symmetry import is_canonical
from metaqueens.queens.problem import Queens

from . import oracle

LARGE = [pytest.param(n, marks=pytest.mark.compiled("a large tree")) for n in (11, 12)]


@pytest.mark.parametrize("batch", [1, 3, 1024])
@pytest.mark.parametrize("n", range(1, 9))
def test_all_solutions_in_dictionary_order(n, batch):
    effort = Effort()
    boards = [tuple(board) for board in enumeration.boards(Queens(n), effort, batch=batch)]
    assert boards == oracle.solutions(n)
    assert effort.nodes == sum(oracle.levels(n))


@pytest.mark.parametrize("n", [*range(1, 11), *LARGE])
def test_fundamental_solutions_and_the_formula(n):
    boards = [*filter(is_canonical, enumeration.boards(Queens(n), Effort()))]
    assert len(boards) == oracle.FUNDAMENTAL[n]
    assert all(board.tolist() == oracle.canonical(board) for board in boards)


@pytest.mark.parametrize("n", [9, 10, *LARGE])
def test_the_whole_tree_is_walked(n):
    effort = Effort()
    assert sum(1 for _ in enumeration.boards(Queens(n), effort)) == oracle.SOLUTIONS[n]
    assert effort.nodes == oracle.TREE[n]


@pytest.mark.compiled("thousands of boards of 25 queens")
def test_a_few_boards_of_many_come_at_once():
    boards = list(islice(enumeration.boards(Queens(25), Effort()), 3000))
    assert len({tuple(board) for board in boards}) == 3000
    assert all(oracle.guards(board.tolist()) == 0 for board in boards[::100])


def test_the_first_board_and_what_it_cost():
    effort = Effort()
    assert first("bitmask", Queens(8), effort).tolist() == [0, 4, 7, 5, 2, 6, 1, 3]
    assert effort.nodes == 114  # as many as Wirth's and everybody's
    assert first("bitmask", Queens(3), Effort()) is None
