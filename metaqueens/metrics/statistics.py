"""Statistics of the runs of a sample; an unsolved run is censored, never left out.

Each takes ``spent``, the cost of each run, and ``solved``, whether it solved: arrays of one shape,
with the runs along the last axis.
"""

from functools import partial
from math import ceil, inf, nan
from typing import Any

import numpy as np


def ert(spent: Any, solved: Any) -> Any:
    """Return the expected running time [1]_: the costs of all runs divided by the solved runs.

    It is inf if no run solved.

    .. [1] Hansen, Auger, Finck & Ros (2010). Real-parameter black-box optimization benchmarking:
           experimental setup. INRIA.
    """
    total = np.sum(np.asarray(spent, float), axis=-1)
    count = np.sum(np.asarray(solved, float), axis=-1)
    return np.divide(total, count, out=np.full(np.shape(total), inf), where=count > 0)[()]


def mean(spent: Any, solved: Any) -> Any:
    """Return the mean cost of all runs."""
    return np.mean(spent, axis=-1, dtype=float)


def quantile(spent: Any, solved: Any, q: float) -> Any:
    """Return the least cost by which a share ``q`` of all runs has solved; inf if fewer did.

    The inverse of the empirical distribution [1]_ (definition 1), always the cost of a run.

    .. [1] Hyndman & Fan (1996). Sample quantiles in statistical packages. Am. Stat. 50: 361-365.
    """
    costs = np.where(solved, np.asarray(spent, dtype=float), inf)
    runs = costs.shape[-1]
    if runs == 0:
        return np.full(costs.sum(axis=-1).shape, nan)[()]
    ordered = np.sort(costs, axis=-1)  # of few runs faster than a partition
    return ordered[..., runs_for(q, runs) - 1][()]


def runs_for(q: float, runs: int) -> int:
    """Return the least number of ``runs`` that is a share ``q`` of them, at least 1."""
    return max(1, ceil(round(q * runs, 9)))  # 0.1 of 70 is 7, not 7.000000000000001


def weighted_quantile(costs: np.ndarray, weights: np.ndarray, q: float) -> float:
    """Return ``quantile`` of ``costs`` (inf for unsolved runs) that count by their ``weights``."""
    order = np.argsort(costs)
    shares = np.cumsum(weights[order]) / weights.sum()
    return float(costs[order][np.searchsorted(shares, q - 1e-9)])


# The least cost by which half of all runs has solved; inf if fewer did.
median = partial(quantile, q=0.5)


def success(spent: Any, solved: Any) -> Any:
    """Return the share of solved runs."""
    return np.mean(solved, axis=-1, dtype=float)
