"""Ant colony: limits, and boards with rules."""

import numpy as np
import pytest

from metaqueens import (
    AntColony,
    Budget,
    Queens,
    Space,
    solve,
)
from metaqueens.algorithms.ant_colony import _lift_all
from metaqueens.core.state import value_cost
from metaqueens.films.recording import record
from metaqueens.queens.check import recount
from tests.problem.boards import drawn

SETS = [
    (("torus", "excluded", "blocked"), "permutation"),
    (("blocked", "regions"), "rows"),
    (("blocked", "regions"), "permutation"),
]


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("rules", "encoding"), SETS)
def test_ants_see_the_attacks_of_queens_that_stand_and_of_no_other(rules, encoding, rng):
    problem = drawn(8, rules, rng)
    board = Space(problem, encoding).random_state(rng)
    queens = board.values.copy()
    for column in range(1, 8):
        board.values[:] = queens
        _lift_all(board, np.arange(column, 8, dtype=np.int32))
        before = recount(problem, queens, column)
        for row in range(8):
            after = recount(problem, [*queens[:column], row, *queens[column + 1 :]], column + 1)
            assert value_cost(board, column, row) == after - before


def test_it_says_up_to_how_many_queens_it_goes():
    with pytest.raises(ValueError, match="at most 5,000 of each, not 5,001"):
        solve(Queens(5_001), AntColony(), Budget(10), 1)


def test_it_begins_afresh_if_nothing_gets_better():
    result = solve(Queens(3), AntColony(restart_after=4), Budget(3000), 1)
    assert result.counters["colony_restarts"] >= 3000 // (50 * 10)
    never = solve(Queens(3), AntColony(restart_after=10**6), Budget(3000), 1)
    assert never.counters == {"colony_restarts": 0}


def test_a_film_speaks_of_boards_not_of_moves():
    """Of three queens, which have no solution: boards far apart are no new starts."""
    said = record(Queens(3), AntColony(), 1, 60, 100).columns["said"]
    assert said[0].startswith("The first board: ")
    assert all(" evaluated, the last with " in one for one in said[1:])
    assert len(said) > 5


def test_the_lower_limit_of_the_pheromone_is_that_of_the_paper():
    """(1 - r) / ((rows - 1) r), r the tenth root of p_best; a permutation leaves half the rows."""
    root = 0.05**0.1
    for encoding, rows in (("permutation", 5), ("rows", 10)):
        least = AntColony(p_best=0.05).lower_limit(Space(Queens(10), encoding))
        assert least == pytest.approx((1 - root) / ((rows - 1) * root))
    assert AntColony(p_best=0.001).lower_limit(Space(Queens(2), "rows")) == 1
