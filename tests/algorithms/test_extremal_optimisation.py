"""Extremal optimisation: the law of ranks, boards with rules."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from metaqueens import Budget, ExtremalOptimisation, Queens, Space, load, solve
from metaqueens.algorithms.extremal_optimisation import Ranks, _draw_queen
from metaqueens.core.board import attackers
from metaqueens.core.random import stream_of
from metaqueens.problem.check import recount
from metaqueens.search import Every
from tests.conftest import as_python
from tests.problem.boards import alone_and_together, possible


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("encoding", ["permutation", "rows"])
@pytest.mark.parametrize("rules", alone_and_together(ExtremalOptimisation()), ids="+".join)
def test_under_rules_the_boards_are_what_is_claimed(rules, encoding, rng):
    for seed, problem in enumerate(islice(possible(8, rules, rng), 2)):
        space = Space(replace(problem, encoding=encoding), encoding)
        algorithm, least = ExtremalOptimisation(), problem.max_guards + 1
        looks = Every(1, Budget(300))
        for standing in algorithm.search(space, looks, np.random.default_rng(seed)):
            least = min(least, recount(problem, standing.current))
            assert recount(problem, standing.queens) == standing.guards == least
            assert all(standing.current[column] == row for row, column in problem.placed)
            if standing.guards == 0 or standing.evaluations >= 300:
                break


def test_ranks_are_drawn_by_the_power_law(rng):
    space, stream, draws = Space(Queens(6), "permutation"), stream_of(rng), 60_000
    board, ranks = space.random_board(rng), Ranks.of(space, 1.5)
    attacks = [int(attackers(board, column)) for column in range(6)]
    assert len(set(attacks)) > 1
    drawn_columns = Counter(_draw_queen(board, ranks, stream) for _ in range(draws))
    # Queens attacked equally often share the chances of the ranks that they hold together.
    law = np.arange(1, 7) ** -1.5 / np.sum(np.arange(1, 7) ** -1.5)
    held = sorted(attacks, reverse=True)
    for column, here in enumerate(attacks):
        mine = [chance for chance, level in zip(law, held, strict=True) if level == here]
        expected = draws * sum(mine) / len(mine)
        assert abs(drawn_columns[column] - expected) < 5 * expected**0.5


def test_it_solves_what_annealing_finds_hard():
    """Within ten times what the mean run takes."""
    problem = load("hard_excluded").cells[0].problem
    with as_python():
        for seed in range(3):
            assert solve(problem, ExtremalOptimisation(), Budget(40_000), seed).solved
