"""What is to be seen in films, in sentences: below each player."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Film = Mapping[str, Any]


def legend(films: Sequence[Film]) -> list[str]:
    """The sentences that one of ``films``, what the player plays, asks for."""
    return [said for holds, said in SENTENCES if any(map(holds, films))]


def _with(key: str) -> Callable[[Film], bool]:
    """Whether a film has something of that name to show."""
    return lambda film: bool(film.get(key))


SENTENCES: tuple[tuple[Callable[[Film], bool], str], ...] = (
    (lambda film: True, "Columns and rows count from 0."),
    (
        _with("tree"),
        "Crosses are squares that are struck out: attacked by a queen, or tried before. A column"
        " in a red frame is a dead end; a square in a dashed ring is looked at; blue queens on a"
        " bar were placed by propagation.",
    ),
    (
        lambda film: "tree" not in film,
        "Queens in red rings are attacked; dashed lines join each to its nearest attackers.",
    ),
    (
        _with("child"),
        "The large board is the best of its generation; the child is the best of those that the"
        " generation was made with.",
    ),
    (
        _with("barred"),
        "No queen may stand on a crossed square. One that does is in a red ring, the ends of the"
        " cross around it, and counts as an attacking pair for each excluded diagonal and each"
        " blocked square that it stands on, without a line.",
    ),
    (_with("fixed"), "Placed queens, which do not move, are blue and stand on a bar."),
    (
        _with("borders"),
        "Regions have thick borders. Queens attack each other in one row, in one region, and where"
        " they touch at a corner; farther along a diagonal they do not.",
    ),
    (_with("superqueens"), "Queens also attack each other a knight's move apart."),
    (_with("torus"), "The board is a torus: lines go on at its opposite side."),
    (
        _with("tabu_squares"),
        "Tabu squares, which are counted, are those to which the queen that left them may not yet"
        " go back.",
    ),
)
