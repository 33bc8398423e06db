"""Estimates from runs: Wilson's interval, the run-length distribution, the growth of cost with n.

``spent`` is the cost of each run (evaluations or seconds, ``(runs,)``) and ``solved`` whether it
solved. An unsolved run is censored: a solution costs more than it spent.
"""

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

LEAST_SIZES = 4


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


def fit_power_laws(table: "pd.DataFrame", name: str) -> "pd.DataFrame":
    """Return a row per algorithm of the ``table`` with a cost at four sizes or more: a n^b.

    A line is fitted to log cost over log n by least squares. ``b_low`` and ``b_high`` are the 95 %
    interval of its slope, which holds if growth is a power of n. A size at which no run solved
    is left out, and with it all that are larger: without it growth would look milder than it is.
    None of an algorithm with several problems of one size. Columns: algorithm, sizes, a, b, b_low,
    b_high.
    """
    import pandas as pd

    rows = []
    for algorithm, cells in table[table.n > 1].groupby("algorithm", sort=False):
        known = cells[((cells[name] > 0) & np.isfinite(cells[name])).cummin()]
        if len(known) < LEAST_SIZES or known.n.duplicated().any():
            continue
        from scipy import stats  # half a second of a command that needs no growth

        line = stats.linregress(np.log(known.n), np.log(known[name]))
        reach = stats.t.ppf(0.975, len(known) - 2) * line.stderr
        b = float(line.slope)
        law = float(np.exp(line.intercept)), b, b - reach, b + reach
        rows.append((str(algorithm), len(known), *law))
    return pd.DataFrame(rows, columns=["algorithm", "sizes", "a", "b", "b_low", "b_high"])
