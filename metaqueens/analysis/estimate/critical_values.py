"""Critical values of the distributions behind confidence limits, at many levels at once."""

from functools import lru_cache

import numpy as np

# The probability that a one-sided limit is passed, from 0.45 down to that of a family of a million.
LEVELS = 0.025 * 1.25 ** np.arange(13, -100, -1.0)
# The place of the two-sided 95 %.
USUAL = int(np.flatnonzero(LEVELS == 0.025)[0])
# The allowance for a tail grows no further: beyond it ten runs could never show anything.
_SUREST_TAIL = 0.005


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
