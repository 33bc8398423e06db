"""A board with its attacks in red, as a figure; ``drawing`` does the same without matplotlib."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.path import Path

from metaqueens import drawing
from metaqueens.analysis.figures import style

# ``drawing.CROWN`` about its middle, rows counted downwards on the axes too.
CROWN = Path(
    np.array(
        [
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
        ]
    )
    * [1, -1]
    - [0.5, -0.5],
    closed=True,
)


@style.styled
def board(queens: Sequence[int], side: float = 4.0) -> style.Picture:
    """Draw ``queens``, the row of the queen in each column, ``side`` inches wide."""
    figure, axes = style.picture(side, side)
    show(axes, queens, side)
    return figure


def show(axes: Any, queens: Sequence[int], side: float, forced: Sequence[int] = ()) -> None:
    """Draw ``queens`` on empty ``axes`` that are ``side`` inches wide.

    A row of -1 is a column without a queen; the queens of ``forced`` columns are blue.
    """
    n, pairs = len(queens), drawing.attacks(queens)
    attacked = sorted({column for pair in pairs for column in pair})
    free = [c for c in range(n) if queens[c] >= 0 and c not in attacked and c not in forced]
    blue = sorted(set(forced) - set(attacked))
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
    for columns, colour in (
        (attacked, drawing.ATTACKED),
        (free, drawing.QUEEN),
        (blue, drawing.FORCED),
    ):
        at = [column + 0.5 for column in columns], [queens[column] + 0.5 for column in columns]
        if columns is attacked:
            axes.scatter(*at, s=0.7 * square, facecolors=drawing.LIGHT, edgecolors=colour, zorder=2)
        axes.scatter(*at, s=0.45 * square, marker=CROWN, color=colour, linewidths=0, zorder=3)


def show_step(
    axes: Any,
    n: int,
    side: float,
    struck: Sequence[int],
    dead: Sequence[int],
    tried: tuple[int, int] | None,
) -> None:
    """Draw on a board what a complete search has struck out, its dead end, the square it tries."""
    square = (72 * side / n) ** 2
    for k in range(n):
        axes.text(0.06, k + 0.06, k, fontsize=6, va="top", color=drawing.STRUCK)
        axes.text(k + 0.94, n - 0.06, k, fontsize=6, ha="right", color=drawing.STRUCK)
    for column in dead:
        axes.axvspan(column, column + 1, color=drawing.ATTACKED, alpha=0.25, linewidth=0)
    crosses = [(c + 0.5, r + 0.5) for c in range(n) for r in range(n) if struck[c] >> r & 1]
    if crosses:
        axes.scatter(
            *zip(*crosses, strict=True),
            s=0.12 * square,
            marker="x",
            color=drawing.STRUCK,
            linewidths=1.2,
        )
    if tried:
        axes.scatter(
            tried[0] + 0.5,
            tried[1] + 0.5,
            s=0.7 * square,
            facecolors="none",
            edgecolors=drawing.ATTACKED,
            linestyle=(0, (2, 1.5)),
        )


def _squares() -> Any:
    from matplotlib.colors import ListedColormap

    return ListedColormap([drawing.LIGHT, drawing.DARK])
