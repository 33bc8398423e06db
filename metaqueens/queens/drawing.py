"""A board as SVG: attacked queens are red, ringed, and joined to those that attack them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from metaqueens.queens.check import faulty, pairs_of
from metaqueens.queens.conflicts import find_allowed_squares
from metaqueens.queens.problem import Queens

LIGHT, DARK, QUEEN, ATTACKED = "#f5f1e8", "#dcd3c1", "#22262b", "#b3001b"
# Placed queens, and squares on which no queen may stand.
FORCED, STRUCK = "#0b57a4", "#6d6554"
# A crown in the unit square, by steps from its corner.
CROWN = "m.2.84h.6l.1-.48-.19.16-.03-.33-.11.27-.07-.34-.07.34-.11-.27-.03.33-.19-.16z"
# A bar below a crown, from its last point.
BELOW = "m0 .06h.6v.08h-.6z"
# The cross on a square on which no queen may stand; a large one if there is a queen on it.
BARRED, UNDER = "m.2.2l.6.6m-.6 0l.6-.6", "m0 0l1 1m-1 0l1-1"
RING = "m.03.5a.47.47 0 1 0 .94 0a.47.47 0 1 0-.94 0"


def image(queens: Sequence[int], column: int, other: int, torus: bool) -> tuple[int, int]:
    """Return the shift, in boards across and down, to the copy of ``other`` that a queen attacks.

    On a torus it is the nearest copy; (0, 0) is the queen itself.
    """
    if not torus:
        return 0, 0
    n = len(queens)

    def distance(shift: tuple[int, int]) -> tuple[bool, int]:
        across = abs(other + shift[0] * n - column)
        down = abs(queens[other] + shift[1] * n - queens[column])
        is_on_line = across == down or not across * down
        return not is_on_line, max(across, down)

    return min(((x, y) for x in (0, -1, 1) for y in (0, -1, 1)), key=distance)


def segments(
    queens: Sequence[int], column: int, other: int, shift: tuple[int, int]
) -> list[tuple[int, int, int, int]]:
    """Return the lines to draw between two queens: from each to the other, or to its ``image``."""
    across, down = (k * len(queens) for k in shift)
    first = column, queens[column], other + across, queens[other] + down
    if shift == (0, 0):
        return [first]
    return [first, (other, queens[other], column - across, queens[column] - down)]


class Marks(NamedTuple):
    """Marks of the rules of a problem on a board.

    pairs : the columns of each two queens that break a rule together
    alone : the columns of queens that break a rule alone
    barred : squares (row, column) that no queen may stand on
    fixed : the columns of queens that do not move
    borders : an SVG path along the borders of regions
    torus : whether lines go on at the opposite side
    """

    pairs: Sequence[tuple[int, int]]
    alone: Sequence[int] = ()
    barred: Sequence[tuple[int, int]] = ()
    fixed: Sequence[int] = ()
    borders: str = ""
    torus: bool = False


def marks_of(problem: Queens, queens: np.ndarray) -> Marks:
    """Return the marks for a drawing of ``queens``, shape (n,)."""
    _, marks = empty_board(problem)
    return marks._replace(pairs=pairs_of(problem, queens), alone=faulty(problem, queens))


def empty_board(problem: Queens) -> tuple[list[int], Marks]:
    """Return the board with only its placed queens, -1 in the other columns, and its marks."""
    placed = {column: row for row, column in problem.placed}
    queens = [placed.get(column, -1) for column in range(problem.n)]
    allowed = find_allowed_squares(replace(problem, placed=()))
    barred = [(int(row), int(column)) for row, column in np.argwhere(~allowed)]
    return queens, Marks((), (), barred, list(placed), _borders(problem), problem.torus)


def svg(queens: Sequence[int], marks: Marks) -> str:
    """Draw ``queens``, the row of the queen in each column, or -1.

    Barred squares are crossed out, from corner to corner under a queen; queens that do not move are
    blue and on a bar, regions have thick borders.
    """
    n, pairs = len(queens), marks.pairs
    attacked = {column for pair in pairs for column in pair} | set(marks.alone)
    side = min(max(24 * n, 120), 480)
    safe = [column for column in range(n) if column not in attacked and queens[column] >= 0]
    fixed = [column for column in safe if column in marks.fixed]
    free = [column for column in safe if column not in marks.fixed]
    barred = "".join(f"M{column} {row}{BARRED}" for row, column in marks.barred)
    crossed = {*marks.barred}
    under = [column for column in range(n) if (queens[column], column) in crossed]
    placed = sum(row >= 0 for row in queens)
    what = f"{placed} queens, {len(attacked) or 'none'} of them attacked"
    if placed:
        what += f"; rows by column: {', '.join('none' if row < 0 else str(row) for row in queens)}"
    # Dashed lines: every second square of each row.
    dark = "".join(f"M{1 - row % 2} {row + 0.5}H{n}" for row in range(n))
    lines = "".join(
        f"M{x + 0.5:g} {y + 0.5:g}L{to_x + 0.5:g} {to_y + 0.5:g}"
        for one, other in pairs
        for x, y, to_x, to_y in segments(queens, one, other, image(queens, one, other, marks.torus))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}"'
        f' viewBox="0 0 {n} {n}" role="img" aria-label="{what}">'
        f'<path fill="{LIGHT}" d="M0 0h{n}v{n}H0z"/>'
        f'<path stroke="{DARK}" stroke-dasharray="1" d="{dark}"/>'
        f"{_path(STRUCK, 0.1, barred)}{_path(STRUCK, 0.12, _each(UNDER, under, queens))}"
        f"{_path(QUEEN, 0.09, marks.borders)}"
        f'<path stroke="{ATTACKED}" stroke-width=".07" stroke-dasharray=".18 .12" d="{lines}"/>'
        f'<path fill="{LIGHT}" stroke="{ATTACKED}" stroke-width=".08"'
        f' d="{_each(RING, sorted(attacked), queens)}"/>'
        f'<path fill="{ATTACKED}" d="{_each(CROWN, sorted(attacked), queens)}"/>'
        f'<path fill="{QUEEN}" d="{_each(CROWN, free, queens)}"/>'
        + (f'<path fill="{FORCED}" d="{_each(CROWN + BELOW, fixed, queens)}"/>' if fixed else "")
        + "</svg>"
    )


def _path(colour: str, width: float, d: str) -> str:
    return f'<path fill="none" stroke="{colour}" stroke-width="{width:g}" d="{d}"/>' if d else ""


def _each(shape: str, columns: Sequence[int], queens: Sequence[int]) -> str:
    return "".join(f"M{column} {queens[column]}{shape}" for column in columns)


def _borders(problem: Queens) -> str:
    """Lines between squares of different regions."""
    if problem.regions is None:
        return ""
    letters = np.array([list(line) for line in problem.regions])
    across = np.argwhere(letters[:-1] != letters[1:])
    down = np.argwhere(letters[:, :-1] != letters[:, 1:])
    below = (f"M{column} {row + 1}h1" for row, column in across)
    beside = (f"M{column + 1} {row}v1" for row, column in down)
    return "".join((*below, *beside))
