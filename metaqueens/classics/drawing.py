"""Parts of the pictures of classic problems, as SVG and as text."""

from collections.abc import Iterable

import numpy as np

PAPER, GRID, INK, RED = "#f5f1e8", "#b9ac93", "#22262b", "#b3001b"


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
    places = [(20 * (k % side) + 10, 20 * (k // side) + 13, at) for k, at in enumerate(values)]
    tiles = "".join(
        f'<path d="M{x - 10} {y - 13}h20v20h-20z" fill="hsl({360 * number // colours},60%,80%)"/>'
        for x, y, number in places
        if colours
    )
    return svg(20 * side, 20 * side, tiles, grid(side), numbers(8, places))


def write_rows(rows: np.ndarray) -> str:
    """Return numbers from 0 on, (lines, columns), as text in columns."""
    width = len(str(rows.max()))
    return "\n".join(" ".join(f"{number:{width}}" for number in row) for row in rows)


def costas_array(values: np.ndarray) -> str:
    """Return a board with marks and numbers; red lines join the pairs of repeated differences."""
    side, pairs = values.size, list[tuple[int, int]]()
    for d in range(1, (side + 1) // 2):
        _, place, count = np.unique(values[d:] - values[:-d], False, True, True)
        pairs += [(k, k + d) for k in np.flatnonzero(count[place] > 1).tolist()]
    repeated = {column for pair in pairs for column in pair}
    middles = [20 * value + 10 for value in values.tolist()]
    lines = "".join(f"M{20 * i + 10} {middles[i]}L{20 * j + 10} {middles[j]}" for i, j in pairs)
    marks = "".join(
        f'<circle cx="{20 * k + 10}" cy="{y}" r="7" fill="{RED if k in repeated else INK}"/>'
        for k, y in enumerate(middles)
    )
    numbered = range(0, side, 1 if side <= 20 else 5)
    axes = [(-side / 2, 20 * k + 10 + side / 5, k) for k in numbered]
    axes += [(20 * k + 10, 20.75 * side, k) for k in numbered]
    path = f'<path d="{lines}" stroke="{RED}" stroke-width="2" stroke-dasharray="4 3"/>'
    board = f"{grid(side)}{path}{marks}{numbers(side / 2, axes)}"
    return svg(21 * side, 21 * side, f'<g transform="translate({side})">{board}</g>')
