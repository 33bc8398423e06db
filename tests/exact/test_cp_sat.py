import numpy as np
import pytest

from metaqueens.exact import cp_sat
from metaqueens.exact.check import recount


@pytest.mark.parametrize("n", range(1, 13))
def test_a_solution_exists_but_for_two_and_three_queens(n):
    assert cp_sat.solution_exists(n) == (n not in (2, 3))


def test_it_confirms_solutions_and_nothing_else(rng):
    solution = np.array([1, 3, 0, 2])
    assert cp_sat.confirms(solution)
    for _ in range(50):
        queens = rng.integers(6, size=6)
        assert cp_sat.confirms(queens) == (recount(queens) == 0)
