from collections import Counter
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from scipy.stats import chisquare

from metaqueens import Queens
from metaqueens.core.choices import Encoding, Moves
from metaqueens.core.state import compute_cost
from metaqueens.problem.space import MOST_VARIABLES, Space, TooLarge, randomise
from metaqueens.queens.kernels.plain import empty_board


def test_fitness_is_one_minus_guards_by_max_guards():
    problem = Queens(8)
    assert problem.max_guards == 28
    assert (problem.fitness(0), problem.fitness(7), problem.fitness(28)) == (1.0, 0.75, 0.0)
    assert Queens(1).fitness(0) == 1.0


def mean_of_rows(n):
    return (n - 1) / 2 + (n - 1) * (2 * n - 1) / (3 * n)


@pytest.mark.parametrize(
    ("encoding", "n", "mean"),
    [("permutation", 8, 5.0), ("permutation", 64, 127 / 3),
     ("rows", 8, mean_of_rows(8)), ("rows", 64, mean_of_rows(64))],
)  # fmt: skip
def test_guards_of_random_boards_average_to_theory(encoding, n, mean, rng):
    guards = [compute_cost(Space(Queens(n), encoding).random_state(rng)) for _ in range(3000)]
    assert abs(np.mean(guards) - mean) < 5 * np.std(guards) / 3000**0.5


@pytest.mark.parametrize(("encoding", "boards"), [("permutation", 6), ("rows", 27)])
def test_random_boards_are_even_over_their_encoding(encoding, boards, rng):
    draws = (Space(Queens(3), encoding).random_state(rng) for _ in range(500 * boards))
    counts = Counter(tuple(board.values.tolist()) for board in draws)
    assert len(counts) == boards
    assert all(abs(seen - 500) < 115 for seen in counts.values())


@pytest.mark.parametrize("n", [4, 5])
def test_boards_that_a_kernel_draws_one_after_the_other_are_independent(n, stream):
    """Pairs of consecutive permutations: chi-squared of all (n!)^2, ten of each expected."""
    board, kinds = empty_board(n), factorial(n)
    shares = n ** np.arange(n)
    drawn = np.empty(10 * kinds**2 + 1, np.int64)
    for k in range(drawn.size):
        randomise(Encoding.PERMUTATION.value, board, stream)
        drawn[k] = board.values @ shares
    found, numbers = np.unique(drawn, return_inverse=True)
    assert found.size == kinds
    pairs = np.bincount(numbers[:-1] * kinds + numbers[1:], minlength=kinds**2)
    assert chisquare(pairs).pvalue > 0.001
    assert chisquare(np.bincount(numbers)).pvalue > 0.001


def test_each_encoding_has_its_moves():
    assert Space(Queens(8), "permutation").moves() is Moves.SWAP
    assert Space(Queens(8), "rows").moves() is Moves.REASSIGN
    assert Space(Queens(8), "rows").moves("step") is Moves.STEP
    assert Space(Queens(8), "rows").moves("swap") is Moves.SWAP
    with pytest.raises(ValueError, match="'step' would leave the permutation encoding"):
        Space(Queens(8), "permutation").moves("step")


def test_a_board_too_large_for_its_numbers_is_refused(monkeypatch):
    import psutil

    plenty = psutil.virtual_memory()._replace(available=10**15)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: plenty)
    with pytest.raises(TooLarge, match="values are 32-bit numbers: at most 2,147,483,647 queens"):
        Space(Queens(MOST_VARIABLES + 1), "permutation").require_memory()


@pytest.mark.parametrize("torus", [False, True])
def test_a_problem_is_said_to_have_no_solution_if_and_only_if_it_has_none(torus):
    for n in range(1, 8):
        problem = Queens(n, torus=torus)
        boards = (np.array(board) for board in permutations(range(n)))
        assert bool(problem.explain_no_solution()) != any(map(problem.is_solution, boards)), n
