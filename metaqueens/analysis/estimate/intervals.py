"""Each metric on each sample with its 95 % interval; the rows of tables."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import Sample, count_outcomes, group_places, mark_unsolved
from metaqueens.analysis.estimate import limits
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.analysis.estimate.limits import ConfidenceLimits
from metaqueens.metrics import METRICS, Metric

# With fewer runs no interval of a cost is shown: the lowest and the highest of five do not enclose
# the median with 95 %, and the interval of a mean is a factor of ten and more.
LEAST_RUNS = 6

Row = dict[str, Any]


class Estimate(NamedTuple):
    """A metric's value on a sample, its 95 % interval, and all its limits; none of shares.

    The interval of a cost is nan for fewer than ``LEAST_RUNS`` runs, and that of a mean cost of
    solutions if they are all equal: 30 costs of 0 do not show that the mean is 0.
    """

    value: float
    low: float
    high: float
    limits: ConfidenceLimits = limits.UNKNOWN


def estimate(found: Sequence[Sample], metric: Metric) -> list[Estimate]:
    """Return the metric on each sample; shares have Wilson's interval, costs that of ``limits``."""
    values = compute_metric(found, metric)
    if not metric.less_is_better:
        intervals = [wilson(*sample.count_runs()) for sample in found]
        return [Estimate(value, *ends) for value, ends in zip(values, intervals, strict=True)]
    spent = {k: found[k].costs(metric) for k, value in enumerate(values) if not np.isnan(value)}
    limits_at: dict[int, ConfidenceLimits] = {}
    if share := metric.quantile:
        for k, costs in spent.items():
            limits_at[k] = limits.limit_quantile(mark_unsolved(costs, found[k].solved), share)
    else:  # the limits of means of samples of equal sizes are computed at once
        for places in group_places(spent, lambda k: (len(spent[k]), int(found[k].solved.sum()))):
            several = np.array([spent[k] for k in places])
            solved = np.array([found[k].solved for k in places])
            means = limits.limit_means(
                several[solved].reshape(len(places), -1),
                several[~solved].reshape(len(places), -1),
                per_solved=not metric.penalty,
                largest=np.array([found[k].limit for k in places]),
            )
            # A tail is that of an effort, which has no end. Costs of solutions are often 0, so that
            # the few others have most of the total.
            if metric.of_solutions:
                means = [one._replace(heavy=False) for one in means]
            limits_at |= zip(places, means, strict=True)
    estimates_found = []
    for place, (sample, value) in enumerate(zip(found, values, strict=True)):
        both = limits_at.get(place, limits.UNKNOWN)
        has_enough = len(sample.solved) >= LEAST_RUNS and (
            sample.deterministic or not has_equal_costs(sample.costs(metric), metric)
        )
        interval = both.interval() if has_enough else (np.nan, np.nan)
        estimates_found.append(Estimate(value, *interval, both))
    return estimates_found


def has_equal_costs(costs: np.ndarray, metric: Metric) -> bool:
    """Return whether a mean cost of solutions is that of equal costs, which show no spread."""
    return metric.of_solutions and not metric.quantile and bool((costs == costs[:1]).all())


def compute_metric(found: Sequence[Sample], metric: Metric) -> list[float]:
    """Return the metric on each sample; see ``Metric.value``."""
    values = np.full(len(found), np.nan)
    for places in group_places(range(len(found)), lambda k: len(found[k].solved)):
        spent, solved = (
            np.array([getattr(found[k], name) for k in places]) for name in (metric.cost, "solved")
        )
        budgets = np.array([[found[k].budget] for k in places])
        values[places] = metric.values(spent, solved, budgets)
    return values.tolist()


def make_rows(found: Sequence[Sample]) -> list[Row]:
    """Return a row per sample: its runs, metrics and outcomes.

    docs/reference/statistical-methods.md defines each number.
    """
    metrics = {name: compute_metric(found, metric) for name, metric in METRICS.items()}
    rows = []
    for place, sample in enumerate(found):
        low, high = wilson(*sample.count_runs())  # copies of a deterministic run count once
        rows.append(
            {
                "problem": sample.problem,
                "n": sample.n,
                "algorithm": sample.algorithm,
                "runs": len(sample.solved),
                "failed": sample.failed,
                "solved": int(sample.solved.sum()),
                "success": metrics["success"][place],
                "success_low": low,
                "success_high": high,
                "deterministic": sample.deterministic,
                "budget": float(sample.budget) if len(sample.solved) else np.nan,
                **{name: values[place] for name, values in metrics.items()},
                "encoding": sample.encoding,
                **count_outcomes([sample]),
                "existence": sample.existence,
            }
        )
    return rows
