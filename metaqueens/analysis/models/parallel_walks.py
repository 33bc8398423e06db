"""The speed-up of parallel independent walks: how much sooner the first of k runs solves."""

from collections.abc import Callable
from math import exp, inf, log, nan, sqrt
from typing import Any, NamedTuple

import numpy as np

# Four times as many runs as walks, or the expected least of so many hangs on one or two runs.
RUNS_PER_WALK = 4
# Where runs abound they are left out in groups: the error is the same.
_GROUPS = 100


class Factor(NamedTuple):
    """A ratio of costs and its 95 % interval; nan where the runs cannot tell."""

    value: float
    low: float
    high: float


UNKNOWN = Factor(nan, nan, nan)


def speed_up(spent: Any, solved: Any, walks: int) -> float:
    """How much sooner the first of ``walks`` independent runs is expected to solve [1]_.

    The mean cost over the expected least of ``walks`` runs, drawn from these without replacement:
    that expectation is unbiased. A round in which none solves is paid in full. nan where there are
    fewer runs than walks, or none solved.

    .. [1] Truchet, Richoux & Codognet (2013). Prediction of parallel speed-ups for Las Vegas
           algorithms. ICPP.
    """
    one, many = _first_of(spent, solved, 1), _first_of(spent, solved, walks)
    return one / many if np.isfinite(one) and many > 0 else nan


def speed_up_with_interval(spent: Any, solved: Any, walks: int) -> Factor:
    """``speed_up`` with a jackknife interval [1]_; unknown from fewer than 4 runs a walk.

    .. [1] Efron & Tibshirani (1993). An introduction to the bootstrap. Chapman & Hall, ch. 11.
    """
    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    if spent.size < RUNS_PER_WALK * walks or not solved.any():
        return UNKNOWN
    value = speed_up(spent, solved, walks)
    error = _jackknife(lambda kept: speed_up(spent[kept], solved[kept], walks), spent.size)
    return Factor(value, value * exp(-1.96 * error), value * exp(1.96 * error))


def _jackknife(statistic: Callable[[np.ndarray], float], runs: int) -> float:
    """The standard error of log ``statistic``, of the indices kept; by groups where runs abound."""
    group = np.arange(runs) % min(runs, _GROUPS)
    if runs > _GROUPS:
        np.random.default_rng(0).shuffle(group)
    logs = [log(statistic(np.flatnonzero(group != one))) for one in range(group.max() + 1)]
    return sqrt((len(logs) - 1) * float(np.var(logs)))


def _first_of(spent: Any, solved: Any, walks: int) -> float:
    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    if not solved.any() or walks > spent.size:
        return inf if not solved.any() else nan
    times = np.sort(spent[solved])
    later = _all_later(spent.size, walks, times.size)
    unsolved = later[-1]
    lost = spent[~solved].mean() if unsolved else 0.0
    return float((times @ -np.diff(later) + unsolved * lost) / (1 - unsolved))


def _all_later(runs: int, walks: int, solved: int) -> np.ndarray:
    """The chance that ``walks`` of the ``runs`` are all later than the i-th solved, from i = 0."""
    left = runs - np.arange(solved)
    kept = np.clip((left - walks) / left, 0, 1)  # C(left - 1, walks) / C(left, walks)
    return np.concatenate([[1.0], np.cumprod(kept)])
