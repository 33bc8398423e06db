"""Backtracking in textbook forms, and brute force, in plain and readable Python.

Each function yields all solutions, as lists of the row of the queen in each column, and counts its
attempts in an ``Effort``, up to its limit. All forms of backtracking walk the same tree: 2057 nodes
for n = 8. As in textbooks the index of a rising diagonal is ``row - column``: a negative one counts
from the end of its list.
"""

from collections.abc import Iterator
from itertools import permutations

from metaqueens.exact.effort import Effort
from metaqueens.queens.problem import Queens


def matrix(problem: Queens, effort: Effort) -> Iterator[list[int]]:
    """Fill an n x n matrix of 0 and 1, a column at a time [1]_; attempts are squares tried.

    Attacks on a square are found in the matrix, along its row and both diagonals.

    .. [1] Wirth (1976). Algorithms + Data Structures = Programs, section 3.5.
    """
    n = problem.n
    squares = [[0] * n for _ in range(n)]
    effort.nodes = 1

    def fill(column: int) -> Iterator[list[int]]:
        if column == n:
            yield [[line[c] for line in squares].index(1) for c in range(n)]
            return
        for row in range(n):
            effort.attempts += 1
            if effort.attempts >= effort.check_at:
                effort.check()
            if _is_free(squares, row, column):
                effort.nodes += 1
                squares[row][column] = 1
                yield from fill(column + 1)
                squares[row][column] = 0

    yield from fill(0)


def _is_free(squares: list[list[int]], row: int, column: int) -> bool:
    """Return whether no queen to the left shares the row or a diagonal."""
    n = len(squares)
    for back in range(1, column + 1):
        for other in (row - back, row, row + back):
            if 0 <= other < n and squares[other][column - back]:
                return False
    return True


def permutation(problem: Queens, effort: Effort) -> Iterator[list[int]]:
    """Search the permutations recursively by swaps: no two queens share a row.

    Attempts are rows tried, only free ones.
    """
    n = problem.n
    queens = list(range(n))
    rising, falling = [False] * (2 * n), [False] * (2 * n)
    effort.nodes = 1

    def place(column: int) -> Iterator[list[int]]:
        if column == n:
            yield queens[:]
            return
        for other in range(column, n):
            effort.attempts += 1
            if effort.attempts >= effort.check_at:
                effort.check()
            row = queens[other]
            if rising[row - column] or falling[row + column]:
                continue
            effort.nodes += 1
            queens[column], queens[other] = queens[other], queens[column]
            rising[row - column] = falling[row + column] = True
            yield from place(column + 1)
            rising[row - column] = falling[row + column] = False
            queens[column], queens[other] = queens[other], queens[column]

    yield from place(0)


def cartesian(problem: Queens, effort: Effort) -> Iterator[list[int]]:
    """Search the product 0..n-1 x ... x 0..n-1 recursively; all n rows of a column are tried."""
    n = problem.n
    queens: list[int] = []
    effort.nodes = 1

    def place(column: int) -> Iterator[list[int]]:
        if column == n:
            yield queens[:]
            return
        for row in range(n):
            effort.attempts += 1
            if effort.attempts >= effort.check_at:
                effort.check()
            if all(
                row != other and abs(row - other) != column - before
                for before, other in enumerate(queens)
            ):
                effort.nodes += 1
                queens.append(row)
                yield from place(column + 1)
                queens.pop()

    yield from place(0)


def iterative(problem: Queens, effort: Effort) -> Iterator[list[int]]:
    """Search the same tree without recursion: the list of queens is the stack [1]_.

    .. [1] Dijkstra (1972). Notes on structured programming: the eight queens.
    """
    n = problem.n
    queens: list[int] = []
    rows, rising, falling = [False] * n, [False] * (2 * n), [False] * (2 * n)
    effort.nodes = 1
    row = 0
    while True:
        column = len(queens)
        if column == n:
            yield queens[:]
        if column < n and row < n:
            effort.attempts += 1
            if effort.attempts >= effort.check_at:
                effort.check()
            if rows[row] or rising[row - column] or falling[row + column]:
                row += 1
                continue
            effort.nodes += 1
            rows[row] = rising[row - column] = falling[row + column] = True
            queens.append(row)
            row = 0
        elif queens:
            column, row = column - 1, queens.pop()
            rows[row] = rising[row - column] = falling[row + column] = False
            row += 1
        else:
            return


def generate_and_test(problem: Queens, effort: Effort) -> Iterator[list[int]]:
    """Generate all n! permutations and test each; attempts are boards generated."""
    n = problem.n
    for queens in permutations(range(n)):
        effort.attempts += 1
        if effort.attempts >= effort.check_at:
            effort.check()
        if (
            len({row + column for column, row in enumerate(queens)}) == n
            and len({row - column for column, row in enumerate(queens)}) == n
        ):
            yield list(queens)
