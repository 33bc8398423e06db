"""The page that plays a film of a search, or two side by side."""

from collections.abc import Sequence

from metaqueens.films.film import Film
from metaqueens.films.legend import legend
from metaqueens.pages.page import render

# What a page with a player needs, in this order.
SCRIPTS = ("squares.js", "curves.js", "tree.js", "family.js", "player.js")


def page(films: Sequence[Film], names: Sequence[str]) -> str:
    """A page that plays one film, or two along one clock."""
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


def story(film: Film, name: str) -> str:
    """What happened, in a sentence."""
    return f"{film.problem} by {name}: {film.came}."


def _extent(film: Film) -> str:
    """How much of the search is seen, in a sentence."""
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
