"""Confidence limits of the cost of an algorithm on one problem, at every level of ``LEVELS``.

All limits are of log cost. A mean of few runs misses rare and costly ones, so that runs with a
heavy tail look cheaper than they are [1]_. The upper limit of a mean therefore allows for a tail
that these runs did not show: see ``critical_values.tail``.

.. [1] Bahadur & Savage (1956). The nonexistence of certain statistical procedures in nonparametric
       problems. Ann. Math. Statist. 27: 1115-1122.
"""

from math import inf, isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.estimate.critical_values import (
    LEVELS as LEVELS,
    USUAL as USUAL,
    is_heavy,
    odds_limits,
    order_statistics,
    share_limits,
    student,
    tail,
    tail_allowance,
)
from metaqueens.metrics import statistics

# Up to this number of solved runs their number is most of the uncertainty.
FEW_SOLVED = 4
# Beyond a factor of 10^50 there is no limit.
_FARTHEST = 115.0
# Found by simulation: with less, lognormals of sigma up to 2 are named best too often.
_LEAST_SHARE, _MORE_FOR_FEW = 0.6, 2.0


class ConfidenceLimits(NamedTuple):
    """A log cost with its one-sided ``lower`` and ``upper`` limits at all ``LEVELS``.

    ``kind`` is the basis of the limits: ``mean``, ``few solved``, ``quantile``, or ``none`` for a
    single run. ``heavy``: whether the runs show a heavier tail than an exponential distribution.
    """

    value: float
    lower: np.ndarray
    upper: np.ndarray
    kind: str = "mean"
    heavy: bool = False

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the cost itself; nan for a single run."""
        if self.kind == "none":
            return np.nan, np.nan
        return _exp(self.lower[USUAL]), _exp(self.upper[USUAL])


def _no_limits(value: float) -> ConfidenceLimits:
    return ConfidenceLimits(
        value, np.full(len(LEVELS), -inf), np.full(len(LEVELS), inf), kind="none"
    )


UNKNOWN = _no_limits(np.nan)


def describe_basis(found: ConfidenceLimits) -> str:
    """Return the basis of the limits: their kind, or ``heavy tail``; nothing if there are none."""
    if found.kind == "none":
        return ""
    return "heavy tail" if found.heavy else found.kind


def limit_mean(
    solved: np.ndarray, unsolved: np.ndarray, per_solved: bool, largest: float = inf
) -> ConfidenceLimits:
    """Return the limits of an ERT (``per_solved``), or of the mean of the charged costs (PAR).

    Either is the mean cost of the solved runs, plus the mean cost of the unsolved ones times the
    number of failures per solved run (or their share). Three parts have limits of their own: the
    number of failures those of Clopper and Pearson, the two means those of Student's t on the
    logarithm, with an allowance for the tail of the solved runs. They are combined like independent
    errors [1]_. If all runs solved, nothing is allowed for failures that were not seen. As no run
    costs more than ``largest``, the mean of solved runs is at most that if some did not solve; if
    all did, an ERT is at most that divided by the lowest success rate.

    .. [1] Zou & Donner (2008). Construction of confidence limits about effect measures: a general
           approach. Stat. Med. 27: 1693-1702.
    """
    successes, failures = len(solved), len(unsolved)
    mean, mean_low, mean_high = _limit_parts(solved, tail(solved))
    if failures:
        mean_high = np.minimum(mean_high, max(mean, largest))
    lost, lost_low, lost_high = _limit_parts(unsolved, 0.0)
    if per_solved and not successes:
        value, low, high = inf, lost * odds_limits(failures, 0)[0], inf
    else:
        weight, weight_low, weight_high = _limit_failures(successes, failures, per_solved)
        own = 1.0 if per_solved else 1 - weight
        more = lost if per_solved else lost - mean
        value = mean + more * weight
        low = value - _combine(
            own * (mean - mean_low), more * (weight - weight_low), weight * (lost - lost_low)
        )
        high = value + _combine(
            own * (mean_high - mean), more * (weight_high - weight), weight * (lost_high - lost)
        )
    if per_solved and not failures:
        cap: Any = max(mean, largest) * (1 + odds_limits(0, successes)[1])
        high = np.minimum(high, cap)
    log_cost = float(_log(value))
    if successes + failures < 2:
        return _no_limits(log_cost)
    # If nothing scatters, as with costs of 0, all levels have one limit.
    lower, upper = (np.broadcast_to(_log(end), len(LEVELS)) for end in (low, high))
    kind = "few solved" if failures and successes <= FEW_SOLVED else "mean"
    heavy = is_heavy(np.concatenate([solved, unsolved]))
    return ConfidenceLimits(log_cost, lower, upper, kind, heavy)


def _limit_parts(costs: np.ndarray, spread: float) -> tuple[float, Any, Any]:
    """Return the mean of ``costs`` with its limits; those of a single run are its cost."""
    runs = len(costs)
    mean = float(costs.mean()) if runs else 0.0
    if runs < 2:
        return mean, mean, mean
    sampling = student(runs - 1) * (costs.std(ddof=1) / (mean if mean > 0 else 1.0) / sqrt(runs))
    share = min(1.0, _LEAST_SHARE + _MORE_FOR_FEW / runs + max(0.0, spread - 1) / 2)
    unseen = share * spread * tail_allowance(runs)
    above = np.exp(np.minimum(np.hypot(sampling, unseen), _FARTHEST))
    return mean, mean * np.exp(-sampling), mean * above


def _limit_failures(successes: int, failures: int, per_solved: bool) -> tuple[float, Any, Any]:
    """Return the failures per solved run, or their share of all runs, with limits."""
    if not failures:
        return 0.0, 0.0, 0.0
    if per_solved:
        return failures / successes, *odds_limits(failures, successes)
    return failures / (failures + successes), *share_limits(failures, successes)


def _combine(*reaches: Any) -> Any:
    """Return the distance of a limit of a sum from those of its independent parts."""
    return np.sqrt(sum(np.square(reach) for reach in reaches))


def limit_quantile(costs: np.ndarray, share: float) -> ConfidenceLimits:
    """Return the exact limits of a quantile of ``costs`` (inf for unsolved runs)."""
    runs = len(costs)
    value = float(_log(statistics.quantile(costs, np.isfinite(costs), share)))
    if runs < 2:
        return _no_limits(value)
    low, high = order_statistics(runs, share)
    ordered = _log(np.concatenate([[0.0], np.sort(costs), [inf]]))
    return ConfidenceLimits(value, ordered[low], ordered[high], kind="quantile")


def ratio(best: ConfidenceLimits, other: ConfidenceLimits) -> tuple[float, float, float]:
    """Return ``other`` over ``best`` with its 95 % interval, combined as in ``limit_mean``."""
    gap = other.value - best.value if other.value != best.value else 0.0
    if "none" in (best.kind, other.kind):
        return _exp(gap), np.nan, np.nan
    low, high = _limit_gap(best, other)[USUAL], -_limit_gap(other, best)[USUAL]
    return _exp(gap), _exp(low), _exp(high)


def p_of_difference(best: ConfidenceLimits, other: ConfidenceLimits) -> float:
    """Return the two-sided p at which the interval of the ratio, ``best`` being less, begins at 1.

    Between two levels it is interpolated.
    """
    if "none" in (best.kind, other.kind) or not other.value > best.value:
        return 1.0
    is_apart = (gaps := _limit_gap(best, other)) > 0
    apart = len(gaps) if is_apart.all() else int(np.argmin(is_apart))
    if apart == 0:
        return 1.0
    if apart == len(gaps):
        return float(2 * LEVELS[-1])
    inside, outside = gaps[apart - 1], gaps[apart]
    share = inside / (inside - outside) if isfinite(outside) else 0.0
    return float(2 * LEVELS[apart - 1] * (LEVELS[apart] / LEVELS[apart - 1]) ** share)


def _limit_gap(best: ConfidenceLimits, other: ConfidenceLimits) -> np.ndarray:
    """Return the lower limits of the log of ``other`` over ``best``, at all levels."""
    if isfinite(best.value) and isfinite(other.value):
        reach = np.hypot(best.upper - best.value, other.value - other.lower)
        return np.asarray(other.value - best.value - reach)
    with np.errstate(invalid="ignore"):  # 0 / 0 is unknown
        return np.asarray(other.lower - best.upper)


def _log(values: Any) -> Any:
    with np.errstate(divide="ignore"):
        return np.log(np.maximum(values, 0.0))


def _exp(value: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.exp(value))
