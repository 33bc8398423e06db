import numpy as np
import pytest

from metaqueens.exact import symmetry

from . import oracle


@pytest.mark.parametrize("n", range(1, 8))
def test_images_and_canonical_form_are_those_of_the_matrix(n, rng):
    for _ in range(50):
        queens = rng.permutation(n)
        images = sorted(map(list, symmetry.images(queens).tolist()))
        assert images == sorted(oracle.images(queens))
        assert symmetry.images(queens)[0].tolist() == queens.tolist()
        assert symmetry.canonical(queens).tolist() == oracle.canonical(queens)
        assert symmetry.orbit_size(queens) == len({tuple(image) for image in images})
        assert symmetry.is_canonical(queens) == (queens.tolist() == oracle.canonical(queens))


def test_every_image_has_the_same_canonical_form(rng):
    for _ in range(100):
        queens = rng.permutation(9)
        forms = {tuple(symmetry.canonical(image)) for image in symmetry.images(queens)}
        assert len(forms) == 1


@pytest.mark.parametrize("n", range(1, 9))
def test_fundamental_solutions_are_one_of_each_orbit(n):
    boards = list(map(np.array, oracle.solutions(n)))
    chosen = list(symmetry.fundamental(boards))
    assert len(chosen) == oracle.FUNDAMENTAL[n]
    assert sum(map(symmetry.orbit_size, chosen)) == oracle.SOLUTIONS[n]


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
