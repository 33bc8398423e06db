"""Bootstrap intervals: scipy's, seeded, and an answer where scipy has none."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from metaqueens.analysis.estimates import Interval, median

RESAMPLES = 999
# Above so many runs the correction no longer moves the interval, and its jackknife is quadratic.
CORRECTED_UP_TO = 500
_AT_ONCE = 4_000_000

Statistic = Callable[..., Any]


class Bootstrapped:
    """A statistic of many equally long samples, and how it scatters.

    Parameters
    ----------
    values
        Shape ``(samples,)``.
    low, high
        The same shape: BCa [1]_ up to 500 runs, percentiles beyond or where BCa is not defined,
        as with a single solved run.
    draws
        Shape ``(samples, resamples)``, of all samples from the same resampled places.

    .. [1] Efron (1987). Better bootstrap confidence intervals. JASA 82: 171-185.
    """

    def __init__(
        self, statistic: Statistic, spent: Any, solved: Any, confidence: float = 0.95, seed: int = 0
    ) -> None:
        spent, solved = np.atleast_2d(spent).astype(float), np.atleast_2d(solved)
        self.values = np.atleast_1d(statistic(spent, solved, axis=-1))
        if spent.shape[1] < 2:
            self.draws = np.repeat(self.values[:, None], RESAMPLES, axis=1)
            self.low = self.high = np.full(self.values.shape, np.nan)
            return
        self.draws, self.low, self.high = _bootstrap(statistic, spent, solved, confidence, seed)

    def interval(self, sample: int = 0) -> Interval:
        """The interval of one sample."""
        return Interval(float(self.low[sample]), float(self.high[sample]))


def interval(
    statistic: Statistic, spent: Any, solved: Any, confidence: float = 0.95, seed: int = 0
) -> Interval:
    """The interval of ``statistic(spent, solved, axis=-1)``; nan, nan for fewer than two runs."""
    return Bootstrapped(statistic, spent, solved, confidence, seed).interval()


def _bootstrap(
    statistic: Statistic, spent: Any, solved: Any, confidence: float, seed: int
) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    if spent.shape[1] > CORRECTED_UP_TO and statistic is median:
        draws = _medians(spent, solved, rng)
        low = high = np.full(len(draws), np.nan)
    else:
        draws, low, high = _by_scipy(statistic, spent, solved, confidence, rng)
    tail = (1 - confidence) / 2
    plain_low = np.quantile(draws, tail, axis=-1, method="lower")
    plain_high = np.quantile(draws, 1 - tail, axis=-1, method="higher")
    undefined = np.isnan(low) | np.isnan(high)
    return draws, np.where(undefined, plain_low, low), np.where(undefined, plain_high, high)


def _by_scipy(
    statistic: Statistic, spent: Any, solved: Any, confidence: float, rng: np.random.Generator
) -> tuple[Any, Any, Any]:
    from scipy import stats

    method = "BCa" if spent.shape[1] <= CORRECTED_UP_TO else "percentile"
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # of degenerate samples, which the caller puts right
        found = stats.bootstrap(
            (spent, solved), statistic, paired=True, axis=-1, n_resamples=RESAMPLES,
            batch=max(1, _AT_ONCE // spent.size), confidence_level=confidence, method=method,
            rng=rng,
        )  # fmt: skip
    return np.atleast_2d(found.bootstrap_distribution), *np.atleast_1d(*found.confidence_interval)


def _medians(spent: Any, solved: Any, rng: np.random.Generator) -> Any:
    """Medians of resamples without resampling: the middle of n uniform places is a beta variate."""
    runs = spent.shape[1]
    middle = (runs + 1) // 2
    places = rng.beta(middle, runs + 1 - middle, RESAMPLES) * runs
    return np.sort(np.where(solved, spent, np.inf), axis=-1)[:, places.astype(int)]
