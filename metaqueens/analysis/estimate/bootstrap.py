"""Bootstrap draws of a statistic: seeded, and shared by all samples of one size."""

from collections.abc import Callable
from typing import Any

import numpy as np

from metaqueens.metrics.statistics import median

RESAMPLES = 999
# Beyond so many runs a median's draws come from its order statistic, which costs nothing.
RESAMPLED_UP_TO = 500
_AT_ONCE = 4_000_000

Statistic = Callable[..., Any]


class Bootstrapped:
    """A statistic of many equally long samples, and how it scatters.

    Parameters
    ----------
    values
        Shape ``(samples,)``.
    draws
        Shape ``(samples, resamples)``, of all samples from the same resampled places; runs are
        resampled whole, solved or not [1]_.

    .. [1] Efron (1979). Bootstrap methods: another look at the jackknife. Ann. Statist. 7: 1-26.
    """

    def __init__(self, statistic: Statistic, spent: Any, solved: Any, seed: int = 0) -> None:
        spent, solved = np.atleast_2d(spent).astype(float), np.atleast_2d(solved)
        self.values = np.atleast_1d(statistic(spent, solved, axis=-1))
        if spent.shape[1] < 2:
            self.draws = np.repeat(self.values[:, None], RESAMPLES, axis=1)
            return
        rng = np.random.default_rng(seed)
        if spent.shape[1] > RESAMPLED_UP_TO and statistic is median:
            self.draws = _medians(spent, solved, rng)
        else:
            self.draws = _by_scipy(statistic, spent, solved, rng)


def _by_scipy(statistic: Statistic, spent: Any, solved: Any, rng: np.random.Generator) -> Any:
    from scipy import stats

    with np.errstate(all="ignore"):  # of samples with no solved run
        found = stats.bootstrap(
            (spent, solved),
            statistic,
            paired=True,
            axis=-1,
            n_resamples=RESAMPLES,
            batch=max(1, _AT_ONCE // spent.size),
            method="percentile",
            rng=rng,
        )
    return np.atleast_2d(found.bootstrap_distribution)


def _medians(spent: Any, solved: Any, rng: np.random.Generator) -> Any:
    """Medians of resamples without resampling: the middle of n uniform places is a beta variate."""
    runs = spent.shape[1]
    middle = (runs + 1) // 2
    places = rng.beta(middle, runs + 1 - middle, RESAMPLES) * runs
    return np.sort(np.where(solved, spent, np.inf), axis=-1)[:, places.astype(int)]
