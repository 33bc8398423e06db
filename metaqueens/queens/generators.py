"""Random rules of the board, as in the literature; in configs ``{use: random}``.

.. [1] Gent, Jefferson & Nightingale (2017). Complexity of n-queens completion. JAIR 59: 815-848.
"""

from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np
from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from metaqueens.queens.rules import LETTERS, Diagonal, Square
from metaqueens.text.errors import UserError

CLOSED = ConfigDict(extra="forbid")
# Yields the solutions of a puzzle of regions.
Answers = Callable[[tuple[str, ...]], Iterator[np.ndarray]]
# The row of each column in a solution that a rule must not exclude, or None.
Rows = np.ndarray | None
# The minimum number of free squares in each row and column beside excluded diagonals [1]_.
FREE_SQUARES = 4
# The maximum number of attempts of a draw.
TRIES = 1000
# The maximum number of squares of a puzzle whose region is changed.
CHANGES = 400


def draw_diagonals(
    n: int, count: int, rng: np.random.Generator, solution: Rows = None
) -> list[Diagonal]:
    """Return the first ``count`` of all 2(2n - 1) diagonals in random order [1]_.

    A diagonal is skipped if a row or a column would have fewer than four free squares, or if it
    holds a queen of the ``solution``. Raises ``UserError`` if there are not enough.
    """
    free = np.ones((n, n), np.bool_)
    rows, columns = np.indices((n, n))
    found: list[Diagonal] = []
    for line in rng.permutation(2 * (2 * n - 1)):
        if len(found) == count:
            break
        diagonal = int(line) % (2 * n - 1)
        rising = line < 2 * n - 1
        on_it = (rows - columns + n - 1 if rising else rows + columns) == diagonal
        if solution is not None and on_it[solution, np.arange(n)].any():
            continue
        left = free & ~on_it
        if min(left.sum(axis=0).min(), left.sum(axis=1).min()) >= FREE_SQUARES:
            free = left
            found.append((diagonal, "rising" if rising else "falling"))
    if len(found) < count:
        raise UserError(
            f"excluded: {count} diagonals were asked for; at n = {n}, {len(found)} can be excluded"
            f" before a row or a column keeps fewer than {FREE_SQUARES} free squares"
        )
    return found


def draw_placed_queens(n: int, count: int, rng: np.random.Generator) -> list[Square]:
    """Draw ``count`` queens that do not attack each other, each from the squares still free.

    Raises ``UserError`` if no attempt places them all.
    """
    largest = 0
    for _ in range(TRIES):
        free = np.ones((n, n), np.bool_)
        rows, columns = np.indices((n, n))
        placed: list[Square] = []
        while len(placed) < count and free.any():
            row, column = (int(one) for one in rng.choice(np.argwhere(free)))
            placed.append((row, column))
            free &= (rows != row) & (columns != column)
            free &= (rows - columns != row - column) & (rows + columns != row + column)
        if len(placed) == count:
            return sorted(placed)
        largest = max(largest, len(placed))
    raise UserError(
        f"placed: {count} queens were asked for; in {TRIES:,} draws on {n} x {n} squares at most"
        f" {largest} could be placed"
    )


def draw_blocked_squares(
    n: int, count: int | None, keep: int, rng: np.random.Generator, solution: Rows = None
) -> list[Square]:
    """Draw ``count`` squares and leave at least ``keep`` free in each row and column.

    If ``count`` is None, it draws as many as possible. Those of the ``solution`` are never drawn.
    Raises ``UserError`` if there are not enough.
    """
    in_row, in_column = np.full(n, n), np.full(n, n)
    blocked: list[Square] = []
    for square in rng.permutation(n * n):
        if len(blocked) == count:
            break
        row, column = divmod(int(square), n)
        if solution is not None and solution[column] == row:
            continue
        if in_row[row] > keep and in_column[column] > keep:
            in_row[row] -= 1
            in_column[column] -= 1
            blocked.append((row, column))
    if count is not None and len(blocked) < count:
        raise UserError(
            f"blocked: {count} squares were asked for; on {n} x {n} squares {len(blocked)} could be"
            f" blocked with {keep} left free in each row and column"
        )
    return sorted(blocked)


