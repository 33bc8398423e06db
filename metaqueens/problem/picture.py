"""A candidate solution as a picture for pages and notebooks."""

from base64 import b64encode

import numpy as np

# The greatest number of variables of which a picture is shown.
DRAWN_UP_TO = 100
# Width and height of a chart of values, its colour, and that of indices.
WIDTH, HEIGHT, COLOUR, GREY = 320, 160, "#0b57a4", "#595959"
# The greatest number of variables whose bars have labels.
LABELLED_UP_TO = 30


def source_of(svg: str) -> str:
    """Return a picture as the source of an image, in which no script runs."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def chart(values: np.ndarray) -> str:
    """Return a bar for each value, as SVG; few bars have their values above and indices below."""
    step, unit = WIDTH / values.size, HEIGHT / (int(values.max()) + 1)
    tops = [HEIGHT - (value + 1) * unit for value in values.tolist()]
    bars = "".join(
        f"M{(k + 0.1) * step:.2f} {HEIGHT}V{top:.2f}h{0.8 * step:.2f}V{HEIGHT}z"
        for k, top in enumerate(tops)
    )
    size, texts = min(12, 1.4 * step / len(str(max(values.max(), values.size - 1)))), ""
    if values.size <= LABELLED_UP_TO:
        for k, top in enumerate(tops):
            x = f"{(k + 0.5) * step:.2f}"
            texts += f'<text x="{x}" y="{top - 2:.2f}">{values[k]}</text>'
            texts += f'<text x="{x}" y="{HEIGHT + size:.2f}" fill="{GREY}">{k}</text>'
    title = "<title>the value of each variable</title>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -15 {WIDTH} {HEIGHT + 30}"'
        f' width="{WIDTH}" role="img" fill="{COLOUR}" font-size="{size:.2f}"'
        f' font-family="sans-serif" text-anchor="middle">{title}<path d="{bars}"/>{texts}</svg>'
    )
