"""Each metric on each sample with its 95 % interval; the rows of tables."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import Sample, count_outcomes, mark_unsolved
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
    return [_estimate_one(sample, metric) for sample in found]


def _estimate_one(sample: Sample, metric: Metric) -> Estimate:
    value, costs, solved = compute_metric(sample, metric), sample.costs(metric), sample.solved
    if not metric.less_is_better:
        return Estimate(value, *wilson(*sample.count_runs()))
    if np.isnan(value):
        return Estimate(value, np.nan, np.nan)
    if share := metric.quantile:
        both = limits.limit_quantile(mark_unsolved(costs, solved), share)
    else:
        per_solved, largest = not metric.penalty, np.inf if metric.of_solutions else sample.limit
        both = limits.limit_mean(costs[solved], costs[~solved], per_solved, largest)
        # A tail is that of an effort, which has no end. Costs of solutions are often 0, so that
        # the few others have most of the total.
        both = both._replace(heavy=both.heavy and not metric.of_solutions)
    has_enough = len(solved) >= LEAST_RUNS and (
        sample.deterministic or not has_equal_costs(costs, metric)
    )
    return Estimate(value, *(both.interval() if has_enough else (np.nan, np.nan)), both)


def has_equal_costs(costs: np.ndarray, metric: Metric) -> bool:
    """Return whether a mean cost of solutions is that of equal costs, which show no spread."""
    return metric.of_solutions and not metric.quantile and bool((costs == costs[:1]).all())


def compute_metric(sample: Sample, metric: Metric) -> float:
    """Return the metric on a sample; see ``Metric.value``."""
    return metric.value(getattr(sample, metric.cost), sample.solved, sample.budget)


def make_rows(found: Sequence[Sample]) -> list[Row]:
    """Return a row per sample: its runs, metrics and outcomes.

    docs/reference/statistical-methods.md defines each number.
    """
    rows = []
    for sample in found:
        metrics = {name: compute_metric(sample, metric) for name, metric in METRICS.items()}
        low, high = wilson(*sample.count_runs())  # copies of a deterministic run count once
        rows.append(
            {
                "problem": sample.problem,
                "n": sample.n,
                "algorithm": sample.algorithm,
                "runs": len(sample.solved),
                "failed": sample.failed,
                "solved": int(sample.solved.sum()),
                "success": metrics["success"],
                "success_low": low,
                "success_high": high,
                "deterministic": sample.deterministic,
                "budget": float(sample.budget) if len(sample.solved) else np.nan,
                **metrics,
                "encoding": sample.encoding,
                **count_outcomes([sample]),
                "existence": sample.existence,
            }
        )
    return rows
