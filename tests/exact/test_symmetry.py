import pytest

from metaqueens.exact import symmetry

from . import oracle


@pytest.mark.parametrize("n", range(1, 8))
def test_a_board_is_canonical_where_no_image_of_its_matrix_comes_before_it(n, rng):
    for _ in range(50):
        queens = rng.permutation(n)
        assert symmetry.is_canonical(queens) == (queens.tolist() == oracle.canonical(queens))


LARGE = [pytest.param(n, marks=pytest.mark.compiled("a large tree")) for n in (14, 15, 16)]


@pytest.mark.parametrize("n", [*range(1, 14), *LARGE])
def test_symmetric_solutions_by_the_book(n):
    assert symmetry.symmetric(n) == (oracle.HALF_TURN[n], oracle.QUARTER_TURN[n])
    assert symmetry.orbits(n, oracle.SOLUTIONS[n]) == oracle.FUNDAMENTAL[n]


@pytest.mark.parametrize("n", [0, 33])
def test_other_sizes_are_refused(n):
    with pytest.raises(ValueError, match=f"expected 1 to 32, got {n}"):
        symmetry.symmetric(n)
