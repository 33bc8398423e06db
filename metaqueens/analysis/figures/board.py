"""A board with its attacks in red, as a figure; ``drawing`` does the same without matplotlib."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.path import Path

from metaqueens.analysis.figures import style
from metaqueens.problem import drawing

# ``drawing.CROWN`` in the unit square, rows counted downwards.
CROWN_POINTS = (
    (0.2, 0.84),
    (0.8, 0.84),
    (0.9, 0.36),
    (0.71, 0.52),
    (0.68, 0.19),
    (0.57, 0.46),
    (0.5, 0.12),
    (0.43, 0.46),
    (0.32, 0.19),
    (0.29, 0.52),
    (0.1, 0.36),
    (0.2, 0.84),
)
# About its middle, as a marker.
CROWN = Path(np.array(CROWN_POINTS) * [1, -1] - [0.5, -0.5], closed=True)


@style.styled
def board(queens: Sequence[int], side: float = 4.0) -> style.Picture:
    """Draw ``queens``, the row of the queen in each column, ``side`` inches wide."""
    figure, axes = style.picture(side, side)
    n, pairs = len(queens), drawing.attacks(queens)
    attacked = sorted({column for pair in pairs for column in pair})
    free = [column for column in range(n) if column not in attacked]
    squares = np.indices((n, n)).sum(axis=0) % 2
    axes.pcolormesh(squares, cmap=_squares(), vmin=0, vmax=1)
    axes.set(xlim=(0, n), ylim=(n, 0), aspect="equal")
    axes.set_axis_off()
    square = (72 * side / n) ** 2
    for one, other in pairs:
        axes.plot(
            [one + 0.5, other + 0.5],
            [queens[one] + 0.5, queens[other] + 0.5],
            color=drawing.ATTACKED,
            linewidth=1,
            linestyle=(0, (3, 2)),
        )
    for columns, colour in ((attacked, drawing.ATTACKED), (free, drawing.QUEEN)):
        at = [column + 0.5 for column in columns], [queens[column] + 0.5 for column in columns]
        if columns is attacked:
            axes.scatter(*at, s=0.7 * square, facecolors=drawing.LIGHT, edgecolors=colour, zorder=2)
        axes.scatter(*at, s=0.45 * square, marker=CROWN, color=colour, linewidths=0, zorder=3)
    figure.alt = drawing.in_words(queens, len(attacked))
    return figure


def _squares() -> Any:
    from matplotlib.colors import ListedColormap

    return ListedColormap([drawing.LIGHT, drawing.DARK])
