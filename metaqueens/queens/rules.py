"""The rules of the board in canonical form, and their errors."""

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Literal

from pydantic import ValidationInfo

from metaqueens.problem.base import COUNTED, takes_no_account
from metaqueens.text.errors import UserError
from metaqueens.text.validation import wrong_argument
from metaqueens.text.words import many

if TYPE_CHECKING:
    from metaqueens.queens.problem import Queens

Direction = Literal["rising", "falling"]
Diagonal = tuple[int, Direction]
Square = tuple[int, int]
# Far more than any search or solver can process.
MOST_SQUARES = 1_000_000
MOST_REGIONS = 52

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def diagonals(lines: tuple[Diagonal, ...], info: ValidationInfo) -> tuple[Diagonal, ...]:
    """Sort excluded diagonals and remove repeats. On a torus d and d + n are the same."""
    n = info.data.get("n")
    if n is None:
        return lines
    for place, (diagonal, direction) in enumerate(lines):
        if not 0 <= diagonal <= 2 * n - 2:
            raise wrong_argument(
                place,
                f"there is no {direction} diagonal {diagonal} on {n} x {n} squares, but"
                f" 0 to {2 * n - 2}",
            )
    if info.data.get("torus"):
        lines = tuple((diagonal % n, direction) for diagonal, direction in lines)
    return tuple(sorted(set(lines)))


def squares(squares: tuple[Square, ...], info: ValidationInfo) -> tuple[Square, ...]:
    """Sort squares [row, column] and remove repeats."""
    n = info.data.get("n")
    if n is None:
        return squares
    if len(squares) > MOST_SQUARES:
        raise ValueError(f"at most {MOST_SQUARES:,} squares, got {len(squares):,}")
    for place, (row, column) in enumerate(squares):
        if not (0 <= row < n and 0 <= column < n):
            raise wrong_argument(
                place,
                f"[{row}, {column}] is not on a board of {n} rows and columns, which are"
                f" 0 to {n - 1}",
            )
    return tuple(sorted(set(squares)))


def regions(lines: tuple[str, ...] | None, info: ValidationInfo) -> tuple[str, ...] | None:
    """Return n lines of n letters, with A for the first region, B for the next, and so on.

    A region may be in several pieces.
    """
    n = info.data.get("n")
    if lines is None or n is None:
        return lines
    if n > MOST_REGIONS:
        raise ValueError(f"regions have letters, so there are at most {MOST_REGIONS}, not {n}")
    if len(lines) != n:
        raise ValueError(f"expected {n} lines of {n} letters, got {len(lines)} lines")
    for place, line in enumerate(lines):
        if len(line) != n:
            raise wrong_argument(place, f"expected {n} letters, got {len(line)}: {line!r:.60}")
    letters = list(dict.fromkeys("".join(lines)))
    if len(letters) != n:
        raise ValueError(
            f"expected {n} regions, one for each queen, got {len(letters)}:"
            f" {', '.join(letters[:10])}{', ...' if len(letters) > 10 else ''}"
        )
    names = dict(zip(letters, LETTERS, strict=False))
    return tuple("".join(names[letter] for letter in line) for line in lines)


def require_possible(problem: "Queens") -> "Queens":
    """Return a problem. Raises ``ValueError`` if placed queens break a rule."""
    if problem.regions is not None and (problem.torus or problem.excluded):
        raise ValueError("regions: diagonals do not count beside them, excluded or on a torus")
    if problem.placed and problem.n - len(problem.placed) == 1:
        raise ValueError(f"placed: {problem.n - 1} queens leave one queen, and no choice for it")
    excluded = set(problem.excluded)
    blocked = set(problem.blocked)
    for place, (row, column) in enumerate(problem.placed):
        at = f"placed[{place}]: the queen on [{row}, {column}]"
        if (row, column) in blocked:
            raise ValueError(f"{at} stands on a blocked square")
        for line in _lines(problem, row, column):
            if line in excluded:
                raise ValueError(f"{at} stands on the excluded {line[1]} diagonal {line[0]}")
        for other in problem.placed[:place]:
            if broken := find_broken_rule(problem, (row, column), other):
                raise ValueError(f"{at} and the one on {[*other]} {broken}")
    return problem


def find_broken_rule(problem: "Queens", square: Square, second: Square) -> str | None:
    """Return in words the rule that two queens break together, or None."""
    height, width = abs(square[0] - second[0]), abs(square[1] - second[1])
    if height == 0 or width == 0:
        return "share a row" if height == 0 else "share a column"
    if problem.regions is not None:
        if problem.regions[square[0]][square[1]] == problem.regions[second[0]][second[1]]:
            return "share a region"
        if height == width == 1:
            return "touch"
    elif set(_lines(problem, *square)) & set(_lines(problem, *second)):
        return "share a diagonal"
    return None


def _lines(problem: "Queens", row: int, column: int) -> list[Diagonal]:
    """Return the two diagonals through a square."""
    n = problem.n
    rising, falling = row - column + n - 1, row + column
    if problem.torus:
        rising, falling = rising % n, falling % n
    return [(rising, "rising"), (falling, "falling")]


def describe_rules(problem: "Queens") -> list[str]:
    """Describe each rule that is set in a few words."""
    words = {
        "excluded": f"{many(len(problem.excluded), 'diagonal')} excluded",
        "blocked": f"{many(len(problem.blocked), 'square')} blocked",
        "placed": f"{many(len(problem.placed), 'queen')} placed",
    }
    return [words.get(rule, rule) for rule in problem.rules]


def family_words(problem: "Queens") -> list[str]:
    """Describe the rules by the values that all boards of a family share.

    If squares are blocked down to a number of free ones in each row and column, the count depends
    on the order of the draws, and this number takes its place.
    """
    free, counted = _least_free(problem), f"{many(len(problem.blocked), 'square')} blocked"
    shared = f"at least {free} free squares a row and column"
    return [shared if free and word == counted else word for word in describe_rules(problem)]


def _least_free(problem: "Queens") -> int:
    """Return the free squares of each row and column, or 0 if more squares could be blocked."""
    if not problem.blocked:
        return 0
    in_row, in_column = (Counter(places) for places in zip(*problem.blocked, strict=True))
    highest = max(*in_row.values(), *in_column.values())
    full_rows, full_columns = (
        {place for place, count in counts.items() if count == highest}
        for counts in (in_row, in_column)
    )
    others = sum(
        row not in full_rows and column not in full_columns for row, column in problem.blocked
    )
    open_squares = (problem.n - len(full_rows)) * (problem.n - len(full_columns)) - others
    return 0 if open_squares else problem.n - highest


def reason_against(problem: "Queens", known: Collection[str]) -> str | None:
    """Return the reason against a method that knows only ``known`` rules, or None."""
    unknown = [rule for rule in problem.rules if rule not in known]
    return f"it {takes_no_account(unknown)}" if unknown else None


def require_known(problem: "Queens", who: str, known: Collection[str] = COUNTED) -> None:
    """Raise ``UserError`` if a problem has a rule that is not ``known`` to ``who``."""
    if reason := reason_against(problem, known):
        raise UserError(f"{who}: {reason}")
