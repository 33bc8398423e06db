"""What restarts at a cutoff and independent walks would cost, from runs without either.

``spent`` is what each run cost, and ``solved`` whether it solved.
"""

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
    """Return how much sooner the first of ``walks`` independent runs is expected to solve [1]_.

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


class Restarts(NamedTuple):
    """The best fixed cutoff, what it is expected to cost, and what no cutoff costs (the ERT)."""

    cutoff: float
    expected: float
    without: float


def best_cutoff(spent: Any, solved: Any, least: int = 1) -> Restarts:
    """Return the fixed cutoff at which restarting is cheapest [1]_, by these runs.

    A run is started again at the cutoff, or where its own budget ended it. Only cutoffs by which
    ``least`` runs had solved are tried. ``expected`` is the least of many candidates on the runs
    that chose it, and so too good.

    .. [1] Luby, Sinclair & Zuckerman (1993). Optimal speedup of Las Vegas algorithms. Information
           Processing Letters 47: 173-180.
    """
    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    if not solved.any():
        return Restarts(nan, inf, inf)
    return Restarts(*_cheapest(spent, solved, least), float(spent.sum() / solved.sum()))


def _cheapest(spent: np.ndarray, solved: np.ndarray, least: int) -> tuple[float, float]:
    """Return the cheapest cutoff by which ``least`` runs had solved, and its expected cost."""
    cutoffs, successes, expected = expected_by_cutoff(spent, solved)
    if not cutoffs.size:
        return inf, inf
    expected[successes < min(least, cutoffs.size)] = inf
    best = np.argmin(expected)
    return float(cutoffs[best]), float(expected[best])


def expected_by_cutoff(spent: Any, solved: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the cost of each solved run as a cutoff, how many solve by it, and the expected cost.

    The cost is sum(min(spent, cutoff)) over the number of runs solved by the cutoff.
    """
    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    cutoffs = np.sort(spent[solved])
    successes = np.searchsorted(cutoffs, cutoffs, side="right")
    return cutoffs, successes, _cut(spent, cutoffs) / successes


def luby_cost(spent: Any, solved: Any, unit: float = 1.0) -> float:
    """Return the expected cost of the universal strategy: cutoffs ``unit`` times 1 1 2 1 1 2 4 ...

    It needs to know nothing of the algorithm, and costs at most a logarithm more than the best
    cutoff. inf where no run solved.
    """
    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    if not solved.any():
        return inf
    times, cutoff = np.sort(spent[solved]), unit
    # The first 2^k - 1 cutoffs are those of k - 1 twice and then 2^(k-1): so are cost and failure.
    failure, cost = 1.0, 0.0
    while failure > 1e-15:
        missed = 1 - np.searchsorted(times, cutoff, side="right") / spent.size
        mean = float(_cut(spent, np.array([cutoff]))[0]) / spent.size
        cost += failure * cost + failure**2 * mean
        failure = failure**2 * missed
        cutoff *= 2
    return cost


def _cut(spent: np.ndarray, cutoffs: np.ndarray) -> np.ndarray:
    """Return the sum of min(spent, cutoff) for each of the rising ``cutoffs``."""
    ordered = np.sort(spent)
    below = np.searchsorted(ordered, cutoffs, side="right")
    sums = np.concatenate([[0.0], np.cumsum(ordered)])
    return np.asarray(sums[below] + (spent.size - below) * cutoffs)
