"""Demsar's critical difference diagram [1]_.

.. [1] Demsar (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7: 1-30.
"""

from collections.abc import Mapping
from math import ceil, floor
from typing import Any

import pandas as pd

from metaqueens.analysis.figures import style
from metaqueens.analysis.inference.ranking import find_cliques
from metaqueens.text.words import join_names

INK: dict[str, Any] = {"color": style.INK, "clip_on": False, "solid_capstyle": "butt"}


@style.apply_style
def critical_difference(ranks: Mapping[str, float], difference: float) -> style.Picture:
    """Return average ranks on a line, the best on the left; a bar joins those that do not differ.

    Two contestants differ if their ranks are more than ``difference`` apart.
    """
    ordered = sorted(ranks.items(), key=lambda item: (item[1], item[0]))
    half = (len(ordered) + 1) // 2
    bars = find_cliques(pd.Series(dict(ordered)), difference)
    depth = 0.35 + 0.22 * len(bars)
    names = style.names(name for name, _ in ordered)
    width = 1.8 + 0.17 * (max(map(len, names)) + 5)
    figure, axes = style.picture(width, 1.1 + 0.24 * (half + len(bars)))
    low, high = floor(ordered[0][1]), max(ceil(ordered[-1][1]), floor(ordered[0][1]) + 1)
    axes.set(xlim=(low, high), ylim=(depth + 0.4 * half, -0.9))
    axes.set_axis_off()
    _draw_scale(axes, low, high, difference)
    for k, group in enumerate(bars):
        at = ranks[group[0]] - 0.02 * (high - low), ranks[group[-1]] + 0.02 * (high - low)
        axes.plot(at, [0.2 + 0.22 * k] * 2, linewidth=4, **INK)
    for k, (_, rank) in enumerate(ordered):
        _draw_pointer(axes, (low, high), depth, k, len(ordered), f"{names[k]}  {rank:.2f}", rank)
    joined = [join_names(list(map(style.clean_name, group)), 9) for group in bars]
    names_and_ranks = ", ".join(f"{style.clean_name(name)} {rank:.2f}" for name, rank in ordered)
    figure.alt = (
        f"Average ranks, best first: {names_and_ranks};"
        f" critical difference {difference:.2f}; joined by a bar: {'; '.join(joined) or 'none'}."
    )
    return figure


def _draw_scale(axes: Any, low: int, high: int, difference: float) -> None:
    """Draw the line of ranks, and above it the critical difference."""
    axes.plot([low, high], [0, 0], linewidth=1.2, **INK)
    for tick in range(low, high + 1):
        axes.plot([tick, tick], [-0.12, 0], linewidth=1.2, **INK)
        axes.text(tick, -0.2, str(tick), ha="center", va="bottom", color=style.INK)
    shown = min(difference, float(high - low))
    axes.plot([low, low + shown], [-0.62, -0.62], linewidth=2, **INK)
    note = f"critical difference {difference:.2f}"
    axes.text(low, -0.72, note, va="bottom", color=style.INK)


def _draw_pointer(
    axes: Any, ends: tuple[int, int], depth: float, k: int, total: int, text: str, rank: float
) -> None:
    """Draw a line from a rank to its name: the better half on the left, the best on top."""
    left = k < (total + 1) // 2
    y = depth + 0.4 * (k if left else total - 1 - k)
    x = ends[0] - 0.02 * (ends[1] - ends[0]) if left else ends[1] + 0.02 * (ends[1] - ends[0])
    axes.plot([rank, rank, x], [0, y, y], color=style.MUTED, linewidth=0.9, clip_on=False)
    side = {"ha": "right" if left else "left", "va": "center", "color": style.INK}
    axes.text(x, y, f"{text} " if left else f" {text}", **side)
