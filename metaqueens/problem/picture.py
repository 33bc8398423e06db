"""A candidate solution of any problem as a picture for pages and notebooks."""

from base64 import b64encode
from contextlib import suppress

import numpy as np

from metaqueens.problem import drawing
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.problem import Problem
from metaqueens.problem.queens import Queens

# Width and height of a chart of values, and its colour.
WIDTH, HEIGHT, COLOUR = 320, 160, "#0b57a4"
DRAWN_UP_TO = drawing.DRAWN_UP_TO


def picture(problem: BaseProblem | None, values: np.ndarray) -> str:
    """Return HTML with a picture of ``values``, (n,): as the problem draws it, or a chart.

    An author's picture is embedded as an image, in which no script runs. ``problem`` is None if its
    code is not known here.
    """
    if isinstance(problem, Queens):
        return drawing.svg(values.tolist(), marks=drawing.marks_of(problem, values))
    if isinstance(problem, Problem) and problem.has("draw"):
        with suppress(Exception):  # a picture is no reason to lose the page
            return _image(problem.draw(values.copy()))  # type: ignore[attr-defined]
    return _chart(values)


def _image(svg: str) -> str:
    encoded = b64encode(svg.encode()).decode()
    return f'<img alt="the best solution" src="data:image/svg+xml;base64,{encoded}">'


def _chart(values: np.ndarray) -> str:
    """Return a bar for each value, as SVG."""
    step, unit = WIDTH / values.size, HEIGHT / (int(values.max()) + 1)
    bars = "".join(
        f"M{k * step:.2f} {HEIGHT}v{-(value + 1) * unit:.2f}h{0.8 * step:.2f}V{HEIGHT}z"
        for k, value in enumerate(values.tolist())
    )
    title = "<title>the value of each variable</title>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' role="img">{title}<path d="{bars}" fill="{COLOUR}"/></svg>'
    )
