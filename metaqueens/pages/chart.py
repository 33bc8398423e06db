"""A figure on a page."""

from typing import NamedTuple

from metaqueens.analysis.figures.style import Picture


class Chart(NamedTuple):
    """A figure, the name of its file, and what to see in it."""

    name: str
    caption: str
    picture: Picture
