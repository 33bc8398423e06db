"""Critical values at every level: of Student's t, shares, odds, variances, order statistics."""

from functools import lru_cache

import numpy as np

# The chance that a one-sided limit is passed: from where nothing is held to a family of a million.
LEVELS = 0.025 * 1.25 ** np.arange(13, -100, -1.0)
# The two-sided 95 %.
USUAL = int(np.flatnonzero(LEVELS == 0.025)[0])
# The allowance for the tail grows no further: beyond, ten runs could never tell anything.
_SUREST_TAIL = 0.005


@lru_cache(maxsize=1024)
def share_limits(failures: int, successes: int) -> tuple[np.ndarray, np.ndarray]:
    """Clopper and Pearson's limits of the share of failures."""
    from scipy import special

    low = special.betaincinv(failures, successes + 1, LEVELS) if failures else 0 * LEVELS
    high = special.betaincinv(failures + 1, successes, 1 - LEVELS) if successes else 0 * LEVELS + 1
    return low, high


def odds_limits(failures: int, successes: int) -> tuple[np.ndarray, np.ndarray]:
    with np.errstate(divide="ignore"):
        low, high = (share / (1 - share) for share in share_limits(failures, successes))
    return low, high


@lru_cache(maxsize=1024)
def student(freedom: int) -> np.ndarray:
    from scipy import special

    return np.asarray(-special.stdtrit(freedom, LEVELS))


@lru_cache(maxsize=1024)
def tail_allowance(solved: int) -> np.ndarray:
    """Half of (the upper limit of a variance over its estimate, less one), from half the runs."""
    from scipy import special

    freedom = solved / 2
    lowest = 2 * special.gammaincinv(freedom / 2, np.maximum(LEVELS, _SUREST_TAIL))
    return np.asarray((freedom / lowest - 1) / 2)


@lru_cache(maxsize=1024)
def order_statistics(runs: int, share: float) -> tuple[np.ndarray, np.ndarray]:
    """The places, from 1, of the lower and upper limit at each level; 0 and runs + 1 for none."""
    from scipy import stats

    counts = np.arange(runs + 1)
    low = np.searchsorted(stats.binom.cdf(counts, runs, share), LEVELS, side="right")
    high = np.searchsorted(stats.binom.cdf(counts, runs, 1 - share), LEVELS, side="right")
    return low, runs + 1 - high
