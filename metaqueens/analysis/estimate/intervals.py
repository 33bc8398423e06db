"""Each metric on each sample with its 95 % interval; bootstrap draws; a comparison's rows."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import Sample, alike, costs
from metaqueens.analysis.estimate import estimates, limits
from metaqueens.analysis.estimate.limits import Limits
from metaqueens.metrics import METRICS, Metric

if TYPE_CHECKING:
    import pandas as pd

RESAMPLES = 999
# Of fewer runs no interval of a cost is shown: the least and the dearest of five do not enclose the
# median with 95 %, and the interval of a mean is a factor of ten and more.
LEAST_RUNS = 6
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
    """A metric's value on a sample, its 95 % interval, and all its limits; none of shares.

    The interval of a cost is nan for fewer than ``LEAST_RUNS`` runs.
    """

    value: float
    low: float
    high: float
    limits: Limits = limits.UNKNOWN


def estimated(found: Sequence[Sample], metric: Metric) -> list[Estimate]:
    """Return the metric on each sample; shares have Wilson's interval, costs that of ``limits``."""
    values = metric_values(found, metric)
    if not metric.less_is_better:
        intervals = map(success_interval, found)
        return [Estimate(value, *ends) for value, ends in zip(values, intervals, strict=True)]
    known = [place for place, value in enumerate(values) if not np.isnan(value)]
    if (share := metric.quantile) is None:
        within = _of_means(found, known, metric)
    else:
        spent = [costs(found[k].spent(metric), found[k].solved) for k in known]
        within = {k: limits.of_quantile(one, share) for k, one in zip(known, spent, strict=True)}
    all_limits = [within.get(place, limits.UNKNOWN) for place in range(len(found))]
    return [
        Estimate(value, *(one.interval() if has_enough_runs(sample) else (np.nan, np.nan)), one)
        for value, one, sample in zip(values, all_limits, found, strict=True)
    ]


def has_enough_runs(sample: Sample) -> bool:
    """Return whether there are runs enough for an interval of their cost."""
    return len(sample.solved) >= LEAST_RUNS


def _of_means(found: Sequence[Sample], known: Sequence[int], metric: Metric) -> dict[int, Limits]:
    spent = {k: found[k].spent(metric) for k in known}
    within: dict[int, Limits] = {}
    for places in alike(known, lambda k: (len(spent[k]), int(found[k].solved.sum()))):
        each = np.array([spent[k] for k in places])
        solved = np.array([found[k].solved for k in places])
        some = limits.of_means(
            each[solved].reshape(len(places), -1),
            each[~solved].reshape(len(places), -1),
            per_solved=not metric.penalty,
            dearest=np.array([found[k].dearest(metric) for k in places]),
        )
        within |= zip(places, some, strict=True)
    return within


def metric_values(found: Sequence[Sample], metric: Metric) -> list[float]:
    """Return the metric on each sample; see ``Metric.value``."""
    values = np.full(len(found), np.nan)
    for places in alike(range(len(found)), lambda k: len(found[k].solved)):
        spent, solved = (
            np.array([getattr(found[k], name) for k in places]) for name in (metric.cost, "solved")
        )
        budgets = np.array([[found[k].budget] for k in places])
        values[places] = metric.values(spent, solved, budgets)
    return values.tolist()


def success_interval(sample: Sample) -> estimates.Interval:
    """Wilson's; the copies of a deterministic run count once."""
    return estimates.wilson(*sample.counted())


def figures(found: Sequence[Sample]) -> "pd.DataFrame":
    """Return a row for each sample; docs/reference/statistical-methods.md has each figure."""
    import pandas as pd

    success = [success_interval(one) for one in found]
    columns: dict[str, Any] = {
        "problem": pd.Series([one.problem for one in found], dtype="str"),
        "n": [one.n for one in found],
        "algorithm": pd.Series([one.algorithm for one in found], dtype="str"),
        "runs": [len(one.solved) for one in found],
        "failed": [one.failed for one in found],
        "solved": [int(one.solved.sum()) for one in found],
        "success": np.nan,
        "success_low": [low for low, _ in success],
        "success_high": [high for _, high in success],
        "deterministic": [one.deterministic for one in found],
        "budget": [one.budget if len(one.solved) else np.nan for one in found],
    }
    metrics = {name: metric_values(found, metric) for name, metric in METRICS.items()}
    return pd.DataFrame(columns | metrics)
