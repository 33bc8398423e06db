"""Squares of a board as lines of signs, one for each square: ``x`` where no queen may stand."""

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationInfo

from metaqueens.text.validation import wrong_argument

BARRED, FREE = "xX#", "._"


def squares(given: Any, info: ValidationInfo) -> Any:
    """The squares [row, column] that n lines of n signs bar; anything else as it is."""
    if isinstance(given, str):
        raise ValueError(f"expected a list of squares, or of lines of {FREE[0]} and {BARRED[0]}")
    n = info.data.get("n")
    if n is None or not is_lines(given):
        return given
    require_square(given, n, "signs")
    found = []
    for row, line in enumerate(given):
        for column, sign in enumerate(line):
            if sign not in BARRED + FREE:
                raise wrong_argument(
                    row,
                    f"expected {FREE[0]} for a free square and {BARRED[0]} for a blocked one,"
                    f" got {sign!r} as sign {column + 1}",
                )
            if sign in BARRED:
                found.append((row, column))
    return found


def is_lines(given: Any) -> bool:
    """Whether a rule is given as lines of signs."""
    return isinstance(given, list | tuple) and bool(given) and isinstance(given[0], str)


def require_square(lines: Sequence[Any], n: int, what: str) -> None:
    """Raise the error of a validator unless these are n lines of n signs or letters."""
    if len(lines) != n:
        raise ValueError(f"expected {n} lines of {n} {what}, got {len(lines)} lines")
    for place, line in enumerate(lines):
        if not isinstance(line, str):
            raise wrong_argument(place, f"expected {n} {what}, got {line!r:.60}")
        if len(line) != n:
            raise wrong_argument(place, f"expected {n} {what}, got {len(line)}: {line!r:.60}")
