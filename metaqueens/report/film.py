"""The page that plays a film of a search."""

from metaqueens.report.page import render
from metaqueens.search.film import Film


def page(film: Film, name: str) -> str:
    """A page that plays the film."""
    title = f"{film.n} queens, {name}"
    return render(
        "film.html.j2",
        ["player.js"],
        title=title,
        story=story(film, name),
        film=film.data(name),
        steps=film.shown if film.moments else None,
    )


def story(film: Film, name: str) -> str:
    """What happened, in a sentence."""
    return f"{film.n} queens by {name}: {film.came}."
