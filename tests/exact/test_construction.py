import pytest

from metaqueens import Queens
from metaqueens.queens.check import recount
from metaqueens.queens.construction import construct
from metaqueens.text.errors import UserError


@pytest.mark.parametrize("remainder", range(12))
def test_every_size_of_a_remainder_is_solved(remainder):
    for n in range(12 * (remainder < 4 and remainder != 1) + remainder, 600, 12):
        assert recount(Queens(n), construct(n)) == 0, n


@pytest.mark.parametrize(
    ("n", "rows"),
    [
        (8, [2, 4, 6, 8, 3, 1, 7, 5]),
        (14, [2, 4, 6, 8, 10, 12, 14, 3, 1, 7, 9, 11, 13, 5]),
        (15, [4, 6, 8, 10, 12, 14, 2, 5, 7, 9, 11, 13, 15, 1, 3]),
        (20, [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 3, 1, 7, 5, 11, 9, 15, 13, 19, 17]),
    ],
)
def test_boards_by_the_book(n, rows):
    assert (construct(n) + 1).tolist() == rows


def test_a_million_queens():
    assert recount(Queens(1_000_000), construct(1_000_000)) == 0


EVERY_SIZE = "expected 1 to 2,147,483,647 queens"


@pytest.mark.parametrize(
    ("n", "why"),
    [
        (2, "no solution exists for 2 queens.*every other square"),
        (3, "no solution exists for 3 queens.*only two squares free"),
        (0, EVERY_SIZE),
        (-4, EVERY_SIZE),
        (2**31, EVERY_SIZE),
    ],
)
def test_sizes_without_a_solution_are_explained(n, why):
    with pytest.raises(UserError, match=why):
        construct(n)
