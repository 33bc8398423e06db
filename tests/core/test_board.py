import numpy as np
import pytest
from hypothesis import example, given

from metaqueens import Queens
from metaqueens.core.state import assign, compute_cost, count_conflicts, lift, put
from metaqueens.queens.check import attacks, is_solution, recount
from tests import oracle
from tests.problem.boards import BOARDS, board_of

# AIMA 4th ed.: boards by the row of each column, with their non-attacking pairs of 28.
AIMA = {"24748552": 24, "32752411": 23, "24415124": 20, "32543213": 11}


@given(BOARDS)
@example([0] * 5)
@example([*range(5)])
def test_guards_are_attacking_pairs(queens):
    problem, board, truth = Queens(len(queens)), board_of(queens), oracle.guards(queens)
    assert compute_cost(board) == recount(problem, np.array(queens)) == truth
    assert is_solution(problem, np.array(queens)) == (truth == 0)
    # A pair is counted at both its ends.
    assert sum(count_conflicts(board, i) for i in range(len(queens))) == 2 * truth


@pytest.mark.parametrize(("rows", "pairs"), AIMA.items())
def test_the_textbook_boards(rows, pairs):
    assert 28 - compute_cost(board_of([int(row) - 1 for row in rows])) == pairs


@given(BOARDS)
def test_every_line_is_counted(queens):
    n, board = len(queens), board_of(queens)
    for row in range(n):
        assert board.rows[row] == queens.count(row)
    for k in range(2 * n - 1):
        assert board.rising[k] == sum(row - i + n - 1 == k for i, row in enumerate(queens))
        assert board.falling[k] == sum(row + i == k for i, row in enumerate(queens))


def test_shift_lift_and_put_keep_the_counts(rng):
    board = board_of(rng.integers(9, size=9))
    for _ in range(50):
        column, row = rng.integers(9, size=2)
        assign(board, column, row)
        np.testing.assert_equal(board, board_of(board.values))
    before = board_of(board.values)
    lift(board, 3)
    assert board.rows.sum() == board.rising.sum() == board.falling.sum() == 8
    put(board, 3, before.values[3])
    np.testing.assert_equal(board, before)


@pytest.mark.compiled("a hundred thousand queens")
def test_many_guards_do_not_overflow():
    n = 100_000  # the pairs on one row alone pass 2^32
    assert compute_cost(board_of(np.zeros(n, np.int32))) == n * (n - 1) // 2


@pytest.mark.parametrize("check", [recount, is_solution, lambda *given: next(attacks(*given))])
def test_a_board_of_another_problem_is_not_checked(check):
    with pytest.raises(ValueError, match=r"a board of shape \(5,\), got one of shape \(4,\)"):
        check(Queens(5), np.array([1, 3, 0, 2]))
