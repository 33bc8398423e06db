"""Estimates from the runs of one algorithm: Wilson's interval, the run-length distribution.

``spent`` is the cost of each run (evaluations or seconds, ``(runs,)``) and ``solved`` whether it
solved. An unsolved run is censored: a solution costs more than it spent.
"""

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


def wilson(successes: float, trials: float, confidence: float = 0.95) -> tuple[float, float]:
    """Return Wilson's score interval for a proportion [1]_; (0, 1) for no trials.

    .. [1] Wilson (1927). Probable inference, the law of succession, and statistical inference.
           JASA 22: 209-212.
    """
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, weight = successes / trials, z * z / trials
    middle = share + weight / 2
    spread = z * sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return (
        max(0.0, (middle - spread) / (1 + weight)) if successes else 0.0,
        min(1.0, (middle + spread) / (1 + weight)) if successes < trials else 1.0,
    )


def ecdf(spent: Any, solved: Any) -> "pd.DataFrame":
    """Return the share of runs that solve by each cost: a run-length or run-time distribution [1]_.

    The estimate is that of Kaplan and Meier [2]_: a run that was stopped counts until then. If none
    was stopped before the others ended, as under one budget, it is the plain share. A run whose
    ``spent`` is inf would never have solved.

    Columns: spent, share, runs (the number of uncensored runs that would leave the share as
    uncertain as Greenwood's variance [3]_), low, high (Wilson's 95 % for that number, pointwise).

    .. [1] Hoos & Stutzle (1998). Evaluating Las Vegas algorithms: pitfalls and remedies. UAI.
    .. [2] Kaplan & Meier (1958). Nonparametric estimation from incomplete observations. JASA 53:
           457-481.
    .. [3] Greenwood (1926). The natural duration of cancer. HMSO.
    """
    import pandas as pd

    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    costs, events = np.unique(spent[solved], return_counts=True)
    at_risk = len(spent) - np.searchsorted(np.sort(spent), costs, side="left")
    left = np.cumprod(1 - events / at_risk)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.cumsum(events / (at_risk * (at_risk - events)))
        runs = np.round((1 - left) / (left * relative), 9)
    if len(left) and not left[-1]:  # nothing is left to be uncertain of; as it was one step before
        runs[-1] = runs[-2] if len(runs) > 1 else at_risk[-1]
    found = pd.DataFrame({"spent": costs, "share": 1 - left, "runs": runs})
    bounds = [wilson(*pair) for pair in zip(found.share * runs, runs, strict=True)]
    found[["low", "high"]] = np.array(bounds).reshape(-1, 2)
    return found
