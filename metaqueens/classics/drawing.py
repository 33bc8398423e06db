"""Parts of the pictures of classic problems, as SVG."""

from collections.abc import Iterable

import numpy as np

PAPER, GRID, INK = "#f5f1e8", "#b9ac93", "#22262b"


def svg(width: float, height: float, *parts: str) -> str:
    """Return a picture of this size, with ``parts`` on a plain ground."""
    box = f"-1 -1 {width + 2} {height + 2}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="360" viewBox="{box}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def grid(side: int) -> str:
    """Return the lines of a board, whose squares are 20 wide."""
    lines = "".join(f"M0 {20 * k}h{20 * side}M{20 * k} 0v{20 * side}" for k in range(side + 1))
    return f'<path d="{lines}" stroke="{GRID}"/>'


def numbers(size: float, places: Iterable[tuple[float, float, int]]) -> str:
    """Return numbers of one font size, each above the middle (x, y) of its base line."""
    texts = "".join(f'<text x="{x}" y="{y}">{number}</text>' for x, y, number in places)
    style = f'font-size="{size}" text-anchor="middle" font-family="sans-serif" fill="{INK}"'
    return f"<g {style}>{texts}</g>"


def squares(values: list[int], side: int, colours: int = 0) -> str:
    """Return a board with a number in each square, on a background of ``colours`` colours."""
    corners = [(20 * (k % side), 20 * (k // side)) for k in range(len(values))]
    tiles = "".join(
        f'<path d="M{x} {y}h20v20h-20z" fill="hsl({360 * number // colours},60%,80%)"/>'
        for (x, y), number in zip(corners, values, strict=True)
        if colours
    )
    places = [(x + 10, y + 13, number) for (x, y), number in zip(corners, values, strict=True)]
    return svg(20 * side, 20 * side, tiles, grid(side), numbers(8, places))


def chart(values: np.ndarray) -> str:
    """Return a line through values, with the differences of neighbours below."""
    width, height = 20 * values.size + 20, 8 * values.size + 34
    points = " ".join(f"{20 * k + 20},{10 + 8 * value}" for k, value in enumerate(values))
    steps = [(20 * k + 30, height - 8, d) for k, d in enumerate(np.abs(np.diff(values)))]
    line = f'<polyline points="{points}" fill="none" stroke="#0b57a4"/>'
    return svg(width, height, line, numbers(11, steps))
