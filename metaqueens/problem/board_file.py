"""A board in a file: the row of the queen in each column, as people and programs write it."""

import csv
import json
import sys
from typing import TYPE_CHECKING, Any

from metaqueens.files import reading
from metaqueens.text.errors import UserError, system_text

if TYPE_CHECKING:
    import numpy as np

# A hundred million queens, a line each.
MOST_BYTES = 10**9


def read(target: str) -> "np.ndarray":
    """The board in the file ``target`` (``-``: standard input), (n,) int64, rows counted from 0.

    It may be the row of each column, from 0 or from 1, in JSON or CSV; an n x n matrix of 0 and 1;
    or what ``metaqueens solve --save`` wrote. Raises ``UserError`` for anything else.
    """
    try:
        return parsed(sys.stdin.read()) if target == "-" else from_file(target)
    except OSError as error:
        raise UserError(f"{target}: {system_text(error)}") from None
    except ValueError as error:
        raise UserError(f"{target}: {error}") from None


def from_file(path: str) -> "np.ndarray":
    """The same of a file alone. Raises ``ValueError`` and ``OSError``, which do not name it."""
    try:
        text = reading.content(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text") from None
    return parsed(text)


def parsed(text: str) -> "np.ndarray":
    """Return the board that ``text`` has. Raises ``ValueError``."""
    try:
        return _rows(_parsed(text))
    except (ValueError, RecursionError, MemoryError, csv.Error) as error:
        raise ValueError(f"not a board: {error}") from None


def _parsed(text: str) -> Any:
    if not text.strip():
        raise ValueError("it is empty")
    if text.lstrip()[0] in "[{":
        value = json.loads(text)
        return value.get("queens") if isinstance(value, dict) else value
    lines = [line for line in csv.reader(text.splitlines()) if any(word.strip() for word in line)]
    try:
        return [[int(word) for word in line if word.strip()] for line in lines]
    except ValueError:
        raise ValueError("expected JSON, or whole numbers between commas") from None


def _rows(value: Any) -> "np.ndarray":
    import numpy as np

    if value is None:
        raise ValueError('it has no "queens"')
    try:
        board = np.array(value)
    except ValueError:
        raise ValueError("its lines differ in length") from None
    if board.ndim not in (1, 2) or board.dtype.kind not in "iu" or board.size == 0:
        raise ValueError("expected whole numbers, the row of the queen in each column")
    if board.ndim == 2 and 1 not in board.shape:
        return _rows_of_matrix(board)
    rows = board.astype(np.int64).ravel()
    n = rows.size
    if rows.min() >= 1 and rows.max() == n:
        rows -= 1  # counted from 1
    outside = np.flatnonzero((rows < 0) | (rows >= n))
    if outside.size:
        column = outside[0]
        raise ValueError(f"row {rows[column]} of column {column} is not on a board of {n} rows")
    return rows


def _rows_of_matrix(board: "np.ndarray") -> "np.ndarray":
    import numpy as np

    if board.shape[0] != board.shape[1] or not np.isin(board, (0, 1)).all():
        raise ValueError(f"expected n x n zeros and ones, got {board.shape[0]} x {board.shape[1]}")
    counts = board.sum(axis=0)
    if (counts != 1).any():
        column = int(np.argmax(counts != 1))
        raise ValueError(f"column {column} holds {counts[column]} queens; each must hold one")
    rows: np.ndarray = board.argmax(axis=0).astype(np.int64)
    return rows
