import numpy as np
import pytest

from metaqueens.exact import symmetry

from . import oracle


@pytest.mark.parametrize("n", range(1, 8))
def test_a_board_is_canonical_where_no_image_of_its_matrix_comes_before_it(n, rng):
    for _ in range(50):
        queens = rng.permutation(n)
        assert symmetry.is_canonical(queens) == (queens.tolist() == oracle.canonical(queens))


@pytest.mark.parametrize("n", range(1, 9))
def test_fundamental_solutions_are_one_of_each_orbit(n):
    boards = list(map(np.array, oracle.solutions(n)))
    chosen = [board.tolist() for board in symmetry.fundamental(boards)]
    assert len(chosen) == oracle.FUNDAMENTAL[n]
    assert sum(len({*map(tuple, oracle.images(one))}) for one in chosen) == oracle.SOLUTIONS[n]


@pytest.mark.parametrize("n", range(1, 9))
def test_symmetric_solutions_by_looking_at_all(n):
    half = quarter = 0
    for queens in oracle.solutions(n):
        images = oracle.images(queens)
        half += images[2] == list(queens)
        quarter += images[1] == list(queens)
    assert symmetry.symmetric(n) == (half, quarter)


LARGE = [pytest.param(n, marks=pytest.mark.compiled("a large tree")) for n in (14, 15, 16)]


@pytest.mark.parametrize("n", [*range(1, 14), *LARGE])
def test_symmetric_solutions_by_the_book(n):
    assert symmetry.symmetric(n) == (oracle.HALF_TURN[n], oracle.QUARTER_TURN[n])
    assert symmetry.orbits(n, oracle.SOLUTIONS[n]) == oracle.FUNDAMENTAL[n]


@pytest.mark.parametrize("n", [0, 33])
def test_other_sizes_are_refused(n):
    with pytest.raises(ValueError, match=f"expected 1 to 32, got {n}"):
        symmetry.symmetric(n)
