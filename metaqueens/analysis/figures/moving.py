"""A film of a search as an animated GIF."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from metaqueens.analysis.figures import style
from metaqueens.analysis.figures.board import show

MILLISECONDS, AT_THE_END = 90, 2500


def write(film: dict[str, Any], path: Path, tick: Callable[[int], None]) -> None:
    """Write ``film`` (its ``queens``, ``guards``, ``best``, ``evaluations``, ...) as ``path``."""
    images = []
    for k in range(len(film["queens"])):
        images.append(_frame(film, k))
        tick(k + 1)
    times = [MILLISECONDS] * (len(images) - 1) + [AT_THE_END]
    images[0].save(
        path, save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1
    )


def _frame(film: dict[str, Any], k: int) -> Image.Image:
    with rc_context(style.RC):
        figure = style.Picture(figsize=(7.2, 4), dpi=100, facecolor=style.PAPER)
        canvas = FigureCanvasAgg(figure)
        show(figure.add_axes((0.01, 0.02, 0.54, 0.96)), film["queens"][k], 3.9)
        curve = figure.add_axes((0.62, 0.5, 0.35, 0.32))
        curve.plot(film["evaluations"], film["guards"], linewidth=1, color=style.COLOURS[0])
        curve.plot(film["evaluations"], film["best"], linewidth=1.4, drawstyle="steps-post",
                   color=style.COLOURS[1], linestyle=(0, (4, 2)))  # fmt: skip
        curve.set_title("attacking pairs, now and (dashed) fewest", fontsize=8, loc="left")
        other = figure.add_axes((0.62, 0.13, 0.35, 0.24))
        other.plot(film["evaluations"], film["temperature"] or film["steps"],
                   linewidth=1, color=style.COLOURS[0])  # fmt: skip
        other.set_title("temperature" if film["temperature"] else f"{film['step']}s",
                        fontsize=8, loc="left")  # fmt: skip
        other.set_xlabel("evaluations")
        for axes in (curve, other):
            axes.axvline(film["evaluations"][k], color=style.INK, linewidth=0.8)
            axes.set_ylim(bottom=0)
            axes.locator_params(nbins=4)
        said = f"{film['n']} queens, {style.tidy(film['title'])}"
        said += f"\nevaluation {film['evaluations'][k]:,}"
        figure.text(0.62, 0.97, said, va="top", fontsize=10)
        canvas.draw()
    image = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    return image.quantize(64, dither=Image.Dither.NONE)
