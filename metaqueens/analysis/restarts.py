"""What restarts and several independent walks would cost, from runs that were made without."""

from collections.abc import Sequence
from math import inf, nan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.samples import Sample


# By fewer solved runs the table recommends no cutoff.
LEAST_SOLVED = 5


class Restarts(NamedTuple):
    """The best fixed cutoff, what it is expected to cost, and what no cutoff costs (the ERT)."""

    cutoff: float
    expected: float
    without: float


def best_cutoff(spent: Any, solved: Any, least: int = 1) -> Restarts:
    """The fixed cutoff at which restarting is cheapest [1]_, by these runs.

    A run is started again at the cutoff, or where its own budget ended it. Only cutoffs by which
    ``least`` runs had solved are tried: the best by one lucky run is too good to be true.

    .. [1] Luby, Sinclair & Zuckerman (1993). Optimal speedup of Las Vegas algorithms. Information
           Processing Letters 47: 173-180.
    """
    successes = int(np.sum(solved))
    if not successes:
        return Restarts(nan, inf, inf)
    costs = expected_by_cutoff(spent, solved)
    costs = costs[costs.solved >= min(least, successes)]
    best = costs.expected.idxmin()
    return Restarts(
        float(costs.cutoff[best]), float(costs.expected[best]),
        float(np.sum(spent, dtype=float) / np.sum(solved)),
    )  # fmt: skip


def expected_by_cutoff(spent: Any, solved: Any) -> "pd.DataFrame":
    """The expected total cost (``expected``) for each ``cutoff`` by which ``solved`` runs had.

    sum(min(spent, cutoff)) over the number of runs solved by the cutoff.
    """
    import pandas as pd

    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    cutoffs = np.unique(spent[solved])
    successes = np.searchsorted(np.sort(spent[solved]), cutoffs, side="right")
    expected = _cut(spent, cutoffs) / successes
    return pd.DataFrame({"cutoff": cutoffs, "solved": successes, "expected": expected})


def luby_cost(spent: Any, solved: Any, unit: float = 1.0) -> float:
    """The expected cost of the universal strategy: cutoffs ``unit`` times 1 1 2 1 1 2 4 ...

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


def luby(length: int) -> list[int]:
    """The first ``length`` terms of the universal sequence."""
    terms: list[int] = []
    while len(terms) < length:
        terms = [*terms, *terms, len(terms) + 1]
    return terms[:length]


def speed_up(spent: Any, solved: Any, walks: int) -> float:
    """How much sooner the first of ``walks`` independent runs is expected to solve [1]_.

    From the runs as they are: it cannot be more than the mean over the shortest run, so ``walks``
    should stay well below the number of runs. A round in which none solves is paid in full.

    .. [1] Truchet, Richoux & Codognet (2013). Prediction of parallel speed-ups for Las Vegas
           algorithms. ICPP.
    """
    one, many = _first_of(spent, solved, 1), _first_of(spent, solved, walks)
    return one / many if np.isfinite(one) and many > 0 else nan


def _first_of(spent: Any, solved: Any, walks: int) -> float:
    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    if not solved.any():
        return inf
    times, runs = np.sort(spent[solved]), spent.size
    # The chance that all of k walks are later than the i-th solved run: ((runs - i) / runs)^k.
    later = ((runs - np.arange(times.size + 1)) / runs) ** walks
    unsolved = later[-1]
    lost = spent[~solved].mean() if unsolved else 0.0
    return float((times @ -np.diff(later) + unsolved * lost) / (1 - unsolved))


def _cut(spent: np.ndarray, cutoffs: np.ndarray) -> np.ndarray:
    """The sum of min(spent, cutoff) for each of the rising ``cutoffs``."""
    ordered = np.sort(spent)
    below = np.searchsorted(ordered, cutoffs, side="right")
    sums = np.concatenate([[0.0], np.cumsum(ordered)])
    return np.asarray(sums[below] + (spent.size - below) * cutoffs)


def table(found: "Sequence[Sample]", walks: "Sequence[int]" = (2, 4, 16)) -> "pd.DataFrame":
    """A row per sample: ert, the best cutoff and its cost, Luby's, speed-ups of so many walks."""
    import pandas as pd

    names = ["problem", "algorithm", "ert", "cutoff", "with_cutoff", "luby"]
    rows = []
    for one in found:
        if one.solved.any():
            best = best_cutoff(one.evaluations, one.solved, LEAST_SOLVED)
            rows.append(
                {
                    "problem": one.problem, "algorithm": one.algorithm, "ert": best.without,
                    "cutoff": best.cutoff, "with_cutoff": best.expected,
                    "luby": luby_cost(one.evaluations, one.solved),
                    **{f"speed_up_{k}": speed_up(one.evaluations, one.solved, k) for k in walks},
                }
            )  # fmt: skip
    return pd.DataFrame(rows, columns=[*names, *(f"speed_up_{k}" for k in walks)])
