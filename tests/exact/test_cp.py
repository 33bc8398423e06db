from typing import get_args

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.exact.effort import Effort
from metaqueens.exact.methods import first
from metaqueens.exact.solvers import cp
from metaqueens.queens.check import recount

from . import oracle


def test_eight_queens_as_in_the_guide():
    effort = Effort()
    boards = [tuple(board) for board in cp.boards(Queens(8), effort)]
    assert boards == oracle.solutions(8)
    assert (effort.failures, effort.branches) == (304, 790)


@pytest.mark.parametrize("values", get_args(cp.Values))
@pytest.mark.parametrize("variables", get_args(cp.Variables))
def test_every_strategy_finds_all_solutions(variables, values):
    boards = cp.boards(Queens(7), Effort(), variables, values)
    assert sorted(tuple(board) for board in boards) == oracle.solutions(7)


@pytest.mark.parametrize("n", [1, 4, 5, 6, 50, 300])
def test_the_first_solution(n):
    effort = Effort()
    queens = first("cp", Queens(n), effort)
    assert queens.shape == (n,)
    assert recount(Queens(queens.size), queens) == 0
    assert effort.failures <= n


def test_a_search_that_is_given_up_can_be_followed_by_another():
    boards = cp.boards(Queens(12), Effort())
    one = next(boards)
    boards.close()
    assert np.array_equal(next(cp.boards(Queens(12), Effort())), one)
