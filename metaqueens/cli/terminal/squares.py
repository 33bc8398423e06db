"""A board with rules as text: queens, and what the squares are."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from metaqueens.cli.terminal.boards import as_text

if TYPE_CHECKING:
    from metaqueens.problem.drawing import Marks
    from metaqueens.problem.queens import Queens

LEGEND = {
    "Q": "a queen",
    "P": "a placed queen",
    "!": "a queen that breaks a rule",
    "x": "a square where none may stand",
}


def draw(problem: "Queens", queens: Sequence[int], marks: "Marks") -> str:
    """``queens``, -1 for a column without one, with a legend of the signs that are there.

    With regions, a square shows its letter, and beside it what stands there.
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
    lines = as_text(squares, queens).splitlines()
    there = {one for line in signs for one in line}
    told = [f"{one} {words}" for one, words in LEGEND.items() if one in there - {"Q"}]
    return "\n".join([*(line.rstrip() for line in lines), *([", ".join(told)] if told else [])])