def draw_region_puzzle(n: int, rng: np.random.Generator, answers: Answers) -> tuple[str, ...]:
    """Draw n regions, as n lines of n letters, with exactly one solution.

    Regions grow around a random solution. While there is another one, one of its squares moves to a
    neighbouring region. ``answers`` yields the solutions of a puzzle. Raises ``UserError`` if no
    puzzle is found.
    """
    for _ in range(TRIES):
        queens = _draw_untouching(n, rng)
        regions = _grow_regions(queens, rng)
        for _ in range(CHANGES):
            puzzle = _letters(regions)
            other = next((found for found in answers(puzzle) if (found != queens).any()), None)
            if other is None:
                return puzzle
            if not _give_away_square(regions, queens, other, rng):
                break
    raise UserError(f"regions: no puzzle of {n} regions with one answer was found")


def plant_regions(n: int, rng: np.random.Generator) -> tuple[tuple[str, ...], np.ndarray]:
    """Return n regions, as n lines of n letters, and one of their solutions."""
    queens = _draw_untouching(n, rng)
    return _letters(_grow_regions(queens, rng)), queens


def _draw_untouching(n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw a permutation in which neighbours differ by two or more."""
    for _ in range(TRIES * n):
        queens = rng.permutation(n)
        if n == 1 or np.abs(np.diff(queens)).min() > 1:
            return queens
    raise UserError(f"regions: {n} queens always touch each other")


def _grow_regions(queens: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Assign every square to the region of a queen, (n, n) by row and column."""
    n = queens.size
    regions = np.full((n, n), -1)
    regions[queens, np.arange(n)] = np.arange(n)
    border = [(int(row), column) for column, row in enumerate(queens)]
    while border:
        at = int(rng.integers(len(border)))
        row, column = border[at]
        open_squares = [one for one in _list_neighbours(n, row, column) if regions[one] < 0]
        if not open_squares:
            border[at] = border[-1]
            border.pop()
            continue
        square = open_squares[int(rng.integers(len(open_squares)))]
        regions[square] = regions[row, column]
        border.append(square)
    return regions


def _give_away_square(
    regions: np.ndarray, queens: np.ndarray, other: np.ndarray, rng: np.random.Generator
) -> bool:
    """Move a square of the ``other`` solution to a neighbouring region, if possible.

    The region that loses the square must remain connected.
    """
    from scipy.ndimage import label

    n = queens.size
    for column in rng.permutation(np.flatnonzero(queens != other)):
        square = (int(other[column]), int(column))
        region = regions[square]
        beside = [regions[one] for one in _list_neighbours(n, *square) if regions[one] != region]
        left = regions == region
        left[square] = False
        if beside and label(left)[1] == 1:
            regions[square] = beside[int(rng.integers(len(beside)))]
            return True
    return False


def _list_neighbours(n: int, row: int, column: int) -> list[Square]:
    """Return the squares that share a side with a square."""
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [(a, b) for a, b in near if 0 <= a < n and 0 <= b < n]


def _letters(regions: np.ndarray) -> tuple[str, ...]:
    return tuple("".join(LETTERS[region] for region in line) for line in regions.tolist())


@dataclass(frozen=True, config=CLOSED)
class Random:
    """A random rule: regions that grow around a solution until it is the only one.

    Parameters
    ----------
    use
        ``random``.
    """

    use: Literal["random"]


@dataclass(frozen=True, config=CLOSED)
class RandomCount(Random):
    """Random diagonals that leave each row and column at least 4 squares, or random queens.

    The queens do not attack each other; each is on a random square of those left.

    Parameters
    ----------
    count
        Their number; fewer diagonals are the first ones of more.
    """

    count: int = Field(ge=1, strict=True)


@dataclass(frozen=True, config=CLOSED)
class RandomSquares(Random):
    """Random squares that leave each row and column enough free ones.

    Parameters
    ----------
    free
        Minimum number of free squares in each row and column.
    count
        Their number; null for as many as ``free`` allows.
    """

    free: int = Field(default=1, ge=1, strict=True)
    count: int | None = Field(default=None, ge=1, strict=True)
