"""Estimates from the runs of one algorithm: Wilson's interval, the run-length distribution.

``spent`` is the cost of each run (evaluations or seconds, ``(runs,)``) and ``solved`` whether it
solved. An unsolved run is censored: a solution costs more than it spent.
"""

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


class Interval(NamedTuple):
    """From ``low`` to ``high``; both nan if there are too few runs."""

    low: float
    high: float


def wilson(successes: float, trials: float, confidence: float = 0.95) -> Interval:
    """Return Wilson's score interval for a proportion [1]_; (0, 1) for no trials.

    .. [1] Wilson (1927). Probable inference, the law of succession, and statistical inference.
           JASA 22: 209-212.
    """
    if trials == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, weight = successes / trials, z * z / trials
    middle = share + weight / 2
    spread = z * sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return Interval(
        max(0.0, (middle - spread) / (1 + weight)) if successes else 0.0,
        min(1.0, (middle + spread) / (1 + weight)) if successes < trials else 1.0,
    )


def ecdf(spent: Any, solved: Any) -> "pd.DataFrame":
    """Return the share of solved runs by cost: a run-length or run-time distribution [1]_.

    The estimate is that of Kaplan and Meier [2]_: a run that was stopped counts until then. If none
    was stopped before the others ended, as under one budget, it is the plain share. A run whose
    ``spent`` is inf would never have solved.

    Columns: spent, share, low, high (Wilson's 95 %, pointwise, for as many runs as Greenwood's
    variance is worth).

    .. [1] Hoos & Stutzle (1998). Evaluating Las Vegas algorithms: pitfalls and remedies. UAI.
    .. [2] Kaplan & Meier (1958). Nonparametric estimation from incomplete observations. JASA 53:
           457-481.
    """
    import pandas as pd

    found = kaplan_meier(spent, solved)
    bounds = [
        wilson(share * runs, runs) for share, runs in zip(found.share, found.runs, strict=True)
    ]
    return pd.DataFrame(
        {
            "spent": found.costs,
            "share": found.share,
            "low": [bound.low for bound in bounds],
            "high": [bound.high for bound in bounds],
        }
    )


class KaplanMeier(NamedTuple):
    """At each distinct cost of a solved run: the share solved by then, and of how many runs.

    ``runs`` is the number of uncensored runs that would leave the share as uncertain as it is.
    """

    costs: np.ndarray
    share: np.ndarray
    runs: np.ndarray


def kaplan_meier(spent: Any, solved: Any) -> KaplanMeier:
    """Return the share of runs that solve by each cost if none is stopped [1]_.

    The cost of a stopped run beyond its stop is unknown. The uncertainty is Greenwood's [2]_.

    .. [1] Kaplan & Meier (1958). Nonparametric estimation from incomplete observations. JASA 53:
           457-481.
    .. [2] Greenwood (1926). The natural duration of cancer. HMSO.
    """
    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    costs, events = np.unique(spent[solved], return_counts=True)
    at_risk = len(spent) - np.searchsorted(np.sort(spent), costs, side="left")
    left = np.cumprod(1 - events / at_risk)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.cumsum(events / (at_risk * (at_risk - events)))
        runs = np.round((1 - left) / (left * relative), 9)
    if len(left) and not left[-1]:  # nothing is left to be uncertain of; as it was one step before
        runs[-1] = runs[-2] if len(runs) > 1 else at_risk[-1]
    return KaplanMeier(costs, 1 - left, runs)
