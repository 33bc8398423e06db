"""Extremal optimisation: the law of ranks, boards with rules."""

from collections import Counter

import numpy as np

from metaqueens import Queens, Space
from metaqueens.algorithms.extremal_optimisation import Ranks, _draw_queen
from metaqueens.core.board import attackers
from metaqueens.core.random import stream_of


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
