"""Each metric on each sample with its 95 % interval; bootstrap draws; a comparison's rows."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import Sample, costs
from metaqueens.analysis.estimate import estimates, limits
from metaqueens.analysis.estimate.limits import Limits
from metaqueens.metrics import METRICS, Metric

RESAMPLES = 999
_AT_ONCE = 4_000_000

Statistic = Callable[..., Any]


def bootstrap(statistic: Statistic, spent: Any, solved: Any, seed: int = 0) -> np.ndarray:
    """Return draws of a statistic of many equally long samples, ``(samples, resamples)``.

    All samples have the same resampled places; runs are resampled whole, solved or not [1]_.

    .. [1] Efron (1979). Bootstrap methods: another look at the jackknife. Ann. Statist. 7: 1-26.
    """
    from scipy import stats

    spent, solved = np.atleast_2d(spent).astype(float), np.atleast_2d(solved)
    if spent.shape[1] < 2:
        values = np.atleast_1d(statistic(spent, solved, axis=-1))
        return np.repeat(values[:, None], RESAMPLES, axis=1)
    with np.errstate(all="ignore"):  # of samples with no solved run
        found = stats.bootstrap(
            (spent, solved),
            statistic,
            paired=True,
            axis=-1,
            n_resamples=RESAMPLES,
            batch=max(1, _AT_ONCE // spent.size),
            method="percentile",
            rng=np.random.default_rng(seed),
        )
    return np.atleast_2d(found.bootstrap_distribution)


class Estimate(NamedTuple):
    """A metric's value on a sample, its 95 % interval, and all its limits; none of shares."""

    value: float
    low: float
    high: float
    limits: Limits = limits.UNKNOWN


def estimated(found: Sequence[Sample], metric: Metric) -> list[Estimate]:
    """Return the metric on each sample; shares have Wilson's interval, costs that of ``limits``."""
    if not metric.less_is_better:
        return [_share(sample) for sample in found]
    return [_cost(sample, metric) for sample in found]


def _cost(sample: Sample, metric: Metric) -> Estimate:
    spent = sample.spent(metric)
    if not len(spent) or np.isnan(spent).any():
        return Estimate(np.nan, np.nan, np.nan)
    value = float(metric.statistic(spent, sample.solved))
    if (share := metric.quantile) is not None:
        within = limits.of_quantile(costs(spent, sample.solved), share)
    else:
        within = limits.of_mean(
            spent[sample.solved],
            spent[~sample.solved],
            per_solved=not metric.penalty,
            dearest=sample.dearest(metric),
        )
    return Estimate(value, *within.interval(), within)


def _share(sample: Sample) -> Estimate:
    low, high = success_interval(sample)
    share = float(sample.solved.mean()) if len(sample.solved) else np.nan
    return Estimate(share, low, high)


def success_interval(sample: Sample) -> estimates.Interval:
    """Wilson's; the copies of a deterministic run count once."""
    return estimates.wilson(*sample.counted())


def figures(sample: Sample) -> dict[str, Any]:
    """Return a row of a comparison's table; docs/explanation/statistics.md has each figure."""
    solved = sample.solved
    low, high = success_interval(sample)
    row: dict[str, Any] = {
        "problem": sample.problem,
        "n": sample.n,
        "algorithm": sample.algorithm,
        "runs": len(solved),
        "failed": sample.failed,
        "solved": int(solved.sum()),
        "success": np.nan,
        "success_low": low,
        "success_high": high,
        "deterministic": sample.deterministic,
        "budget": sample.budget if len(solved) else np.nan,
    }
    for name, metric in METRICS.items():
        row[name] = metric.value(getattr(sample, metric.cost), solved, sample.budget)
    return row
