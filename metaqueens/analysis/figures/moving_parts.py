"""The words, numbers and trees in a GIF."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any

import matplotlib
from PIL import ImageFont

from metaqueens.analysis.figures import style
from metaqueens.analysis.figures.moving_charts import Charts
from metaqueens.problem.drawing import ATTACKED, FORCED


def numbers(pen: Any, n: int, side: int, corner: tuple[int, int]) -> None:
    """The numbers of rows and columns beside a board."""
    for k in range(0, n, 1 if n <= 24 else 5):
        middle, text = (k + 0.5) * side / n, str(k)
        pen.text((corner[0] - 3, corner[1] + middle), text, style.MUTED, font(9), anchor="rm")
        below = corner[0] + middle, corner[1] + side + 3
        pen.text(below, text, style.MUTED, font(9), anchor="mt")


def draw_tree(pen: Any, film: dict[str, Any], k: int, corner: tuple[int, int]) -> None:
    """The search tree so far: the way to this board blue, dead ends red."""
    tree, step, node = film["tree"], film["steps"][k], film["node"][k]
    left, top = corner
    wide, deep = max(*tree["x"], 1), max(*tree["depth"], 1)
    at = [
        (left + 684 * (x / wide if max(tree["x"]) else 0.5), top + 205 * depth / deep)
        for x, depth in zip(tree["x"], tree["depth"], strict=True)
    ]
    way, above = set(), node
    while above:
        way.add(above)
        above = tree["parent"][above]
    born = [one for one in range(1, len(at)) if tree["born"][one] <= step]
    for one in sorted(born, key=way.__contains__):
        colour, width = (FORCED, 2) if one in way else (style.MUTED, 1)
        pen.line([at[tree["parent"][one]], at[one]], colour, width)
    for (x, y), dead in zip(at, tree["dead"], strict=True):
        if (dead or step + 1) <= step:
            pen.line([x - 3, y - 3, x + 3, y + 3], ATTACKED, 1)
            pen.line([x - 3, y + 3, x + 3, y - 3], ATTACKED, 1)
    x, y = at[node]
    pen.ellipse([x - 4, y - 4, x + 4, y + 4], FORCED)


def cursors(pen: Any, still: Charts, time: float) -> None:
    for left, right, top, bottom in still.spans:
        x = round(left + (right - left) * time / still.last)
        pen.line([x, top, x, bottom], style.INK, 1)


def words(pen: Any, at: tuple[float, float], texts: Sequence[str], wide: int, most: int) -> None:
    lines = [line for text in texts for line in wrap(text, wide)][:most]
    pen.multiline_text(at, "\n".join(lines), style.INK, font(11), spacing=4)


@cache
def font(size: int) -> Any:
    """The font that comes with matplotlib, which every machine has."""
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return ImageFont.truetype(str(folder / "DejaVuSans.ttf"), size)
