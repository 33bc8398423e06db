"""A film: the boards that a search stood on, what it says of each, and the page that plays them."""

from typing import Any, NamedTuple

from metaqueens.report.page import render


class Film(NamedTuple):
    """What a search on ``n`` queens looked like.

    columns : by name, a value for each frame; ``queens`` are the boards, -1 an empty column
    facts : the columns that are told as numbers, and what each is called
    curves : the columns that are drawn, each with its title, by the kind of line
    clock : the column along which the curves run
    came : what it came to, in words
    end : evaluations and guards at the end, as a result has them
    moments : how many there were, of which the frames are some
    """

    n: int
    columns: dict[str, list[Any]]
    facts: dict[str, str]
    curves: dict[str, dict[str, str]]
    clock: str
    came: str
    end: tuple[int, int]
    moments: int | None = None

    @property
    def frames(self) -> int:
        """How many there are."""
        return len(self.columns["queens"])

    @property
    def shown(self) -> str:
        """How much of the search it is, where that can be said."""
        if self.moments is None:
            return f"{self.frames:,} frames"
        some = f"{self.frames:,} of" if self.frames < self.moments else "all"
        return f"{some} {self.moments:,} steps"

    def data(self, title: str) -> dict[str, Any]:
        """What the player on a page needs to know."""
        if self.frames < (self.moments or 0):
            title += f", {self.shown}"
        about = {"title": title, "n": self.n, "clock": self.clock}
        # Lists of pairs: the keys of objects are sorted on their way into a page.
        ordered = {"facts": [*self.facts.items()], "curves": [*self.curves.items()]}
        return {**about, **ordered, **self.columns}


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
