"""What confidence limits rest on: critical values at many levels at once, and tails of costs."""

from functools import lru_cache

import numpy as np

# The probability that a one-sided limit is passed, from 0.45 down to that of a family of a million.
LEVELS = 0.025 * 1.25 ** np.arange(13, -100, -1.0)
# The place of the two-sided 95 %.
USUAL = int(np.flatnonzero(LEVELS == 0.025)[0])
# The allowance for a tail grows no further: beyond it ten runs could never show anything.
_SUREST_TAIL = 0.005
# A tail is heavy if the costliest run has this share of the cost, and if that would happen in fewer
# than one sample in twenty of exponential costs; from a hundred runs on also if Hill's estimate
# from the costliest tenth is that of an infinite variance.
HEAVY_SHARE, ONE_SAMPLE_IN, FEWEST_FOR_HILL, INFINITE_VARIANCE = 0.25, 20, 100, 0.5


@lru_cache(maxsize=1024)
def share_limits(failures: int, successes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the limits of Clopper and Pearson [1]_ of the share of failures, at all levels.

    .. [1] Clopper & Pearson (1934). The use of confidence or fiducial limits illustrated in the
           case of the binomial. Biometrika 26: 404-413.
    """
    from scipy import special

    low = special.betaincinv(failures, successes + 1, LEVELS) if failures else 0 * LEVELS
    high = special.betaincinv(failures + 1, successes, 1 - LEVELS) if successes else 0 * LEVELS + 1
    return low, high


def odds_limits(failures: int, successes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the same limits as failures per success."""
    with np.errstate(divide="ignore"):
        low, high = (share / (1 - share) for share in share_limits(failures, successes))
    return low, high


@lru_cache(maxsize=1024)
def student(freedom: int) -> np.ndarray:
    """Return the quantiles of Student's t distribution, at all levels."""
    from scipy import special

    return np.asarray(-special.stdtrit(freedom, LEVELS))


@lru_cache(maxsize=1024)
def tail_allowance(solved: int) -> np.ndarray:
    """Return half of the relative excess of the upper limit of a variance, from half the runs.

    The limit is that of the chi-squared distribution.
    """
    from scipy import special

    freedom = solved / 2
    lowest = 2 * special.gammaincinv(freedom / 2, np.maximum(LEVELS, _SUREST_TAIL))
    return np.asarray((freedom / lowest - 1) / 2)


@lru_cache(maxsize=1024)
def order_statistics(runs: int, share: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the places, from 1, of the runs that limit a quantile; 0 and runs + 1 for none.

    The number of runs below the quantile is binomial, so that the limits are exact [1]_.

    .. [1] Thompson (1936). On confidence ranges for the median and other expectation distributions
           for populations of unknown distribution form. Ann. Math. Statist. 7: 122-128.
    """
    from scipy import stats

    counts = np.arange(runs + 1)
    low = np.searchsorted(stats.binom.cdf(counts, runs, share), LEVELS, side="right")
    high = np.searchsorted(stats.binom.cdf(counts, runs, 1 - share), LEVELS, side="right")
    return low, runs + 1 - high


def tail(costs: np.ndarray) -> float:
    """Return the mean square of log(cost / median) over the upper half of ``costs``.

    It is sigma squared for lognormal and 0.82 for exponential costs. Half of it is about the
    logarithm of mean over median, the part of the mean that a typical run does not show.
    """
    middle = np.median(costs) if len(costs) > 1 else 0.0
    if not middle > 0:
        return 0.0
    above = np.log(np.maximum(costs / middle, 1.0))
    return float((above**2).sum() / (len(costs) / 2))


def is_heavy(costs: np.ndarray) -> bool:
    """Return whether ``costs`` have a heavier tail than an exponential distribution.

    The share of the costliest of k exponential costs exceeds g with a chance of at most
    k (1 - g)^(k - 1) [1]_. The estimate of the tail index is that of Hill [2]_.

    .. [1] Fisher (1929). Tests of significance in harmonic analysis. Proc. R. Soc. A 125: 54-59.
    .. [2] Hill (1975). A simple general approach to inference about the tail of a distribution.
           Ann. Statist. 3: 1163-1174.
    """
    runs, total = len(costs), costs.sum()
    if runs < 2 or not total > 0:
        return False
    share = costs.max() / total
    if share > HEAVY_SHARE and runs * (1 - share) ** (runs - 1) < 1 / ONE_SAMPLE_IN:
        return True
    if runs < FEWEST_FOR_HILL:
        return False
    upper = np.sort(costs)[-(runs // 10) - 1 :]
    return bool(upper[0] > 0 and np.log(upper[1:] / upper[0]).mean() > INFINITE_VARIANCE)
