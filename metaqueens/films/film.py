"""A film: the boards that a search visited, and the numbers beside them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from metaqueens.queens import drawing
from metaqueens.queens.check import faulty, pairs_of
from metaqueens.queens.problem import Queens
from metaqueens.search.snapshot import EMPTY


class Film(NamedTuple):
    """The frames of a film, as columns.

    n : number of queens
    problem : the problem in words
    columns : by name, a value for each frame. ``queens`` are the boards, -1 for an empty column;
        ``lines`` are the lines between queens, each (column, column, shift), with 4 for no shift
    facts : the names of the columns that are shown as numbers
    curves : the columns that are drawn, by the kind of line, each curve by its title
    outcome : result of the search, in words
    end : evaluations and guards at the end, as in a result
    shown : the part of the search that is shown: all 88 moves, or 271 of 3,000; "" if it has none
    whole : whether this is the whole search
    slow : whether each frame has a sentence to read
    more : the drawings of all frames, marks of rules; of other problems the legend, by its subject
    """

    n: int
    problem: str
    columns: dict[str, list[Any]]
    facts: dict[str, str]
    curves: dict[str, dict[str, str]]
    outcome: str
    end: tuple[int, int]
    shown: str
    whole: bool
    slow: bool = False
    more: dict[str, Any] = {}  # noqa: RUF012  # never written to

    @property
    def frames(self) -> int:
        """The number of frames."""
        return len(self.columns["evaluations"])

    def data(self, title: str) -> dict[str, Any]:
        """Return the data for the player on a page."""
        data = {
            "title": title,
            "shown": "" if self.whole else self.shown,
            "n": self.n,
            "problem": self.problem,
            "slow": self.slow,
            # Lists of pairs: the keys of objects are sorted on their way into a page.
            "facts": [*self.facts.items()],
            "curves": [*self.curves.items()],
            **self.more,
            **self.columns,
        }
        legend = LEGEND if "queens" in data else self.more
        return {**data, "legend": [text for key, text in legend.items() if data.get(key)]}


def board_columns(
    problem: Queens, boards: Sequence[tuple[np.ndarray, int]]
) -> dict[str, list[Any]]:
    """Make the columns of a film from ``boards``, each with its number of columns with a queen."""
    found: dict[str, list[Any]] = {"queens": [], "lines": []}
    for board, placed in boards:
        queens = [*board[:placed].tolist(), *[EMPTY] * (problem.n - placed)]
        found["queens"].append(queens)
        # Pairs with later columns, which are still empty, are left out.
        pairs = [pair for pair in pairs_of(problem, board) if max(pair) < placed]
        shifts = [drawing.image(queens, *pair, problem.torus) for pair in pairs]
        # The number of the shift to the second queen; 4 for no shift.
        numbers = [3 * (across + 1) + down + 1 for across, down in shifts]
        found["lines"].append([(*pair, k) for pair, k in zip(pairs, numbers, strict=True)])
        if not problem.is_plain:
            alone = [column for column in faulty(problem, board) if column < placed]
            found.setdefault("alone", []).append(alone)
    return found


def marks(problem: Queens) -> dict[str, Any]:
    """Return the marks on every board of ``problem``; {} for a plain one."""
    if problem.is_plain:
        return {}
    _, board = drawing.empty_board(problem)
    return {name: getattr(board, name) for name in ("barred", "fixed", "borders", "torus")}


# The titles of signals, and those for problems other than n queens.
TITLES = {"worst": "most", "distinct": "distinct boards"}
OTHERS = {"worst": "highest", "distinct": "distinct candidates", "tabu_squares": "tabu values"}


# The sentences that explain a drawing, by the column of a film that they need.
LEGEND = {
    "queens": "Columns and rows count from 0. Queens in red rings are attacked; dashed lines join"
    " each to its nearest partner.",
    "distinct": "The board is the best of its generation.",
    "barred": "No queen may stand on a crossed square. One that does is in a red ring, the ends of"
    " the cross around it, and counts as an attacking pair for each excluded diagonal and each"
    " blocked square that it stands on, without a line.",
    "fixed": "Placed queens, which do not move, are blue and stand on a bar.",
    "borders": "Regions have thick borders. Queens attack each other in one row, in one region, and"
    " where they touch at a corner; farther along a diagonal they do not.",
    "torus": "The board is a torus: lines go on at its opposite side.",
    "tabu_squares": "Tabu squares, which are counted, are those to which the queen that left them"
    " may not yet go back.",
}
