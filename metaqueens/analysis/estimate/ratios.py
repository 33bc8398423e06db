"""The ratio of two costs: its confidence interval, and the p-value that goes with it."""

from math import isfinite

import numpy as np

from metaqueens.analysis.estimate.critical_values import LEVELS, USUAL
from metaqueens.analysis.estimate.limits import Limits


def ratio(mine: Limits, other: Limits) -> tuple[float, float, float]:
    """``other`` over ``mine`` with its 95 % interval, put together as in ``of_mean``."""
    gap = other.value - mine.value if other.value != mine.value else 0.0
    if "none" in (mine.kind, other.kind):
        return _exp(gap), np.nan, np.nan
    if not isfinite(gap) or not isfinite(mine.value):  # without a point to start from
        with np.errstate(invalid="ignore"):  # nought over nought is unknown
            low = other.lower[USUAL] - mine.upper[USUAL]
            high = other.upper[USUAL] - mine.lower[USUAL]
        return _exp(gap), _exp(low), _exp(high)
    low = gap - np.hypot(mine.upper[USUAL] - mine.value, other.value - other.lower[USUAL])
    high = gap + np.hypot(mine.value - mine.lower[USUAL], other.upper[USUAL] - other.value)
    return _exp(gap), _exp(low), _exp(high)


def p_of_difference(mine: Limits, other: Limits) -> float:
    """The two-sided p at which the interval of the ratio, ``mine`` being less, begins at 1."""
    if "none" in (mine.kind, other.kind) or not other.value > mine.value:
        return 1.0
    if isfinite(other.value) and isfinite(mine.value):
        gap = other.value - mine.value
        room = gap - np.hypot(mine.upper - mine.value, other.value - other.lower)
    else:
        with np.errstate(invalid="ignore"):  # nought over nought is unknown
            room = other.lower - mine.upper
    apart = int(np.argmin(room > 0)) if not (room > 0).all() else len(room)
    if apart == 0:
        return 1.0
    if apart == len(room):
        return float(2 * LEVELS[-1])
    inside, outside = room[apart - 1], room[apart]
    share = inside / (inside - outside) if isfinite(outside) else 0.0
    return float(2 * LEVELS[apart - 1] * (LEVELS[apart] / LEVELS[apart - 1]) ** share)


def _exp(value: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.exp(value))
