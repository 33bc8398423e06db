"""Figures, the only home of matplotlib: SVG and PNG, for print and for colour-blind readers.

Each function takes plain numbers and returns a ``Picture``; ``picture.savefig("name.svg")`` or
``.png`` keeps it. The same numbers give the same bytes.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.ticker import FixedLocator, NullLocator, StrMethodFormatter, SymmetricalLogLocator

from metaqueens.analysis.figures import style
from metaqueens.analysis.figures.style import Picture as Picture

# Bands of more curves would hide each other.
BANDS_UP_TO = 3
# The share of the axis that the crosses of a contestant need.
CROSS = 0.04


@style.apply_style
def ecdf(curves: Mapping[str, pd.DataFrame], end: float, unit: str) -> Picture:
    """Return the share of solved runs by cost, continued to the largest cost of all, ``end``.

    ``curves`` are the results of ``estimates.ecdf`` by contestant: columns spent, share, low, high.
    """
    figure, axes = style.picture()
    steps = {}
    for name, curve in curves.items():
        thinned = style.thin(curve)
        last = thinned.iloc[-1] if len(thinned) else {"share": 0.0, "low": 0.0, "high": 0.0}
        ends = {"spent": end} | {key: last[key] for key in ("share", "low", "high")}
        steps[name] = [np.append(thinned[key], value) for key, value in ends.items()]
    handles = style.draw_steps(axes, steps, band=len(curves) <= BANDS_UP_TO)
    axes.set(ylabel="share of runs solved", ylim=(-0.02, 1.02))
    style.log_scale(axes.xaxis, unit)
    style.legend(figure, handles)
    figure.alt = style.describe(f"Share of runs solved by {unit}", curves)
    return figure


@style.apply_style
def anytime(bands: Mapping[str, pd.DataFrame], unit: str = "evaluations") -> Picture:
    """Return the best cost so far: the median run, and the band of the middle half of all runs.

    ``bands`` are the results of ``anytime.convergence`` by contestant: columns evaluations, low,
    median, high.
    """
    figure, axes = style.picture()
    columns = ("evaluations", "median", "low", "high")
    ends = {name: [band[column] for column in columns] for name, band in bands.items()}
    handles = style.draw_steps(axes, ends)
    axes.set_ylabel("cost of the best solution")
    style.log_scale(axes.xaxis, unit)
    axes.set_yscale("symlog", linthresh=1)
    axes.set_ylim(bottom=0)
    if axes.get_ylim()[1] < 1000:
        scale = axes.yaxis.get_transform()
        axes.yaxis.set_major_locator(SymmetricalLogLocator(scale, subs=(1.0, 2.0, 5.0)))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    style.legend(figure, handles)
    figure.alt = style.describe(f"Cost of the best solution over {unit}, median run", bands)
    return figure


@style.apply_style
def against_n(points: Mapping[str, pd.DataFrame], unit: str) -> Picture:
    """Return the cost against n on two logarithmic axes.

    ``points`` are by contestant: columns n, value, low, high. A cross at the top, above all data,
    is a size with an infinite value.
    """
    figure, axes = style.picture()
    handles, crossed = [], 0
    for k, (name, seen) in enumerate(zip(style.short_names(points), points.values(), strict=True)):
        look = style.line(k)
        unsolved = seen.n[np.isinf(seen.value)]
        height = np.full(len(unsolved), 1 - CROSS * (crossed + 0.5))
        place = axes.get_xaxis_transform()
        axes.plot(unsolved, height, "x", color=look["color"], transform=place)
        crossed += len(unsolved) > 0
        seen = seen[np.isfinite(seen.value)]
        # An infinite end of an interval is not drawn, nor an interval that is not known.
        ends = (np.where(np.isinf(end), seen.value, end) for end in (seen.low, seen.high))
        bars = [np.abs(end - seen.value) for end in ends]
        look |= {"label": name, "capsize": 2.5, "elinewidth": 1}
        known = bars if np.isfinite(bars).any() else None
        handles.append(axes.errorbar(seen.n, seen.value, yerr=known, **look))
    style.log_scale(axes.xaxis, "n")
    style.log_scale(axes.yaxis, unit)
    if crossed and axes.get_yscale() == "log":  # it is not if no contestant solved any size
        low, high = axes.get_ylim()
        axes.set_ylim(top=low * (high / low) ** (1 / (1 - CROSS * crossed)))
    sizes = sorted({int(n) for seen in points.values() for n in seen.n})
    if len(sizes) <= 8:  # a tick at each
        axes.xaxis.set_major_locator(FixedLocator(sizes))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    style.legend(figure, handles)
    figure.alt = style.describe(f"Cost in {unit} against n", points)
    return figure
