"""The slow and obvious truth that the exact side must agree with."""

from itertools import combinations, permutations

import numpy as np

from tests.oracle import guards

# OEIS A000170, A002562, A032522 and A033148: solutions, those that differ by more than a turn or a
# mirror, and those that a half turn and a quarter turn leave as they are.
SOLUTIONS = {
    1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200,
    13: 73712, 14: 365596, 15: 2279184, 16: 14772512,
}  # fmt: skip
FUNDAMENTAL = {
    1: 1, 2: 0, 3: 0, 4: 1, 5: 2, 6: 1, 7: 6, 8: 12, 9: 46, 10: 92, 11: 341, 12: 1787, 13: 9233,
    14: 45752, 15: 285053, 16: 1846955,
}  # fmt: skip
HALF_TURN = {
    1: 1, 2: 0, 3: 0, 4: 2, 5: 2, 6: 4, 7: 8, 8: 4, 9: 16, 10: 12, 11: 48, 12: 80, 13: 136,
    14: 420, 15: 1240, 16: 3000,
}  # fmt: skip
QUARTER_TURN = {
    1: 1, 2: 0, 3: 0, 4: 2, 5: 2, 6: 0, 7: 0, 8: 0, 9: 0, 10: 0, 11: 0, 12: 8, 13: 8, 14: 0,
    15: 0, 16: 64,
}  # fmt: skip
# The tree that places a queen a row on unattacked squares, the empty board included.
TREE = {4: 17, 5: 54, 6: 153, 7: 552, 8: 2057, 9: 8394, 10: 35539, 11: 166926, 12: 856189}
TREE_OF_EIGHT = [1, 8, 42, 140, 344, 568, 550, 312, 92]


def solutions(n):
    """Every permutation, looked at; in dictionary order."""
    return [queens for queens in permutations(range(n)) if guards(queens) == 0]


def squares(queens):
    """The board as an n x n matrix of 0 and 1."""
    n = len(queens)
    return np.array([[int(queens[column] == row) for column in range(n)] for row in range(n)])


def images(queens):
    """The eight images, by turning and mirroring the matrix."""
    board = squares(queens)
    turned = [np.rot90(board, k) for k in range(4)]
    return [one.argmax(axis=0).tolist() for one in (*turned, *(np.fliplr(one) for one in turned))]


def canonical(queens):
    return min(images(queens))


def levels(n):
    """How many boards without guards have 0, 1, ... n queens in the first columns."""
    boards, counts = [()], []
    for _ in range(n + 1):
        counts.append(len(boards))
        boards = [(*b, row) for b in boards for row in range(n) if guards((*b, row)) == 0]
    return counts


def border(queens):
    """Where the queens of the top and bottom row and of the first and last column stand."""
    return [queens.index(0), queens.index(len(queens) - 1), queens[0], queens[-1]]


def guards_between(n, sides):
    """Pairs that attack each other among the queens of a border."""
    top, bottom, left, right = sides
    queens = {(0, top), (n - 1, bottom), (left, 0), (right, n - 1)}
    return sum(
        a == c or b == d or abs(a - c) == abs(b - d) for (a, b), (c, d) in combinations(queens, 2)
    )
