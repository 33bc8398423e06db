from collections import Counter

import numpy as np
import pytest

from metaqueens.core.choices import Moves
from metaqueens.core.moves import count_moves, next_move, propose
from metaqueens.core.state import apply, compute_cost, delta
from metaqueens.problem.space import MOVES, Space
from metaqueens.queens.problem import Queens
from tests import oracle
from tests.problem.boards import board_of

every_neighbourhood = pytest.mark.parametrize(
    ("encoding", "name"), [(encoding, name) for encoding, names in MOVES.items() for name in names]
)


def some_boards(encoding, n, rng, how_many=5):
    return [Space(Queens(n), encoding).random_state(rng) for _ in range(how_many)]


@every_neighbourhood
@pytest.mark.parametrize("n", [2, 3, 8, 31])
def test_delta_is_the_change_in_guards_and_apply_keeps_the_counts(encoding, name, n, rng, stream):
    space = Space(Queens(n), encoding)
    kind, board = space.moves(name), space.random_state(rng)
    for _ in range(100):
        before = board.values.tolist()
        i, j = propose(kind, board, stream)
        change = delta(kind, board, i, j)
        assert board.values.tolist() == before, "pricing a move must not make it"
        apply(kind, board, i, j)
        assert board.values.tolist() == oracle.moved(name, before, i, j)
        assert oracle.guards(board.values) == oracle.guards(before) + change == compute_cost(board)
        np.testing.assert_equal(board, board_of(board.values))


@every_neighbourhood
@pytest.mark.parametrize("n", [2, 3, 6])
def test_following_visits_every_move_once_and_comes_round(encoding, name, n, rng, stream):
    for board in some_boards(encoding, n, rng):
        kind, all_moves = Moves[name.upper()], oracle.neighbours(name, board.values.tolist())
        assert count_moves(kind, board) == len(all_moves)
        start = (0, 1) if name == "swap" else next(iter(all_moves))
        tour, move = [], start
        for _ in all_moves:
            tour.append(tuple(map(int, move)))
            move = next_move(kind, board, *move)
        assert set(tour) == set(all_moves)
        assert tuple(move) == start


@every_neighbourhood
def test_proposals_are_even(encoding, name, rng, stream):
    board = Space(Queens(4), encoding).random_state(rng)
    kind = Moves[name.upper()]
    moves = oracle.neighbours(name, board.values.tolist())
    draws = (propose(kind, board, stream) for _ in range(1000 * len(moves)))
    counts = Counter(tuple(sorted(move)) if name == "swap" else tuple(move) for move in draws)
    assert set(counts) == set(moves)
    assert all(abs(seen - 1000) < 160 for seen in counts.values())


def test_the_textbook_board_h17():
    # AIMA figure 4.3: guards 17, the best of 56 moves has 12, and there are eight of those.
    board = board_of([3, 2, 1, 4, 3, 2, 1, 2])
    assert compute_cost(board) == 17
    moves = oracle.neighbours("reassign", board.values.tolist())
    prices = [17 + delta(Moves.REASSIGN, board, i, j) for i, j in moves]
    assert (len(prices), min(prices), prices.count(12)) == (56, 12, 8)
