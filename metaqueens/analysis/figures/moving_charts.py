"""The part of a GIF that stands still: its curves, drawn once."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from metaqueens.analysis.figures import style

DPI = 100
Place = tuple[float, float, float, float]
DASHED = (0, (4, 2))
# By the kind of a line, as in the player.
LINES: dict[str, dict[str, Any]] = {
    "current": {"linewidth": 1.1, "color": style.COLOURS[0]},
    "best": {"linewidth": 1.3, "color": style.COLOURS[1], "linestyle": DASHED},
    "mean": {"linewidth": 1.1, "color": style.COLOURS[1]},
    "worst": {"linewidth": 1, "color": style.MUTED, "linestyle": (0, (1, 1.5))},
}


class Charts(NamedTuple):
    """The picture, and where in it the clock runs: from, to, top and bottom of each chart."""

    picture: Image.Image
    spans: list[tuple[float, float, float, float]]
    last: float


def charts(
    films: Sequence[dict[str, Any]], clock: str, size: tuple[int, int], places: Sequence[Place]
) -> Charts:
    """The curves of ``films`` in these ``places`` of a picture of so many pixels."""
    last = max(film[clock][-1] for film in films) or 1
    with rc_context(style.RC):
        figure = style.Picture(
            figsize=(size[0] / DPI, size[1] / DPI), dpi=DPI, facecolor=style.PAPER
        )
        canvas, spans = FigureCanvasAgg(figure), []
        for (title, lines), place in zip(_together(films)[: len(places)], places, strict=False):
            axes = figure.add_axes(place)
            _draw(axes, films, clock, title, lines)
            axes.set_xlim(0, last)
            if place[1] == min(low for _, low, *_ in places):
                axes.set_xlabel(clock, fontsize=8)
            box = axes.get_position()
            top, bottom = size[1] * (1 - box.y1), size[1] * (1 - box.y0)
            spans.append((size[0] * box.x0, size[0] * box.x1, top, bottom))
        canvas.draw()
    return Charts(Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB"), spans, last)


def _together(films: Sequence[dict[str, Any]]) -> list[tuple[str, list[tuple[int, str, str]]]]:
    """Curves of one title together: each film, kind of line and column."""
    found: dict[str, list[tuple[int, str, str]]] = {}
    for which, film in enumerate(films):
        for title, lines in film["curves"]:
            found.setdefault(title, []).extend((which, *line) for line in lines.items())
    return [*found.items()]


def _draw(
    axes: Any,
    films: Sequence[dict[str, Any]],
    clock: str,
    title: str,
    lines: Sequence[tuple[int, str, str]],
) -> None:
    for which, kind, column in lines:
        film = films[which]
        look = LINES[kind] | ({"color": style.COLOURS[which]} if len(films) > 1 else {})
        steps = "steps-post" if kind == "best" or film["slow"] else "default"
        values = [np.nan if value is None else value for value in film[column]]
        label = dict(film["facts"]).get(column, column)
        axes.plot(film[clock], values, drawstyle=steps, label=label, **look)
        if len(films) > 1 and kind == "best" and which == 0:
            title += f" (dashed: {label})"
    axes.set_title(title, fontsize=8, loc="left")
    axes.set_ylim(bottom=0)
    axes.tick_params(labelsize=7)
    axes.locator_params(axis="x", nbins=4)
    # Two films have their colours from the names above their boards.
    if len(lines) > 1 and len(films) == 1:
        axes.legend(fontsize=6.5, loc="upper right", frameon=True, framealpha=0.8, borderpad=0.2)
