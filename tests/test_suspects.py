"""Suspects: whatever is moved, an attacking pair never goes unnoticed."""

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.core.attacked import (
    Partners,
    Suspects,
    draw_attacked,
    note_partner,
    note_partners,
    suspect_attacked,
    suspect_attacked_by,
    suspect_moved,
    suspect_partners,
)
from metaqueens.core.board import attackers, count_guards, lift, put
from metaqueens.core.moves import Moves, apply, propose, propose_for
from metaqueens.core.random import below, stream_of
from metaqueens.problem.space import Space


def listed(suspects):
    return set(suspects.columns[: suspects.size[0]].tolist())


def attacked(board):
    return {column for column in range(board.queens.size) if attackers(board, column) > 0}


def pairs(board):
    q, n = board.queens, board.queens.size
    return {(i, j) for j in range(n) for i in range(j) if q[i] == q[j] or abs(q[i] - q[j]) == j - i}


@pytest.mark.parametrize(
    ("moves", "encoding"),
    [(Moves.SWAP, "permutation"), (Moves.REASSIGN, "rows"), (Moves.STEP, "rows")],
)
def test_one_of_every_attacking_pair_is_listed(moves, encoding):
    board = Space(Queens(15), encoding).random_board(np.random.default_rng(1))
    stream, suspects = stream_of(np.random.default_rng(2)), Suspects.none(15)
    suspect_attacked(board, suspects)
    assert listed(suspects) == attacked(board)
    for _ in range(300):
        i, j = propose(moves, board, stream)
        apply(moves, board, i, j)
        suspect_moved(moves, board, i, j, suspects)
        if count_guards(board):
            assert draw_attacked(board, suspects, stream) in attacked(board)
        assert all(listed(suspects) & set(pair) for pair in pairs(board))
        assert suspects.listed.sum() == suspects.size[0]


def test_partners_are_found_on_lines_of_two():
    n = 9
    board = Space(Queens(n), "rows").random_board(np.random.default_rng(3))
    stream, partners = stream_of(np.random.default_rng(4)), Partners.none(n)
    note_partners(board, partners)
    for _ in range(300):
        column, row = below(stream, n), below(stream, n)
        note_partner(partners, column, board.queens[column])
        lift(board, column)
        put(board, column, row)
        note_partner(partners, column, row)
        found, truth = Suspects.none(n), Suspects.none(n)
        suspect_partners(board, column, partners, found)
        if attackers(board, column) > 0:
            suspect_attacked_by(board, column, truth)
        assert listed(found) <= listed(truth)
        assert bool(listed(found)) == bool(listed(truth))
        met = {line for pair in pairs(board) if column in pair for line in pair} - {column}
        assert listed(truth) - {column} == met
        if column not in listed(found):  # then it stands on no line of three
            assert listed(found) == met


@pytest.mark.parametrize("moves", list(Moves))
def test_moves_of_one_queen_are_legal(moves):
    board = Space(Queens(5), "permutation" if moves == Moves.SWAP else "rows").random_board(
        np.random.default_rng(1)
    )
    stream, seen = stream_of(np.random.default_rng(2)), set()
    for _ in range(200):
        i, j = propose_for(moves, board, 2, stream)
        assert i == 2
        seen.add(int(j))
    row = int(board.queens[2])
    expected = {
        Moves.SWAP: set(range(5)) - {2},
        Moves.REASSIGN: set(range(5)) - {row},
        Moves.STEP: {row - 1, row + 1} & set(range(5)),
    }
    assert seen == expected[moves]
