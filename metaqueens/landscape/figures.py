"""A fitness landscape: moves at local optima, autocorrelation, escapes, local optima networks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, PercentFormatter

from metaqueens.analysis.figures import style
from metaqueens.text.words import many, percent

if TYPE_CHECKING:
    from metaqueens.landscape.facts import Neighbourhood, Network


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


@style.styled
def network(net: "Network") -> style.Picture:
    """The network of local optima, as large as their basins; lines to where one move leads."""
    figure, axes = style.picture(height=4.6)
    places = _places(net)
    _draw_edges(axes, net, places)
    costs = np.array([one.cost for one in net.nodes])
    sizes = 10 + 160 * np.array([one.basin for one in net.nodes]) / net.largest
    handles = []
    for k, cost in enumerate(np.unique(costs)):
        here = costs == cost
        look: dict[str, Any] = {"color": _colour(int(cost)), "marker": style.marker(k)}
        axes.scatter(
            places[here, 0],
            places[here, 1],
            s=sizes[here],
            edgecolors=style.PAPER,
            linewidths=0.6,
            zorder=3,
            **look,
        )
        name = "solutions" if cost == 0 else many(int(cost), "attacking pair")
        handles.append(Line2D([], [], linestyle="none", label=name, **look))
    axes.set_axis_off()
    axes.margins(0.06)
    style.legend(figure, handles)
    joined = sum(one != other for one, other, _ in net.edges)
    figure.alt = (
        f"{many(len(costs), 'closed plateau')}, {(costs == 0).sum():,} of them solutions, joined by"
        f" {many(joined, 'line')}; attacking pairs {costs.min():,} to {costs.max():,}."
    )
    return figure


def _colour(cost: int) -> str:
    others = [style.COLOURS[k] for k in (1, 0, 3, 4, 5, 6)]
    return style.COLOURS[2] if cost == 0 else others[(cost - 1) % len(others)]


def _places(net: "Network", turns: int = 150) -> np.ndarray:
    """(nodes, 2): joined nodes near each other, by Fruchterman and Reingold's springs."""
    count = len(net.nodes)
    pull = np.zeros((count, count))
    for one, other, share in net.edges:
        pull[one, other] += share
        pull[other, one] += share
    np.fill_diagonal(pull, 0)
    angles = 2 * np.pi * np.arange(count) / count
    places = np.column_stack([np.cos(angles), np.sin(angles)])
    near = 1.6 / np.sqrt(count)
    for turn in range(turns):
        apart = places[:, None] - places[None]
        far = np.maximum(np.sqrt((apart**2).sum(axis=2)), 0.01)
        force = near**2 / far**2 - (0.15 + pull.clip(max=1)) * (pull > 0) * far / near
        # A weak pull to the middle keeps together what nothing joins.
        moved = (apart * force[..., None]).sum(axis=1) - places * 0.3
        length = np.maximum(np.sqrt((moved**2).sum(axis=1, keepdims=True)), 1e-9)
        places = places + moved / length * np.minimum(length, 0.1 * (1 - turn / turns))
    return places


def _draw_edges(axes: Any, net: "Network", places: np.ndarray) -> None:
    """Lines, wider the more tries took them; what leads back to its node is not drawn."""
    others = [(one, other, share) for one, other, share in net.edges if one != other]
    lines = [places[[one, other]] for one, other, _ in others]
    widths = [0.4 + 3 * share for _, _, share in others]
    axes.add_collection(
        LineCollection(lines, colors=style.MUTED, alpha=0.4, linewidths=widths, zorder=1)
    )
