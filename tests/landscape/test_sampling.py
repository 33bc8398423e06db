"""Descents, walks, escapes and distances of single boards, against the slow twin."""

from contextlib import nullcontext

import pytest

from metaqueens.core.choices import Moves
from metaqueens.core.state import assign, compute_cost
from metaqueens.landscape import sampling
from metaqueens.problem.space import Space
from metaqueens.queens.problem import Queens
from tests.conftest import as_python

from .oracle import Landscape

NEIGHBOURHOODS = {"swap": "permutation", "reassign": "rows", "step": "rows"}
PROBLEMS = {
    "plain 5": Queens(5),
    "plain 4": Queens(4),
    # The rule alone, as the command's tests have it: with another it has machine code of its own.
    "placed": Queens(6, placed=[(1, 0), (5, 3)]),
    # As Python runs them: each rule has machine code of its own.
    "placed and blocked": Queens(5, placed=[(1, 0), (3, 3)], blocked=[(2, 2)]),
    "torus": Queens(4, torus=True),
    "excluded": Queens(4, excluded=[(2, "rising"), (5, "falling")]),
    "regions": Queens(4, regions=["AABB", "ACBB", "CCCB", "DDDD"]),
}
COMPILED = ("plain 5", "plain 4", "placed")

every_neighbourhood = pytest.mark.parametrize("name", NEIGHBOURHOODS)


@every_neighbourhood
@pytest.mark.parametrize("problem", PROBLEMS)
def test_all_moves_of_a_board_are_priced(name, problem, rng):
    space = Space(PROBLEMS[problem], NEIGHBOURHOODS[name])
    twin = Landscape(space.problem, space.encoding, name)
    with nullcontext() if problem in COMPILED else as_python():
        for _ in range(20):
            board = space.random_state(rng)
            queens = tuple(board.values.tolist())
            moves = sampling.around(board)
            count = sampling.evaluate_all(Moves[name.upper()], board, moves)
            expected = sorted(twin.cost[other] - twin.cost[queens] for other in twin.around[queens])
            assert sorted(moves.changes[:count].tolist()) == expected


@every_neighbourhood
def test_descents_end_as_often_at_solutions_as_all_boards_say(name, rng, stream):
    space, kind = Space(Queens(5), NEIGHBOURHOODS[name]), Moves[name.upper()]
    twin, tries = Landscape(space.problem, space.encoding, name), 4000
    ends = twin.ends()
    chance = sum(p for board, (p, _) in ends.items() if twin.cost[board] == 0) / len(twin.boards)
    solved = 0
    for _ in range(tries):
        board = space.random_state(rng)
        moves = sampling.around(board)
        cost, _ = sampling.descend[kind](board, int(compute_cost(board)), 0, moves, stream)
        assert tuple(board.values.tolist()) in ends
        assert cost == compute_cost(board)
        solved += cost == 0
    assert solved / tries == pytest.approx(float(chance), abs=0.03)


@every_neighbourhood
def test_sideways_moves_lead_out_of_open_plateaus(name, rng, stream):
    """With enough of them no descent ends where its plateau has an exit."""
    space, kind = Space(Queens(5), NEIGHBOURHOODS[name]), Moves[name.upper()]
    twin = Landscape(space.problem, space.encoding, name)
    closed = {board for plateau, is_open in twin.plateaus() if not is_open for board in plateau}
    for _ in range(100):
        board = space.random_state(rng)
        moves = sampling.around(board)
        cost, _ = sampling.descend[kind](board, int(compute_cost(board)), 2000, moves, stream)
        assert cost == compute_cost(board)
        assert tuple(board.values.tolist()) in closed


@every_neighbourhood
def test_a_walk_at_temperature_0_never_climbs(name, rng, stream):
    """From a board whose plateau is closed it finds nothing; a hot one does."""
    space, kind = Space(Queens(5), NEIGHBOURHOODS[name]), Moves[name.upper()]
    twin = Landscape(space.problem, space.encoding, name)
    traps = [
        board
        for plateau, is_open in twin.plateaus()
        if not is_open
        for board in plateau
        if twin.cost[board] > 0
    ]
    exits = [b for b in twin.boards if twin.kinds(b) == (True, False, True)]
    for queens, temperature, found in (
        *((one, 0.0, False) for one in traps[:3]),
        *((one, 2.0, True) for one in exits[:3]),
    ):
        board = space.random_state(rng)
        for column, row in enumerate(queens):
            assign(board, column, row)
        assert sampling.escapes[kind](board, temperature, 3000, stream) == found
        if not found:
            assert compute_cost(board) == twin.cost[queens]
