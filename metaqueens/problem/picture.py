"""A candidate solution as a picture for pages and notebooks."""

from base64 import b64encode

import numpy as np

# The greatest number of variables of which a picture is shown.
DRAWN_UP_TO = 100
# Width and height of a chart of values, and its colour.
WIDTH, HEIGHT, COLOUR = 320, 160, "#0b57a4"


def source_of(svg: str) -> str:
    """Return a picture as the source of an image, in which no script runs."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def chart(values: np.ndarray) -> str:
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
