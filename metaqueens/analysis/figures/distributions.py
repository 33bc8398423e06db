"""The distribution of the costs of all runs."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from metaqueens.analysis.figures import style

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
    figure.alt = style.describe(f"Share of runs solved by {unit}", curves)
    return figure


def _continue(curve: pd.DataFrame, end: float) -> list[np.ndarray]:
    """Return the columns of a curve, continued to ``end``; zeros if no run solved."""
    last = curve.iloc[-1] if len(curve) else {"share": 0.0, "low": 0.0, "high": 0.0}
    ends = {"spent": end} | {key: last[key] for key in ("share", "low", "high")}
    return [np.append(curve[key], value) for key, value in ends.items()]
