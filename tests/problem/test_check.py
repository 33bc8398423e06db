"""The independent check under every combination of rules, by squares and pairs of squares."""

from itertools import combinations as pairs

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.problem.check import count_better_moves, is_true
from metaqueens.queens.check import (
    CHUNK,
    attacks,
    faulty,
    is_solution,
    pairs_of,
    recount,
)
from metaqueens.queens.construction import construct

from .boards import combinations, drawn

N = 6
# Random boards are hardly ever solutions of the plain problem, nor nearly.
NEAR = [[1, 3, 5, 0, 2, 4], [4, 2, 0, 5, 3, 1], [0, 2, 4, 1, 3, 5], [1, 3, 5, 0, 2, 5]]


def meetings(problem: Queens, one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many rules two queens break together, each by its definition; squares (row, column)."""
    n, down, right = problem.n, abs(one[0] - other[0]), abs(one[1] - other[1])
    count = int(down == 0)
    if problem.regions is None:
        off = [one[0] - one[1] - other[0] + other[1], sum(one) - sum(other)]
        count += sum((line % n if problem.torus else line) == 0 for line in off)
    else:
        count += problem.regions[one[0]][one[1]] == problem.regions[other[0]][other[1]]
    if problem.torus:
        down, right = min(down, n - down), min(right, n - right)
    if problem.regions is not None:
        count += (down, right) == (1, 1)
    return count


def faults(problem: Queens, square: tuple[int, int]) -> int:
    """How many rules a queen breaks alone."""
    n, (row, column) = problem.n, square
    count = int(square in problem.blocked)
    for line, direction in problem.excluded:
        mine = row - column + n - 1 if direction == "rising" else row + column
        count += ((mine - line) % n if problem.torus else mine - line) == 0
    return count + any(at == column and there != row for there, at in problem.placed)


@pytest.mark.parametrize("rules", [*combinations()], ids="+".join)
def test_every_rule_is_counted_as_it_is_defined(rules, rng):
    problem = drawn(N, rules, rng)
    if problem is None:
        return
    for queens in np.concatenate([rng.integers(N, size=(20, N)), NEAR]).astype(np.int32):
        squares = [(int(row), column) for column, row in enumerate(queens)]
        together = {
            (one[1], other[1]): meetings(problem, one, other) for one, other in pairs(squares, 2)
        }
        alone = [faults(problem, square) for square in squares]
        truth = sum(together.values()) + sum(alone)
        assert recount(problem, queens) == truth
        assert is_solution(problem, queens) == (truth == 0)
        assert [is_true(problem, queens, truth + more) for more in (0, 1)] == [True, False]
        assert is_true(problem, queens, 0) == (truth == 0)
        assert faulty(problem, queens) == [k for k, count in enumerate(alone) if count]
        named = pairs_of(problem, queens)
        assert named == sorted(set(named))
        assert all(together[pair] for pair in named)
        assert bool(named) == any(together.values())
        if any(together.values()):
            one, other, _ = next(attacks(problem, queens))
            assert together[min(one, other), max(one, other)]
        for columns in range(N + 1):
            assert recount(problem, queens, columns) == sum(alone[:columns]) + sum(
                count for (_, last), count in together.items() if last < columns
            )


def test_on_a_line_each_queen_is_named_with_the_next():
    assert pairs_of(Queens(4), np.zeros(4, np.int32)) == [(0, 1), (1, 2), (2, 3)]


@pytest.mark.parametrize(
    ("rules", "queens", "attack"),
    [
        ({"regions": ["AABB", "AABB", "CCDD", "CCDD"]}, [0, 3, 1, 3], (1, 3, "row")),
        ({"regions": ["AABB", "AABB", "CCDD", "CCDD"]}, [0, 1, 3, 2], (0, 1, "region")),
        ({"regions": ["ABCD", "ABCD", "ABCD", "ABCD"]}, [3, 1, 2, 0], (1, 2, "neighbours")),
        ({"torus": True}, [0, 2, 1, 3], (1, 2, "falling diagonal")),
        ({}, [1, 3, 1, 0], (0, 2, "row")),
        ({}, [0, 2, 1, 3], (1, 2, "falling diagonal")),
        ({}, [1, 2, 0, 3], (0, 1, "rising diagonal")),
    ],
)
def test_the_first_attack_says_which_rule(rules, queens, attack):
    assert next(attacks(Queens(4, **rules), np.array(queens))) == attack


def test_a_solution_has_no_first_attack():
    assert [*attacks(Queens(4), np.array([1, 3, 0, 2]))] == []


def test_boards_of_several_pieces_are_judged_as_a_whole():
    """Two queens of different pieces trade their rows: one attacks another on a diagonal."""
    n = 2 * CHUNK + 7
    problem, queens = Queens(n), construct(n)
    assert is_solution(problem, queens)
    for columns in ([5, n - 5], [CHUNK - 1, CHUNK]):
        wrong = queens.copy()
        wrong[columns] = wrong[columns[::-1]]
        assert is_solution(problem, wrong) == (recount(problem, wrong) == 0)
    queens[n - 1] = queens[0]
    assert not is_solution(problem, queens)


def test_placed_queens_are_among_no_moves():
    """The board is one move of the queen of column 2 from a solution: that one is placed."""
    problem = Queens(4, placed=((1, 2),))
    board = np.array([1, 3, 1, 2])
    assert count_better_moves(Queens(4), board, "reassign")[1] > 0
    rows = [(c, r) for c in (0, 1, 3) for r in range(4) if r != board[c]]
    changed = [recount(problem, np.where(np.arange(4) == c, r, board)) for c, r in rows]
    better = sum(one < recount(problem, board) for one in changed)
    equal = sum(one == recount(problem, board) for one in changed)
    assert count_better_moves(problem, board, "reassign") == (9, better, equal)
