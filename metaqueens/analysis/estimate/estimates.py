"""Estimates from the runs of one algorithm: Wilson's interval, the run-length distribution.

Everywhere ``spent`` is what each run cost (evaluations or seconds, ``(runs,)``) and ``solved``
whether it solved. An unsolved run tells that a solution costs more than it spent.
"""

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pandas as pd


class Interval(NamedTuple):
    """From ``low`` to ``high``; both nan where too few runs say anything."""

    low: float
    high: float


def wilson(successes: float, trials: float, confidence: float = 0.95) -> Interval:
    """Wilson's score interval for a proportion [1]_; (0, 1) for no trials.

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
    """The share of runs that had solved by each cost: a run-length or run-time distribution [1]_.

    Columns: spent, share, low, high (Wilson's 95 %, pointwise).

    .. [1] Hoos & Stutzle (1998). Evaluating Las Vegas algorithms: pitfalls and remedies. UAI.
    """
    import pandas as pd

    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    costs, counts = np.unique(spent[solved], return_counts=True)
    by_then = np.cumsum(counts)
    bounds = [wilson(count, len(spent)) for count in by_then.tolist()]
    return pd.DataFrame(
        {
            "spent": costs,
            "share": by_then / max(1, len(spent)),
            "low": [bound.low for bound in bounds],
            "high": [bound.high for bound in bounds],
        }
    )
