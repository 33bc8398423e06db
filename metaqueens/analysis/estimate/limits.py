"""Confidence limits of what an algorithm costs on one problem, at every level that a test may need.

All are of log cost. A sample's mean misses what is rare and dear, so that runs with a heavy tail
look cheaper than they are [1]_. The upper limit of a mean therefore allows for a tail that these
runs did not show; see ``tail``.

.. [1] Bahadur & Savage (1956). The nonexistence of certain statistical procedures in nonparametric
       problems. Ann. Math. Statist. 27: 1115-1122.
"""

from functools import lru_cache
from math import inf, isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np

from metaqueens.metrics import statistics

# The chance that a one-sided limit is passed: from where nothing is held to a family of a million.
LEVELS = 0.025 * 1.25 ** np.arange(13, -100, -1.0)
# The two-sided 95 %.
USUAL = int(np.flatnonzero(LEVELS == 0.025)[0])
# The allowance for the tail grows no further: beyond, ten runs could never tell anything.
_SUREST_TAIL = 0.005
# Of so many solved runs or fewer the count is most of what is uncertain.
FEW_SOLVED = 4
# A tail is heavy where the dearest run has such a share of the cost, and exponential costs would
# show as much in fewer than one sample of so many; from so many runs on, also where Hill's estimate
# of the dearest tenth is that of an infinite variance.
HEAVY_SHARE, ONE_SAMPLE_IN, FEWEST_FOR_HILL, INFINITE_VARIANCE = 0.25, 20, 100, 0.5
# Beyond a factor of 10^50 a limit is none.
_FARTHEST = 115.0
# Found by simulation: with less, lognormals of sigma up to 2 are named best too often.
_LEAST_SHARE, _MORE_FOR_FEW = 0.6, 2.0


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


