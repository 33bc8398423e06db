"""What a metric computes of the runs of a sample; an unsolved run is censored, never left out.

Each takes ``spent``, what every run spent, and ``solved``, whether it solved: arrays of one shape,
with the runs along ``axis``.
"""

from functools import partial
from math import inf, nan
from typing import Any

import numpy as np


def ert(spent: Any, solved: Any, axis: int = -1) -> Any:
    """Expected running time [1]_: all that was spent by solved run; inf where none solved.

    .. [1] Hansen, Auger, Finck & Ros (2010). Real-parameter black-box optimization benchmarking:
           experimental setup. INRIA.
    """
    total = np.sum(np.asarray(spent, float), axis=axis)
    count = np.sum(np.asarray(solved, float), axis=axis)
    return np.divide(total, count, out=np.full(np.shape(total), inf), where=count > 0)[()]


def mean(spent: Any, solved: Any, axis: int = -1) -> Any:
    """Return the mean of what all runs count."""
    return np.mean(spent, axis=axis, dtype=float)


def quantile(spent: Any, solved: Any, q: float, axis: int = -1) -> Any:
    """Return the cost by which a share ``q`` of all runs has solved; inf where so many did not.

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


# The cost by which half of all runs has solved; inf where fewer did.
median = partial(quantile, q=0.5)


def success(spent: Any, solved: Any, axis: int = -1) -> Any:
    """Return the share of solved runs."""
    return np.mean(solved, axis=axis, dtype=float)
