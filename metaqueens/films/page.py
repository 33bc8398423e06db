"""The page that plays a film of a search, or two side by side."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from metaqueens.contestants.registry import name_of
from metaqueens.files.writing import write_text
from metaqueens.films.film import Film
from metaqueens.films.recording import film_run, require_size
from metaqueens.pages.page import render
from metaqueens.search.result import Result
from metaqueens.text.errors import UserError

# The scripts of a page with a player, in this order.
SCRIPTS = ("squares.js", "curves.js", "player.js")


def page(films: Sequence[Film], names: Sequence[str], labels: Sequence[str] = ()) -> str:
    """Return a page that plays one film, or two along one clock; ``labels`` are short names."""
    labels = labels or names
    title = f"{films[0].problem}, {' against '.join([names[0], *labels[1:]])}"
    data = [film.data(label) for film, label in zip(films, labels, strict=True)]
    return render(
        "film.html.j2",
        SCRIPTS,
        title=title,
        stories=[*map(story, films, names)],
        show={"title": title, "films": data},
    )


class FilmPage(str):
    """A page that plays films, also in a notebook."""

    def save(self, path: str | Path) -> None:
        """Write it to ``path``, a name that ends in .html. Raises ``UserError`` if it does not."""
        if Path(path).suffix != ".html":
            raise UserError(f"{path}: expected a name that ends in .html")
        write_text(Path(path), self)

    def __repr__(self) -> str:
        return f"FilmPage of {len(self) // 1024:,} KiB: save('film.html') writes it"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        frame = 'style="width: 100%; height: 40rem; border: 0" title="A film of a search"'
        return f'<iframe srcdoc="{escape(self)}" {frame}></iframe>'


def film_of(result: Result) -> FilmPage:
    """Return the page of the run of ``result``: see ``Result.film``."""
    require_size(result.problem, "film")
    return FilmPage(page([film_run(result)], [name_of(type(result.algorithm))]))


def story(film: Film, name: str) -> str:
    """Describe a search in a sentence."""
    return f"{film.problem} by {name}: {film.outcome}."
