"""The costs of all runs: their distributions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from metaqueens.analysis.figures import style
from metaqueens.text.words import percent

if TYPE_CHECKING:
    import pandas as pd

BANDS_UP_TO = 3


@style.styled
def ecdf(curves: Mapping[str, "pd.DataFrame"], end: float, unit: str) -> style.Picture:
    """The share of runs that had solved by each cost, up to the largest cost of all, ``end``.

    ``curves`` are by contestant what ``estimates.ecdf`` returns: columns spent, share, low, high.
    """
    figure, axes = style.picture()
    drawn = {name: _to_the_end(style.thin(curve), end) for name, curve in curves.items()}
    handles = style.steps(axes, drawn, band=len(curves) <= BANDS_UP_TO)
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
    ends = {"spent": end} | {key: last[key] for key in ("share", "low", "high")}
    return [np.append(curve[key], value) for key, value in ends.items()]
