"""Boards as text.

A board is the row of the queen in each column, counted from 0.
"""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from metaqueens.cli.terminal.consoles import columns

if TYPE_CHECKING:
    from metaqueens.queens.drawing import Marks
    from metaqueens.queens.problem import Queens

FORMATS = ("text", "rows", "jsonl")
# The maximum number of queens of a drawing on a terminal.
DRAWN_UP_TO = 40
# Signs on a board with rules, beside Q for a queen.
LEGEND = {
    "P": "a placed queen",
    "!": "a queen that breaks a rule",
    "x": "a square where none may stand",
}


def draw(board: Sequence[int], form: str = "text") -> str:
    """Return ``board`` in one of ``FORMATS``, without the end of its last line.

    A blank line ends a board that takes several lines. ``metaqueens validate -`` reads rows.
    """
    if form == "rows":
        return ",".join(map(str, board))
    if form == "jsonl":
        return json.dumps({"n": len(board), "values": list(board)})
    grid = [["Q" if row == here else "_" for row in board] for here in range(len(board))]
    return _as_text(grid, board) + "\n"


def _as_text(rows: Sequence[Sequence[str]], board: Sequence[int]) -> str:
    """Return ``rows`` of squares, each some signs, without blanks on a narrow terminal.

    If it is still too narrow, return the row of the queen in each column of the ``board``.
    """
    for between in (" ", ""):
        lines = [between.join(row) for row in rows]
        if max(map(len, lines)) <= columns():
            return "\n".join(lines)
    return f"rows by column: {', '.join('none' if row < 0 else str(row) for row in board)}"


def draw_with_rules(problem: "Queens", queens: Sequence[int], marks: "Marks") -> str:
    """Return ``queens``, -1 for a column without one, as text with a legend of its signs.

    With regions, a square shows its letter beside its sign.
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
            [letter + sign.replace("_", " ") for letter, sign in zip(*both, strict=True)]
            for both in zip(problem.regions, signs, strict=True)
        ]
    lines = _as_text(squares, queens).splitlines()
    used = {sign for line in signs for sign in line}
    legend = [f"{sign} {words}" for sign, words in LEGEND.items() if sign in used]
    return "\n".join([*(line.rstrip() for line in lines), *([", ".join(legend)] if legend else [])])
