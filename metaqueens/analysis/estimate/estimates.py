"""What a set of runs says of an algorithm: success, cost, quantiles, distributions, intervals.

Everywhere ``spent`` is what each run cost (evaluations or seconds, ``(runs,)``) and ``solved``
whether it solved. An unsolved run is censored: it tells that a solution costs more than it spent.
"""

from math import inf, nan, sqrt
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


def ert(spent: Any, solved: Any, axis: int = -1) -> Any:
    """Expected running time [1]_: all that was spent by solved run; inf where none solved.

    .. [1] Hansen, Auger, Finck & Ros (2010). Real-parameter black-box optimization benchmarking:
           experimental setup. INRIA.
    """
    total = np.sum(np.asarray(spent, float), axis=axis)
    count = np.sum(np.asarray(solved, float), axis=axis)
    return np.divide(total, count, out=np.full(np.shape(total), inf), where=count > 0)[()]


def par(spent: Any, solved: Any, budget: float, penalty: float = 10, axis: int = -1) -> Any:
    """Penalised average [1]_: the mean, an unsolved run charged ``penalty`` times the ``budget``.

    .. [1] Hutter, Hoos, Leyton-Brown & Stutzle (2009). ParamILS: an automatic algorithm
           configuration framework. JAIR 36: 267-306.
    """
    return np.mean(np.where(solved, spent, penalty * budget), axis=axis)


def mean(spent: Any, solved: Any, axis: int = -1) -> Any:
    """The mean of what all runs count."""
    return np.mean(spent, axis=axis, dtype=float)


def mean_if_solved(spent: Any, solved: Any) -> float:
    """The mean of the solved runs alone, which flatters whatever gives up early; nan for none."""
    chosen = np.asarray(spent, dtype=float)[np.asarray(solved, dtype=bool)]
    return float(chosen.mean()) if chosen.size else nan


def quantile(spent: Any, solved: Any, q: float = 0.5, axis: int = -1) -> Any:
    """The cost by which a share ``q`` of all runs has solved; inf where so many did not.

    Linear between two solved runs, as NumPy has it.
    """
    costs = np.where(solved, np.asarray(spent, dtype=float), inf)
    runs = costs.shape[axis]
    if runs == 0:
        return np.full(costs.sum(axis=axis).shape, nan)[()]
    place = (runs - 1) * q
    below, above = int(np.floor(place)), int(np.ceil(place))
    ordered = np.sort(costs, axis=axis)  # of few runs faster than a partition
    low, high = ordered.take(below, axis=axis), ordered.take(above, axis=axis)
    if below == above:
        return low
    with np.errstate(invalid="ignore"):
        between = low + (place - below) * (high - low)
    return np.where(np.isinf(high), inf, between)[()]


def median(spent: Any, solved: Any, axis: int = -1) -> Any:
    """The cost by which half of all runs has solved; inf where fewer did."""
    return quantile(spent, solved, 0.5, axis)


def success(spent: Any, solved: Any, axis: int = -1) -> Any:
    """The share of solved runs."""
    return np.mean(solved, axis=axis, dtype=float)


def ecdf(spent: Any, solved: Any, gave_up: Any = False) -> "pd.DataFrame":
    """The share of runs that had solved by each cost: a run-length or run-time distribution [1]_.

    Kaplan and Meier's [2]_: a run that was stopped counts until then. Where none was stopped before
    the others ended, as under one budget, that is the plain share. Runs that ``gave_up`` would
    never have solved.

    Columns: spent, share, low, high (Wilson's 95 %, pointwise, for as many runs as Greenwood's
    variance is worth) and censored: whether a run had been stopped by then.

    .. [1] Hoos & Stutzle (1998). Evaluating Las Vegas algorithms: pitfalls and remedies. UAI.
    .. [2] Kaplan & Meier (1958). Nonparametric estimation from incomplete observations. JASA 53:
           457-481.
    """
    import pandas as pd

    from metaqueens.analysis.estimate.survival import kaplan_meier

    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    spent = np.where(gave_up, inf, spent)
    found = kaplan_meier(spent, solved)
    bounds = [
        wilson(share * runs, runs) for share, runs in zip(found.share, found.runs, strict=True)
    ]
    ended = spent[~solved].min(initial=inf)
    return pd.DataFrame(
        {
            "spent": found.costs,
            "share": found.share,
            "low": [bound.low for bound in bounds],
            "high": [bound.high for bound in bounds],
            "censored": found.costs > ended,
        }
    )
