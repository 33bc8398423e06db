"""Boards as text: drawn, written to files and read back, in every format that a command has.

A board is the row of the queen in each column, counted from 0.
"""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metaqueens import reading
from metaqueens.errors import UserError, system_text
from metaqueens.files import replacing, write_text

if TYPE_CHECKING:
    import numpy as np

FORMATS = ("text", "matrix", "rows", "jsonl", "svg")
SAVED_AS = (".json", ".csv", ".npy", ".svg")
# A terminal has room for a drawing of so many queens.
DRAWN_UP_TO = 40
# Of a square in SVG, and between two boards, in pixels.
SQUARE = GAP = 24
# A hundred million queens, a line each.
MOST_BYTES = 10**9


def draw(board: Sequence[int], form: str = "text") -> str:
    """``board`` in one of ``FORMATS``, without the last line's end."""
    return picture(board) if form == "svg" else _DRAW[form](board)


def picture(board: Sequence[int]) -> str:
    """``board`` as an SVG image of its own."""
    return "\n".join(svg([board], len(board), 1))


def svg(boards: Iterable[Sequence[int]], n: int, total: int) -> Iterator[str]:
    """The lines of one SVG image of ``total`` boards of ``n`` queens, side by side.

    There may be fewer of them.
    """
    across, side = max(1, ceil(sqrt(total))), n * SQUARE + GAP
    width, height = across * side + GAP, ceil(total / across) * side + GAP
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-size="{SQUARE}" text-anchor="middle">'
    )
    yield (
        f'<defs><pattern id="squares" width="{2 * SQUARE}" height="{2 * SQUARE}"'
        ' patternUnits="userSpaceOnUse">'
        f'<path fill="#f0d9b5" d="M0 0h{2 * SQUARE}v{2 * SQUARE}H0z"/><path fill="#b58863"'
        f' d="M{SQUARE} 0h{SQUARE}v{SQUARE}h-{SQUARE}zM0 {SQUARE}h{SQUARE}v{SQUARE}H0z"/>'
        "</pattern></defs>"
    )
    for k, board in enumerate(boards):
        yield _svg_board(board, GAP + k % across * side, GAP + k // across * side)
    yield "</svg>"


def _svg_board(board: Sequence[int], x: int, y: int) -> str:
    side = len(board) * SQUARE
    queens = "".join(
        f'<text x="{(column + 0.5) * SQUARE:g}" y="{(row + 0.85) * SQUARE:g}">&#9819;</text>'
        for column, row in enumerate(board)
    )
    square = f'<rect width="{side}" height="{side}" fill="url(#squares)" stroke="#444"/>'
    return f'<g transform="translate({x} {y})">{square}{queens}</g>'


def _grid(board: Sequence[int], queen: str, empty: str, between: str) -> str:
    return "\n".join(
        between.join(queen if row == here else empty for row in board) for here in range(len(board))
    )


# A blank line ends a board that takes several lines. Rows and matrices are CSV, so that
# ``metaqueens validate -`` reads a board of every format but the pictures.
_DRAW: dict[str, Callable[[Sequence[int]], str]] = {
    "text": lambda board: _grid(board, "Q", "_", " ") + "\n",
    "matrix": lambda board: _grid(board, "1", "0", ",") + "\n",
    "rows": lambda board: ",".join(map(str, board)),
    "jsonl": lambda board: json.dumps({"n": len(board), "queens": list(board)}),
}


def save(path: Path, queens: "np.ndarray", record: Mapping[str, Any] | None = None) -> None:
    """Write a board to ``path``, in the format that its ending names.

    Parameters
    ----------
    path
        Ends in one of ``SAVED_AS``.
    queens
        Shape (n,).
    record
        What stands beside the board in JSON; its n when not given.

    Raises
    ------
    OSError
        Where the file cannot be written.
    """
    if path.suffix == ".npy":
        import numpy as np

        with replacing(path) as part:
            np.save(part, queens)
    elif path.suffix == ".csv":
        with replacing(path) as part, part.open("w", encoding="utf-8") as file:
            queens.tofile(file, sep=",")
            file.write("\n")
    elif path.suffix == ".svg":
        write_text(path, picture(queens.tolist()) + "\n")
    else:
        rows = queens.tolist()
        write_text(path, json.dumps({**(record or {"n": len(rows)}), "queens": rows}) + "\n")


def read(target: str) -> "np.ndarray":
    """The board in the file ``target`` (``-``: standard input), (n,) int64, rows counted from 0.

    It may be the row of each column, from 0 or from 1, in JSON or CSV; an n x n matrix of 0 and 1;
    or what ``metaqueens solve --save`` wrote. Raises ``UserError`` for anything else.
    """
    try:
        if target == "-":
            text = sys.stdin.read()
        else:
            text = reading.content(target, MOST_BYTES).decode("utf-8-sig")
        return _rows(_parsed(text))
    except OSError as error:
        raise UserError(f"{target}: {system_text(error)}") from None
    except UnicodeDecodeError:
        raise UserError(f"{target}: not UTF-8 text") from None
    except (ValueError, RecursionError, MemoryError, csv.Error) as error:
        raise UserError(f"{target}: not a board: {error}") from None


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
