"""A fitness landscape: moves at local optima, autocorrelation, escapes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, PercentFormatter

from metaqueens.analysis.figures import style
from metaqueens.text.words import percent

if TYPE_CHECKING:
    from metaqueens.landscape.facts import Neighbourhood


@style.styled
def changes(found: "Sequence[Neighbourhood]") -> style.Picture:
    """Return what the moves at local optima add to the cost: their shares, by neighbourhood."""
    figure, axes = style.picture()
    width = 0.8 / len(found)
    handles = []
    for k, one in enumerate(found):
        by, shares = np.array(one.changes).T if one.changes else np.zeros((2, 0))
        bars = axes.bar(
            by + (k - (len(found) - 1) / 2) * width,
            shares,
            width,
            color=style.line(k)["color"],
            label=one.name,
            hatch=("", "//", "..")[k % 3],
            edgecolor=style.PAPER,
        )
        handles.append(bars)
    axes.set(xlabel="attacking pairs that a move adds", ylabel="share of moves")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.grid(visible=False, axis="x")
    style.legend(figure, handles)
    figure.alt = "Share of moves by the attacking pairs that they add. " + " ".join(
        f"{one.name}: " + ", ".join(f"{by:+d} {percent(share)}" for by, share in one.changes) + "."
        for one in found
    )
    return figure


@style.styled
def autocorrelation(found: "Sequence[Neighbourhood]") -> style.Picture:
    """Correlation of the costs of boards some random moves apart: as walked, and by theory."""
    figure, axes = style.picture()
    handles = []
    for k, one in enumerate(found):
        look = style.line(k)
        if one.theory:
            axes.plot(*zip(*one.theory, strict=True), **look)
        lags = [lag for lag, _ in one.curve]
        values = np.array([(v.value, v.low or v.value, v.high or v.value) for _, v in one.curve]).T
        axes.fill_between(lags, values[1], values[2], color=look["color"], alpha=0.15, linewidth=0)
        axes.plot(lags, values[0], color=look["color"], marker=style.marker(k), linestyle="none")
        handles.append(_handle(one.name, k))
    axes.axhline(np.exp(-1), color=style.MUTED, linewidth=0.8)
    axes.text(1, np.exp(-1), "1/e", color=style.MUTED, fontsize=9, va="bottom", ha="right",
              transform=axes.get_yaxis_transform())  # fmt: skip
    axes.set(xlabel="random moves apart", ylabel="correlation of costs")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    style.legend(figure, handles)
    figure.alt = "Correlation of costs by random moves apart. " + " ".join(
        f"{one.name}: "
        + ", ".join(f"{lag} {v.value:.2f}" for lag, v in one.curve[:: len(one.curve) // 9 + 1])
        + "."
        for one in found
    )
    return figure


@style.styled
def escapes(found: "Sequence[Neighbourhood]") -> style.Picture:
    """Return the chance to find a better board from a local optimum, by temperature."""
    figure, axes = style.picture()
    handles = []
    for k, one in enumerate(found):
        known = [e for e in one.escapes if not np.isnan(e.found.value)]
        if not known:
            continue
        value, low, high = np.array([e.found[:3] for e in known]).T
        axes.errorbar(
            [e.temperature for e in known],
            value,
            yerr=[value - low, high - value],
            marker=style.marker(k),
            capsize=2.5,
            elinewidth=1,
            **style.line(k),
        )
        handles.append(_handle(one.name, k))
    axes.set(xlabel="temperature (0: sideways moves only)", ylabel="chance to escape")
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    style.legend(figure, handles)
    figure.alt = "Chance to escape by temperature. " + " ".join(
        f"{one.name}: "
        + ", ".join(f"T={e.temperature:g} {percent(e.found.value)}" for e in one.escapes)
        + "."
        for one in found
        if one.escapes
    )
    return figure


def _handle(name: str, k: int) -> Line2D:
    return Line2D([], [], label=name, marker=style.marker(k), **style.line(k))
