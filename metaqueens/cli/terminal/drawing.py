"""Boards as text, 0/1 matrix, rows, JSON lines and SVG, one after the other."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, sqrt

FORMATS = ("text", "matrix", "rows", "jsonl", "svg")
SQUARE = 24
GAP = 24


def lines(boards: Iterable[Sequence[int]], form: str) -> Iterator[str]:
    """What to print for each of ``boards``, the rows of their columns, in a format but SVG."""
    return map(DRAW[form], boards)


def svg(boards: Iterable[Sequence[int]], n: int, total: int) -> Iterator[str]:
    """One picture of ``total`` boards of ``n`` queens, side by side; the boards may be fewer."""
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
DRAW: dict[str, Callable[[Sequence[int]], str]] = {
    "text": lambda board: _grid(board, "Q", "_", " ") + "\n",
    "matrix": lambda board: _grid(board, "1", "0", ",") + "\n",
    "rows": lambda board: ",".join(map(str, board)),
    "jsonl": lambda board: json.dumps({"n": len(board), "queens": list(board)}),
}
