"""A film of a search as an animated GIF."""

from collections.abc import Callable
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from metaqueens.analysis.figures import style
from metaqueens.analysis.figures.board import show, show_step

MILLISECONDS, AT_THE_END = 90, 2500
# Where there is a sentence to read, and where there are few of them.
READ, READ_AT_LEISURE, FEW = 250, 1200, 40
LINES: dict[str, dict[str, Any]] = {
    "current": {"linewidth": 1, "color": style.COLOURS[0]},
    "best": {
        "linewidth": 1.4,
        "color": style.COLOURS[1],
        "linestyle": (0, (4, 2)),
        "drawstyle": "steps-post",
    },
}


def write(film: dict[str, Any], path: Path, tick: Callable[[int], None]) -> None:
    """Write ``film``, what the player of a page plays, as ``path``."""
    images = []
    for k in range(len(film["queens"])):
        images.append(_frame(film, k))
        tick(k + 1)
    pause = MILLISECONDS
    if "said" in film:
        pause = READ_AT_LEISURE if len(images) <= FEW else READ
    times = [pause] * (len(images) - 1) + [AT_THE_END]
    images[0].save(
        path, save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1
    )


def _frame(film: dict[str, Any], k: int) -> Image.Image:
    with rc_context(style.RC):
        figure = style.Picture(figsize=(7.2, 4), dpi=100, facecolor=style.PAPER)
        canvas = FigureCanvasAgg(figure)
        board = figure.add_axes((0.01, 0.02, 0.54, 0.96))
        show(board, film["queens"][k], 3.9, film["forced"][k] if "forced" in film else ())
        if "struck" in film:
            step = film["struck"][k], film["dead"][k], film["tried"][k]
            show_step(board, film["n"], 3.9, *step)
        for (title, lines), place in zip(film["curves"], PLACES, strict=True):
            axes = figure.add_axes(place)
            for kind, name in lines.items():
                axes.plot(film[film["clock"]], film[name], **LINES[kind])
            axes.axvline(film[film["clock"]][k], color=style.INK, linewidth=0.8)
            axes.set_title(TITLES.get(title, title), fontsize=8, loc="left")
            axes.set_ylim(bottom=0)
            axes.locator_params(nbins=4, integer=title != "temperature")
        axes.set_xlabel(film["clock"])
        figure.text(0.62, 0.97, _said(film, k), va="top", fontsize=8.5, parse_math=False)
        canvas.draw()
    image = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    return image.quantize(64, dither=Image.Dither.NONE)


# Below each other, right of the board.
PLACES = ((0.62, 0.43, 0.35, 0.22), (0.62, 0.12, 0.35, 0.2))
TITLES = {"attacking pairs": "attacking pairs, now and (dashed) fewest"}


def _said(film: dict[str, Any], k: int) -> str:
    """What stands beside the board: the search, where it is, what it does."""
    label = dict(film["facts"])[film["clock"]]
    lines = [f"{film['n']} queens, {film['title']}", f"{label} {film[film['clock']][k]:,}"]
    if "said" in film:
        lines.append(film["said"][k])
    return "\n".join(part for line in lines for part in wrap(line, 43))
