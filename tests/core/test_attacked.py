"""Sets of attacked queens: after any moves one queen of every attacking pair is a member."""

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.core.choices import Moves
from metaqueens.core.conflicting import (
    IndexSet,
    add_conflicting,
    add_moved,
    draw_conflicted,
    find_conflicted,
)
from metaqueens.core.moves import propose, propose_for
from metaqueens.core.random import draw_below, start_stream
from metaqueens.core.state import (
    add_partners,
    apply,
    compute_cost,
    count_conflicts,
    count_partners,
    lift,
    put,
    toggle_partner,
)
from metaqueens.problem.space import Space
from metaqueens.queens.kernels.plain import empty_board


def members(candidates):
    return set(candidates.members[: candidates.size[0]].tolist())


def attacked(board):
    return {column for column in range(board.values.size) if count_conflicts(board, column) > 0}


def pairs(board):
    q, n = board.values, board.values.size
    return {(i, j) for j in range(n) for i in range(j) if q[i] == q[j] or abs(q[i] - q[j]) == j - i}


@pytest.mark.parametrize(
    ("moves", "encoding"),
    [(Moves.SWAP, "permutation"), (Moves.REASSIGN, "rows"), (Moves.STEP, "rows")],
)
def test_one_of_every_attacking_pair_is_members(moves, encoding):
    board = Space(Queens(15), encoding).random_state(np.random.default_rng(1))
    stream, candidates = start_stream(np.random.default_rng(2)), IndexSet.empty(15)
    find_conflicted(board, candidates)
    assert members(candidates) == attacked(board)
    for _ in range(300):
        i, j = propose(moves, board, stream)
        apply(moves, board, i, j)
        add_moved(moves, board, i, j, candidates)
        if compute_cost(board):
            assert draw_conflicted(board, candidates, stream) in attacked(board)
        assert all(members(candidates) & set(pair) for pair in pairs(board))
        assert candidates.contained.sum() == candidates.size[0]


def test_the_other_queen_is_found_on_lines_of_two():
    n = 9
    board = Space(Queens(n), "rows").random_state(np.random.default_rng(3))
    stream, columns = start_stream(np.random.default_rng(4)), empty_board(n)
    count_partners(board, columns)
    for _ in range(300):
        column, row = draw_below(stream, n), draw_below(stream, n)
        toggle_partner(board, columns, column, board.values[column])
        lift(board, column)
        put(board, column, row)
        toggle_partner(board, columns, column, row)
        found, truth = IndexSet.empty(n), IndexSet.empty(n)
        add_partners(board, column, columns, found)
        if count_conflicts(board, column) > 0:
            add_conflicting(board, column, truth)
        assert members(found) <= members(truth)
        assert bool(members(found)) == bool(members(truth))
        met = {line for pair in pairs(board) if column in pair for line in pair} - {column}
        assert members(truth) - {column} == met
        if column not in members(found):  # then it stands on no line of three
            assert members(found) == met


@pytest.mark.parametrize("moves", list(Moves))
def test_moves_of_one_queen_are_legal(moves):
    board = Space(Queens(5), "permutation" if moves == Moves.SWAP else "rows").random_state(
        np.random.default_rng(1)
    )
    stream, seen = start_stream(np.random.default_rng(2)), set()
    for _ in range(200):
        i, j = propose_for(moves, board, 2, stream)
        assert i == 2
        seen.add(int(j))
    row = int(board.values[2])
    expected = {
        Moves.SWAP: set(range(5)) - {2},
        Moves.REASSIGN: set(range(5)) - {row},
        Moves.STEP: {row - 1, row + 1} & set(range(5)),
    }
    assert seen == expected[moves]
