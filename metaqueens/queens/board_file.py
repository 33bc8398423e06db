"""Read a board from a file, in the forms that people and programs write."""

import json
import sys
from typing import Any

import numpy as np

from metaqueens.files import reading
from metaqueens.text.errors import UserError, system_errors

# A hundred million queens with a line each.
MOST_BYTES = 10**9


def read(target: str) -> tuple[dict[str, Any], np.ndarray]:
    """Read the keys of a problem, and its board in the file ``target`` (``-``: standard input).

    The board is (n,) int64, rows from 0. The file has the row of each column, from 0 or from 1, in
    JSON or CSV, or the output of ``metaqueens solve --save``. Raises ``UserError`` for anything
    else.
    """
    try:
        with system_errors(target):
            if target == "-":
                text = sys.stdin.read()
            else:
                text = reading.content(target, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{target}: not UTF-8 text") from None
    try:
        value = _parse(text)
        saved = value if isinstance(value, dict) else {"values": value}
        board = _rows(saved.get("values", saved.get("queens")))
        rules = saved.get("problem")
        return {**(rules if isinstance(rules, dict) else {}), "n": board.size}, board
    except (ValueError, RecursionError, MemoryError) as error:
        raise UserError(f"{target}: not a board: {error}") from None


def _parse(text: str) -> Any:
    if text.lstrip()[:1] in ("[", "{"):
        return json.loads(text)
    try:
        return [int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise ValueError("expected JSON, or whole numbers between commas") from None


def _rows(value: Any) -> np.ndarray:
    board = np.array(value) if isinstance(value, list) else np.empty(0)
    if board.ndim != 1 or board.dtype.kind not in "iu" or board.size == 0:
        raise ValueError("expected whole numbers, the row of the queen in each column")
    rows, n = board.astype(np.int64), board.size
    if rows.min() >= 1 and rows.max() == n:
        rows -= 1  # counted from 1
    outside = np.flatnonzero((rows < 0) | (rows >= n))
    if outside.size:
        column = outside[0]
        raise ValueError(f"row {rows[column]} of column {column} is not on a board of {n} rows")
    return rows