class Limits(NamedTuple):
    """Of log cost: its ``value``, and one-sided ``lower`` and ``upper`` limits at all ``LEVELS``.

    ``kind`` says what the limits are made of: ``mean``, ``few solved``, ``quantile``, or ``none``
    for a single run. ``heavy``: whether the runs show a heavier tail than an exponential
    distribution has.
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
        with np.errstate(over="ignore"):
            return float(np.exp(self.lower[USUAL])), float(np.exp(self.upper[USUAL]))


def of_mean(
    solved: np.ndarray,
    unsolved: np.ndarray,
    per_solved: bool,
    dearest: tuple[float, float] = (np.nan, np.nan),
) -> Limits:
    """Limits of an ERT (``per_solved``), or of the mean of what all runs are charged.

    Both are the mean of the solved runs and, so many times as a run fails, that of the unsolved
    ones. The count of failures has Clopper and Pearson's limits [1]_, the means have Student's on
    the logarithm, that of the solved runs with the allowance for a tail; the three are put together
    as independent errors are [2]_. Where all solved, nothing is allowed for failures not seen.

    ``dearest`` is the most that a run can count which solves, and which does not; nan where that is
    unknown. No upper limit is beyond what that and Clopper and Pearson's most failures come to.

    .. [1] Clopper & Pearson (1934). The use of confidence or fiducial limits illustrated in the
           case of the binomial. Biometrika 26: 404-413.
    .. [2] Zou & Donner (2008). Construction of confidence limits about effect measures: a general
           approach. Stat. Med. 27: 1693-1702.
    """
    return of_means(solved[None], unsolved[None], per_solved, np.array([dearest]))[0]


def of_means(
    solved: np.ndarray, unsolved: np.ndarray, per_solved: bool, dearest: np.ndarray
) -> list[Limits]:
    """``of_mean`` of many samples, ``(samples, solved)`` and ``(samples, unsolved)`` runs each.

    ``dearest`` has two columns.
    """
    successes, failures = solved.shape[1], unsolved.shape[1]
    kind = "few solved" if failures and successes <= FEW_SOLVED else "mean"
    mean, mean_low, mean_high = _log_normal(solved, tail(solved))
    lost, lost_low, lost_high = _log_normal(unsolved, np.zeros(len(unsolved)))
    if per_solved and not successes:
        value, low, high = lost + inf, lost * odds_limits(failures, 0)[0], lost + inf
    else:
        weight, weight_low, weight_high = _weights(successes, failures, per_solved)
        own = 1.0 if per_solved else 1 - weight
        more = lost if per_solved else lost - mean
        value = mean + more * weight
        low = value - _together(
            own * (mean - mean_low), more * (weight - weight_low), weight * (lost - lost_low)
        )
        high = value + _together(
            own * (mean_high - mean), more * (weight_high - weight), weight * (lost_high - lost)
        )
    values = _log(value)[:, 0].tolist()
    if successes + failures < 2:
        return [_nothing(one) for one in values]
    # No limit where the most is unknown.
    high = np.fmin(high, at_most(successes, failures, per_solved, dearest))
    # Where nothing scatters, as with costs of nought, all levels have one limit.
    lower, upper = (np.broadcast_to(_log(end), (len(solved), len(LEVELS))) for end in (low, high))
    heavy = is_heavy(np.concatenate([solved, unsolved], axis=1)).tolist()
    return [
        Limits(one, low, high, kind, tailed)
        for one, low, high, tailed in zip(values, lower, upper, heavy, strict=True)
    ]


def _log(values: Any) -> Any:
    with np.errstate(divide="ignore"):
        return np.log(np.maximum(values, 0.0))


def _together(*reaches: Any) -> Any:
    """Return the reach of a sum of independent parts."""
    return np.sqrt(sum(np.square(reach) for reach in reaches))


def _log_normal(costs: np.ndarray, spread: np.ndarray) -> tuple[np.ndarray, Any, Any]:
    """Return the mean of each row with its limits; of a single run there are none but itself."""
    runs = costs.shape[1]
    mean = costs.mean(axis=1, keepdims=True) if runs else np.zeros((len(costs), 1))
    if runs < 2:
        return mean, mean, mean
    error = costs.std(axis=1, ddof=1, keepdims=True) / np.where(mean > 0, mean, 1.0) / sqrt(runs)
    sampling = student(runs - 1) * error
    share = np.minimum(1.0, _LEAST_SHARE + _MORE_FOR_FEW / runs + np.maximum(0.0, spread - 1) / 2)
    unseen = (share * spread)[:, None] * tail_allowance(runs)
    above = np.exp(np.minimum(np.hypot(sampling, unseen), _FARTHEST))
    return mean, mean * np.exp(-sampling), mean * above


def _weights(successes: int, failures: int, per_solved: bool) -> tuple[float, Any, Any]:
    """Return how many failures there are to a solved run, or to a run, with limits."""
    if not failures:
        return 0.0, 0.0, 0.0
    if per_solved:
        return failures / successes, *odds_limits(failures, successes)
    return failures / (failures + successes), *share_limits(failures, successes)


def at_most(successes: int, failures: int, per_solved: bool, dearest: np.ndarray) -> np.ndarray:
    """Return what it can come to, were all runs as dear as can be.

    It allows for failures though none was seen. The budget itself would be too low a limit there:
    with 4 exponential runs whose budget is their mean, PAR10's interval would miss the truth in 17
    samples of 100 that 6 miss so.
    """
    of_solved, of_unsolved = dearest[:, :1], dearest[:, 1:]
    if per_solved:
        most = of_solved + of_unsolved * odds_limits(failures, successes)[1]
    else:
        most = of_solved + (of_unsolved - of_solved) * share_limits(failures, successes)[1]
    return np.asarray(most)


def tail(costs: np.ndarray) -> np.ndarray:
    """Return the mean square of log(cost / median) over the dearer half of ``costs`` (last axis).

    A lognormal's is its sigma squared, an exponential's 0.82: half of either is about the logarithm
    of mean over median, which is what the tail adds to a typical run.
    """
    runs = costs.shape[-1]
    if runs < 2:
        return np.zeros(costs.shape[:-1])
    middle = np.median(costs, axis=-1, keepdims=True)
    above = np.log(np.maximum(costs / np.where(middle > 0, middle, inf), 1.0))
    return np.asarray((above**2).sum(axis=-1) / (runs / 2))


def is_heavy(costs: np.ndarray) -> np.ndarray:
    """Return whether ``costs`` (last axis) have a heavier tail than an exponential distribution.

    By the share of the dearest run, which of k exponential costs is above g with a chance of at
    most k (1 - g)^(k - 1) [1]_, or by Hill's estimate [2]_.

    .. [1] Fisher (1929). Tests of significance in harmonic analysis. Proc. R. Soc. A 125: 54-59.
    .. [2] Hill (1975). A simple general approach to inference about the tail of a distribution.
           Ann. Statist. 3: 1163-1174.
    """
    runs, total = costs.shape[-1], costs.sum(axis=-1)
    if runs < 2:
        return np.zeros(costs.shape[:-1], bool)
    share = costs.max(axis=-1) / np.where(total > 0, total, inf)
    heavy = (share > HEAVY_SHARE) & (runs * (1 - share) ** (runs - 1) < 1 / ONE_SAMPLE_IN)
    if runs >= FEWEST_FOR_HILL:
        dearest = np.sort(costs, axis=-1)[..., -(runs // 10) - 1 :]
        least = np.where(dearest[..., :1] > 0, dearest[..., :1], inf)
        with np.errstate(divide="ignore"):
            heavy |= np.log(dearest[..., 1:] / least).mean(axis=-1) > INFINITE_VARIANCE
    return np.asarray(heavy)


def of_quantile(costs: np.ndarray, share: float) -> Limits:
    """Limits of a quantile of ``costs`` (inf for unsolved runs): order statistics, exact."""
    runs = len(costs)
    value = float(_log(statistics.quantile(costs, np.isfinite(costs), share)))
    if runs < 2:
        return _nothing(value)
    low, high = order_statistics(runs, share)
    with np.errstate(divide="ignore"):
        ordered = np.log(np.concatenate([[0.0], np.sort(costs), [inf]]))
    return Limits(value, ordered[low], ordered[high], kind="quantile")


def _nothing(value: float) -> Limits:
    return Limits(value, np.full(len(LEVELS), -inf), np.full(len(LEVELS), inf), kind="none")


UNKNOWN = _nothing(np.nan)


def made_of(found: Limits) -> str:
    """What the limits rest on: their kind, or ``heavy tail``; nothing where there are none."""
    if found.kind == "none":
        return ""
    return "heavy tail" if found.heavy else found.kind


def ratio(mine: Limits, other: Limits) -> tuple[float, float, float]:
    """``other`` over ``mine`` with its 95 % interval, put together as in ``of_mean``."""
    gap = other.value - mine.value if other.value != mine.value else 0.0
    if "none" in (mine.kind, other.kind):
        return _exp(gap), np.nan, np.nan
    if not isfinite(gap) or not isfinite(mine.value):  # without a point to start from
        with np.errstate(invalid="ignore"):  # nought over nought is unknown
            low = other.lower[USUAL] - mine.upper[USUAL]
            high = other.upper[USUAL] - mine.lower[USUAL]
        return _exp(gap), _exp(low), _exp(high)
    low = gap - np.hypot(mine.upper[USUAL] - mine.value, other.value - other.lower[USUAL])
    high = gap + np.hypot(mine.value - mine.lower[USUAL], other.upper[USUAL] - other.value)
    return _exp(gap), _exp(low), _exp(high)


def p_of_difference(mine: Limits, other: Limits) -> float:
    """The two-sided p at which the interval of the ratio, ``mine`` being less, begins at 1."""
    if "none" in (mine.kind, other.kind) or not other.value > mine.value:
        return 1.0
    if isfinite(other.value) and isfinite(mine.value):
        gap = other.value - mine.value
        room = gap - np.hypot(mine.upper - mine.value, other.value - other.lower)
    else:
        with np.errstate(invalid="ignore"):  # nought over nought is unknown
            room = other.lower - mine.upper
    apart = int(np.argmin(room > 0)) if not (room > 0).all() else len(room)
    if apart == 0:
        return 1.0
    if apart == len(room):
        return float(2 * LEVELS[-1])
    inside, outside = room[apart - 1], room[apart]
    share = inside / (inside - outside) if isfinite(outside) else 0.0
    return float(2 * LEVELS[apart - 1] * (LEVELS[apart] / LEVELS[apart - 1]) ** share)


def _exp(value: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.exp(value))
