"""What a program says, line by line: boards as JSON or as plain numbers."""

import json
from typing import Any, NamedTuple

import numpy as np

# Of a line that holds no board, and of each of its rows.
BYTES, BYTES_PER_ROW = 65_536, 24
KEYS = ("queens", "guards", "evaluations", "steps")
SHOWN = 60


class Told(NamedTuple):
    """A line: a board, the attacking pairs that it is said to have, and counts; None for none."""

    queens: np.ndarray | None = None
    guards: int | None = None
    evaluations: int | None = None
    steps: int | None = None


def told(line: bytes, n: int) -> Told:
    """What ``line`` says of a board of ``n`` queens. Raises ``ValueError`` where it is no line."""
    try:
        text = line.decode("utf-8").strip()
        value = _value(text)
        if isinstance(value, list):
            return Told(_queens(value, n))
        return _keys(value, n)
    except (ValueError, RecursionError) as error:
        why = "too deep" if isinstance(error, RecursionError) else str(error)
        shown = line[: SHOWN + 1].decode("utf-8", "backslashreplace")
        shown = shown[:SHOWN] + "..." if len(line) > SHOWN else shown
        raise ValueError(f"{why}: {shown!r}") from None


def longest(n: int) -> int:
    """The most bytes of a line about ``n`` queens."""
    return BYTES + BYTES_PER_ROW * n


def _value(text: str) -> Any:
    if text[:1] in "{[":
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"no JSON ({error.msg.lower()}, character {error.pos + 1})") from None
    return [_number(word) for word in text.replace(",", " ").split()]


def _number(word: str) -> Any:
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"expected a board, rows from 0, got {word[:SHOWN]!r}") from None


def _queens(rows: list[Any], n: int) -> np.ndarray:
    if len(rows) != n:
        raise ValueError(f"expected {n:,} rows, got {len(rows):,}")
    for column, row in enumerate(rows):
        if type(row) is not int:
            raise ValueError(f"expected whole numbers, got {row!r:.{SHOWN}} in column {column}")
        if not 0 <= row < n:
            said = f"row {row} in column {column}; rows are 0 to {n - 1}"
            raise ValueError(f"a queen off the board: {said}")
    return np.array(rows, np.int32)


def _keys(value: dict[str, Any], n: int) -> Told:
    for key in value:
        if key not in KEYS:
            raise ValueError(f"{key!r:.{SHOWN}} is not one of {', '.join(KEYS)}")
    for key in KEYS[1:]:
        count = value.get(key)
        if count is not None and (type(count) is not int or not 0 <= count < 2**62):
            raise ValueError(f"{key}: expected a whole number from 0 on, got {count!r:.{SHOWN}}")
    rows = value.get("queens")
    if rows is not None and not isinstance(rows, list):
        raise ValueError(f"queens: expected a list of rows, got {rows!r:.{SHOWN}}")
    if rows is None and value.get("guards") is not None:
        raise ValueError("guards are of queens, which are missing")
    queens = None if rows is None else _queens(rows, n)
    return Told(queens, *(value.get(key) for key in KEYS[1:]))
