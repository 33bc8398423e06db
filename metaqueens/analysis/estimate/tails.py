"""The tails of costs: conclusions from the costly half of the runs on runs that did not occur."""

from math import inf

import numpy as np

# A tail is heavy if the costliest run has this share of the cost, and if that would happen in fewer
# than one sample in twenty of exponential costs; from a hundred runs on also if Hill's estimate
# from the costliest tenth is that of an infinite variance.
HEAVY_SHARE, ONE_SAMPLE_IN, FEWEST_FOR_HILL, INFINITE_VARIANCE = 0.25, 20, 100, 0.5


def tail(costs: np.ndarray) -> np.ndarray:
    """Return the mean square of log(cost / median) over the upper half of ``costs`` (last axis).

    It is sigma squared for lognormal and 0.82 for exponential costs. Half of it is about the
    logarithm of mean over median, the part of the mean that a typical run does not show.
    """
    runs = costs.shape[-1]
    if runs < 2:
        return np.zeros(costs.shape[:-1])
    middle = np.median(costs, axis=-1, keepdims=True)
    above = np.log(np.maximum(costs / np.where(middle > 0, middle, inf), 1.0))
    return np.asarray((above**2).sum(axis=-1) / (runs / 2))


def is_heavy(costs: np.ndarray) -> np.ndarray:
    """Return whether ``costs`` (last axis) have a heavier tail than an exponential distribution.

    The share of the costliest of k exponential costs exceeds g with a chance of at most
    k (1 - g)^(k - 1) [1]_. The estimate of the tail index is that of Hill [2]_.

    .. [1] Fisher (1929). Tests of significance in harmonic analysis. Proc. R. Soc. A 125: 54-59.
    .. [2] Hill (1975). A simple general approach to inference about the tail of a distribution.
           Ann. Statist. 3: 1163-1174.
    """
    runs, total = costs.shape[-1], costs.sum(axis=-1)
    if runs < 2:
        return np.zeros(costs.shape[:-1], bool)
    share = costs.max(axis=-1) / np.where(total > 0, total, inf)
    heavy = (share > HEAVY_SHARE) & (runs * (1 - share) ** (runs - 1) < 1 / ONE_SAMPLE_IN)
    if runs >= FEWEST_FOR_HILL:
        upper = np.sort(costs, axis=-1)[..., -(runs // 10) - 1 :]
        least = np.where(upper[..., :1] > 0, upper[..., :1], inf)
        with np.errstate(divide="ignore"):
            heavy |= np.log(upper[..., 1:] / least).mean(axis=-1) > INFINITE_VARIANCE
    return np.asarray(heavy)
