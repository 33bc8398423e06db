"""The distribution of the costs of all runs."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from metaqueens.analysis.figures import style
from metaqueens.text.words import percent

BANDS_UP_TO = 3


@style.apply_style
def ecdf(curves: Mapping[str, pd.DataFrame], end: float, unit: str) -> style.Picture:
    """Return the share of solved runs by cost, up to the largest cost of all, ``end``.

    ``curves`` are the results of ``estimates.ecdf`` by contestant: columns spent, share, low, high.
    """
    figure, axes = style.picture()
    steps = {name: _continue(style.thin(curve), end) for name, curve in curves.items()}
    handles = style.draw_steps(axes, steps, band=len(curves) <= BANDS_UP_TO)
    axes.set(ylabel="share of runs solved", ylim=(-0.02, 1.02))
    style.log_scale(axes.xaxis, unit)
    style.legend(figure, handles)
    figure.alt = f"Share of runs solved by {unit}. {_describe(curves, unit)}"
    return figure


def _describe(curves: Mapping[str, pd.DataFrame], unit: str) -> str:
    """Return the cost at which half of all runs had solved, and the final share."""
    parts = []
    for name, curve in curves.items():
        if not len(curve):
            parts.append(f"{style.clean_name(name)}: none.")
            continue
        half, last = curve[curve.share >= 0.5], curve.iloc[-1]
        within = f"half within {style.amount(half.spent.iloc[0], unit)}, " if len(half) else ""
        spent = style.amount(last.spent, unit)
        parts.append(f"{style.clean_name(name)}: {within}{percent(last.share)} within {spent}.")
    return " ".join(parts)


def _continue(curve: pd.DataFrame, end: float) -> list[np.ndarray]:
    """Return the columns of a curve, continued to ``end``; zeros if no run solved."""
    last = curve.iloc[-1] if len(curve) else {"share": 0.0, "low": 0.0, "high": 0.0}
    ends = {"spent": end} | {key: last[key] for key in ("share", "low", "high")}
    return [np.append(curve[key], value) for key, value in ends.items()]
