"""Tabu search, adaptive search and breakout: what each promises, on boards with rules too."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from metaqueens import AdaptiveSearch, Breakout, Budget, Queens, Space, TabuSearch, solve
from metaqueens.core.random import start_stream
from metaqueens.queens.breakout import Weights, _best_move
from tests import oracle
from tests.problem.boards import drawn


def weighted(problem, queens, weights):
    """Each pair and each queen that breaks a rule, at the weight of its line or square."""
    n, torus = problem.n, problem.torus
    cost, squares = 0, list(enumerate(queens))
    for kind, lines in (("rising", weights.rising), ("falling", weights.falling)):
        at = [r - c + n - 1 if kind == "rising" else r + c for c, r in squares]
        same = [line % n if torus else line for line in at]
        cost += sum(lines[at[i]] for i, j in combinations(range(n), 2) if same[i] == same[j])
        barred = {"rising": [], "falling": []} | {
            kind: [line for line, direction in problem.excluded if direction == kind]
        }
        cost += sum(
            lines[at[c]]
            for c, r in squares
            if oracle.is_excluded(kind, c, r, n, torus, unshifted(barred, n))
        )
    cost += sum(weights.rows[a] for (_, a), (_, b) in combinations(squares, 2) if a == b)
    return cost + sum(weights.squares[c, r] for c, r in squares if (r, c) in problem.blocked)


def unshifted(barred, n):
    """The oracle counts rising diagonals from the main one."""
    return {"rising": [line - n + 1 for line in barred["rising"]], "falling": barred["falling"]}


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize(("encoding", "kind"), [("permutation", "swap"), ("rows", "reassign")])
def test_breakout_prices_by_weights_as_brute_force_does(encoding, kind, torus, rng):
    stream = start_stream(rng)
    for _ in range(40):
        drawn_rules = drawn(9, ("excluded", "blocked"), rng)
        problem = replace(drawn_rules, torus=torus)
        space = Space(problem, encoding)
        board = space.random_state(rng)
        weights = random_weights(board, problem, rng)
        queens, i = board.values.tolist(), int(rng.integers(9))
        before = weighted(problem, queens, weights)
        stays = i if kind == "swap" else queens[i]
        changes = {
            j: weighted(problem, oracle.moved(kind, queens, i, j), weights) - before
            for j in range(9)
            if j != stays
        }
        change, j, priced = _best_move(space.moves().value, board, weights, i, stream)
        assert (change, changes[j], priced) == (min(changes.values()), change, 8)
        assert board.values.tolist() == queens
        assert weighted(problem, queens, weights) == before


def random_weights(board, problem, rng):
    """Weights from 1 to 5; on a torus both parts of a diagonal weigh the same."""
    weights = Weights.even(board)
    n = problem.n
    for each in weights:
        each[...] = rng.integers(1, 6, each.shape)
    if problem.torus:
        for lines in (weights.rising, weights.falling):
            lines[n:] = lines[: n - 1]
    return weights


def test_adaptive_search_takes_about_the_swaps_of_its_authors_program():
    """Which takes 0.545 n, counting the queens on lines with a conflict; pairs need fewer."""
    swaps = [
        solve(Queens(500), AdaptiveSearch(), Budget(10**7), seed).steps / 500 for seed in range(10)
    ]
    assert 0.4 < np.mean(swaps) < 0.55


def test_breakout_counts_how_often_weights_grew():
    result = solve(Queens(6), Breakout(), Budget(10_000), 3)
    assert result.solved
    stuck = solve(Queens(3), Breakout(), Budget(1000), 1)
    assert stuck.counters["increases"] > 50


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"shortest": 5}, "longest must not be below shortest, got 4 below 5"),
        ({"shortest": -1}, "shortest: must be at least 0, got -1"),
    ],
)
def test_tenures_that_cannot_be(given, said):
    with pytest.raises(ValueError, match=said):
        TabuSearch(**given)


def test_tabu_search_says_up_to_how_many_queens_it_goes():
    with pytest.raises(ValueError, match="at most 10,000 queens, not 10,001"):
        solve(Queens(10_001), TabuSearch(), Budget(10), 1)
