"""The costs of all runs: distributions, box plots and points."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from metaqueens.analysis.figures import style
from metaqueens.metrics import statistics
from metaqueens.text.words import many, percent

if TYPE_CHECKING:
    import pandas as pd

BANDS_UP_TO = 3


@style.styled
def ecdf(curves: Mapping[str, "pd.DataFrame"], end: float, unit: str) -> style.Picture:
    """The share of runs that had solved by each cost, up to the largest cost of all, ``end``.

    ``curves`` are by contestant what ``estimates.ecdf`` returns: columns spent, share, low, high.
    """
    figure, axes = style.picture()
    few = len(curves) <= BANDS_UP_TO
    handles = [
        style.steps(axes, k, name, _to_the_end(style.thin(curve), end), band=few)
        for k, (name, curve) in enumerate(zip(style.names(curves), curves.values(), strict=True))
    ]
    axes.set(ylabel="share of runs solved", ylim=(-0.02, 1.02))
    style.log_scale(axes.xaxis, unit)
    style.legend(figure, handles)
    figure.alt = f"Share of runs solved by {unit}. {_in_words(curves, unit)}"
    return figure


def _in_words(curves: Mapping[str, "pd.DataFrame"], unit: str) -> str:
    """When half of all runs had solved, and how many had in the end."""
    said = []
    for name, curve in curves.items():
        if not len(curve):
            said.append(f"{style.spoken(name)}: none.")
            continue
        half, last = curve[curve.share >= 0.5], curve.iloc[-1]
        within = f"half within {style.amount(half.spent.iloc[0], unit)}, " if len(half) else ""
        spent = style.amount(last.spent, unit)
        said.append(f"{style.spoken(name)}: {within}{percent(last.share)} within {spent}.")
    return " ".join(said)


def _to_the_end(curve: "pd.DataFrame", end: float) -> list[np.ndarray]:
    """Return its columns, kept up to ``end``; nought where no run solved."""
    last = curve.iloc[-1] if len(curve) else {"share": 0.0, "low": 0.0, "high": 0.0}
    values = (
        (key, end if key == "spent" else last[key]) for key in ("spent", "share", "low", "high")
    )
    return [np.append(curve[key], value) for key, value in values]


@style.styled
def strips(samples: Mapping[str, tuple[Any, Any]], unit: str) -> style.Picture:
    """Return each run as a point, solved or (hollow) not, over the box of its contestant.

    ``samples`` are (spent, solved) by contestant; boxes are quartiles and medians of all runs, an
    unsolved one longer than any: a box without a right end where a quarter did not solve.
    """
    figure, axes = style.picture(height=max(1.6, 0.8 + 0.42 * len(samples)))
    for k, (spent, solved) in enumerate(samples.values()):
        _strip(axes, k, np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool))
    every = np.concatenate([[], *(np.asarray(spent, dtype=float) for spent, _ in samples.values())])
    if (every := every[every > 0]).size:
        axes.set_xlim(every.min() / 1.3, every.max() * 1.3)
    axes.set_yticks(range(len(samples)), style.names(samples))
    axes.set_ylim(len(samples) - 0.4, -0.6)
    style.log_scale(axes.xaxis, unit)
    axes.grid(visible=False, axis="y")
    figure.alt = "Each run as a point. " + " ".join(
        _range(
            style.spoken(name), np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool), unit
        )
        for name, (spent, solved) in samples.items()
    )
    return figure


def _range(name: str, spent: np.ndarray, solved: np.ndarray, unit: str) -> str:
    said = f"{name}: {solved.sum():,} of {many(len(spent), 'run')} solved"
    if not solved.any():
        return f"{said}."
    least, most = (style.amount(end(spent[solved]), unit) for end in (np.min, np.max))
    return f"{said}, in {least} to {most}."


def _strip(axes: Any, k: int, spent: np.ndarray, solved: np.ndarray) -> None:
    colour = style.line(k)["color"]
    if solved.any():
        beyond = 10 * spent.max()  # outside the axes
        q1, med, q3 = (
            min(beyond, statistics.quantile(spent, solved, q)) for q in (0.25, 0.5, 0.75)
        )
        most = spent.max() if solved.all() else beyond
        axes.bxp(
            [{"whislo": spent[solved].min(), "q1": q1, "med": med, "q3": q3, "whishi": most}],
            positions=[k],
            orientation="horizontal",
            widths=0.5,
            manage_ticks=False,
            showfliers=False,
            patch_artist=True,
            boxprops={"facecolor": "none", "edgecolor": style.MUTED},
            medianprops={"color": style.INK, "linewidth": 2},
            whiskerprops={"color": style.MUTED},
            capprops={"color": style.MUTED},
        )
    for which, face in ((solved, colour), (~solved, "none")):
        points = style.thin(np.sort(spent[which]))
        # A golden-ratio walk spreads points evenly, and alike every time.
        heights = k + 0.36 * (np.arange(len(points)) * 0.618034 % 1 - 0.5)
        axes.scatter(
            points,
            heights,
            s=13,
            marker=style.marker(k),
            facecolors=face,
            edgecolors=colour,
            linewidths=0.8,
            alpha=0.75,
        )
