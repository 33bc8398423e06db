"""Boards as text or SVG: drawn on the terminal and written to files, in every format.

A board is the row of the queen in each column, counted from 0.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metaqueens.cli.terminal.abilities import columns
from metaqueens.files.writing import replacing, write_text

if TYPE_CHECKING:
    import numpy as np

    from metaqueens.problem.drawing import Marks
    from metaqueens.problem.queens import Queens

FORMATS = ("text", "matrix", "rows", "jsonl", "svg")
SAVED_AS = (".json", ".csv", ".npy", ".svg")
# A terminal has room for a drawing of so many queens.
DRAWN_UP_TO = 40
# The side of a square in SVG, and the space between two boards, in pixels.
SQUARE = GAP = 24
# Signs on a board with rules, beside Q for a queen.
LEGEND = {
    "P": "a placed queen",
    "!": "a queen that breaks a rule",
    "x": "a square where none may stand",
}


def draw(board: Sequence[int], form: str = "text") -> str:
    """Return ``board`` in one of ``FORMATS``, without the end of its last line."""
    return "\n".join(svg([board], len(board), 1)) if form == "svg" else _DRAW[form](board)


def svg(boards: Iterable[Sequence[int]], n: int, total: int) -> Iterator[str]:
    """Yield the lines of an SVG image of at most ``total`` boards of ``n`` queens."""
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


def _matrix(board: Sequence[int]) -> str:
    return "\n".join(
        ",".join("1" if row == here else "0" for row in board) for here in range(len(board))
    )


def _as_text(rows: Sequence[Sequence[str]], board: Sequence[int]) -> str:
    """Return ``rows`` of squares, each some signs, closer together on a narrow terminal.

    Where it has no room for them, return the row of the queen in each column of the ``board``.
    """
    for between in (" ", ""):
        lines = [between.join(row) for row in rows]
        if max(map(len, lines)) <= columns():
            return "\n".join(lines)
    return f"rows by column: {', '.join('none' if row < 0 else str(row) for row in board)}"


def _text(board: Sequence[int]) -> str:
    n = len(board)
    return _as_text([["Q" if row == here else "_" for row in board] for here in range(n)], board)


# A blank line ends a board that takes several lines. Rows and matrices are CSV, so that
# ``metaqueens validate -`` reads a board of every format but the pictures.
_DRAW: dict[str, Callable[[Sequence[int]], str]] = {
    "text": lambda board: _text(board) + "\n",
    "matrix": lambda board: _matrix(board) + "\n",
    "rows": lambda board: ",".join(map(str, board)),
    "jsonl": lambda board: json.dumps({"n": len(board), "queens": list(board)}),
}


def with_rules(problem: "Queens", queens: Sequence[int], marks: "Marks") -> str:
    """Return ``queens``, -1 for a column without one, as text with a legend of its signs.

    With regions, a square shows its letter, and beside it what is on the square.
    """
    wrong = {column for pair in marks.pairs for column in pair} | set(marks.alone)
    barred, placed = set(marks.barred), set(marks.fixed)

    def sign(row: int, column: int) -> str:
        if queens[column] == row:
            return "!" if column in wrong else "P" if column in placed else "Q"
        return "x" if (row, column) in barred else "_"

    n = problem.n
    signs = [[sign(row, column) for column in range(n)] for row in range(n)]
    squares = signs
    if problem.regions is not None:
        squares = [
            [letter + one.replace("_", " ") for letter, one in zip(*both, strict=True)]
            for both in zip(problem.regions, signs, strict=True)
        ]
    lines = _as_text(squares, queens).splitlines()
    used = {one for line in signs for one in line}
    told = [f"{one} {words}" for one, words in LEGEND.items() if one in used]
    return "\n".join([*(line.rstrip() for line in lines), *([", ".join(told)] if told else [])])


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
        write_text(path, draw(queens.tolist(), "svg") + "\n")
    else:
        rows = queens.tolist()
        write_text(path, json.dumps({**(record or {"n": len(rows)}), "queens": rows}) + "\n")
