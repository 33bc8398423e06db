"""The page that plays a film of a search, or two side by side."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from metaqueens.files.writing import write_text
from metaqueens.films.film import Film
from metaqueens.films.recording import FRAMES, LARGEST, SMALLEST, record
from metaqueens.pages.page import render
from metaqueens.search.result import Result
from metaqueens.text.errors import UserError

# What a page with a player needs, in this order.
SCRIPTS = ("squares.js", "curves.js", "tree.js", "family.js", "player.js")


def page(films: Sequence[Film], names: Sequence[str]) -> str:
    """Return a page that plays one film, or two along one clock."""
    problem = films[0].problem
    title = f"{problem}, {' against '.join(names)}"
    told = [film.data(name) for film, name in zip(films, names, strict=True)]
    return render(
        "film.html.j2",
        SCRIPTS,
        title=title,
        stories=[story(film, name) for film, name in zip(films, names, strict=True)],
        show={"title": title, "films": told},
        legend=legend(told),
        parts=dict.fromkeys(map(_extent, films)),
        same_start=_same_start(films),
    )


class FilmPage(str):
    """A page that plays films; a notebook shows it where it stands."""

    def save(self, path: str | Path) -> None:
        """Write it to ``path``, such as film.html."""
        write_text(Path(path), self)

    def _repr_html_(self) -> str:
        frame = 'style="width: 100%; height: 40rem; border: 0" title="A film of a search"'
        return f'<iframe srcdoc="{escape(self)}" {frame}></iframe>'


def film_of(result: Result) -> FilmPage:
    """Return the page of the run of ``result``: see ``Result.film``."""
    problem, algorithm = result.problem, result.algorithm
    if not SMALLEST <= problem.n <= LARGEST:
        raise UserError(f"a film has {SMALLEST} to {LARGEST} queens, this board {problem.n:,}")
    try:
        film = record(problem, algorithm, result.seed, result.evaluations, *FRAMES)
    except ValueError as error:
        raise UserError(f"no film: {error}") from None
    if film.end != (result.evaluations, result.guards):
        raise UserError("no film: the search does not repeat its run from the seed")
    return FilmPage(page([film], [type(algorithm).__name__]))


def story(film: Film, name: str) -> str:
    """Return what happened, in a sentence."""
    return f"{film.problem} by {name}: {film.came}."


def _extent(film: Film) -> str:
    """Return how much of the search is seen, in a sentence."""
    if film.part is None:
        return "The film shows every change of the board." if film.slow else ""
    curves = "" if film.is_whole else "; between two frames its curves are straight lines"
    return f"The film shows {film.shown} of the search{curves}."


def _same_start(films: Sequence[Film]) -> str:
    if len(films) < 2 or any("tree" in film.more for film in films):
        return ""
    first = [film.columns["queens"][0] for film in films]
    also = "also have the same first board" if first[0] == first[1] else "begin on different boards"
    return f"Both searches have the same seed, and {also}."


# What the player takes of a film.
Data = Mapping[str, Any]


def legend(films: Sequence[Data]) -> list[str]:
    """Return the sentences that one of ``films``, what the player plays, asks for."""
    return [said for holds, said in SENTENCES if any(map(holds, films))]


def _with(key: str) -> Callable[[Data], bool]:
    """Whether a film has something of that name to show."""
    return lambda film: bool(film.get(key))


SENTENCES: tuple[tuple[Callable[[Data], bool], str], ...] = (
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
