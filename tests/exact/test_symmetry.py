import pytest

from metaqueens.exact import symmetry
from metaqueens.exact.subtrees import COUNTS_UP_TO

from . import oracle
from .symmetric import symmetric


@pytest.mark.parametrize("n", range(1, 8))
def test_a_board_is_canonical_where_no_image_of_its_matrix_comes_before_it(n, rng):
    for _ in range(50):
        queens = rng.permutation(n)
        assert symmetry.is_canonical(queens) == (queens.tolist() == oracle.canonical(queens))


LARGE = [pytest.param(n, marks=pytest.mark.compiled("a large tree")) for n in (14, 15, 16)]


@pytest.mark.parametrize("n", [*range(1, 14), *LARGE])
def test_symmetric_solutions_by_the_book(n):
    table = symmetry.HALF_TURN[n - 1], symmetry.QUARTER_TURN[n - 1]
    assert table == symmetric(n) == (oracle.HALF_TURN[n], oracle.QUARTER_TURN[n])
    assert symmetry.orbits(n, oracle.SOLUTIONS[n]) == oracle.FUNDAMENTAL[n]


def test_the_table_goes_as_far_as_solutions_are_counted():
    assert len(symmetry.HALF_TURN) == len(symmetry.QUARTER_TURN) == COUNTS_UP_TO
