"""Survival analysis of censored run lengths: Kaplan-Meier's estimate and the log-rank test."""

from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.inference.significance import Test


class KaplanMeier(NamedTuple):
    """At each distinct cost of a solved run: the share solved by then, and of how many runs.

    ``runs`` is the number of uncensored runs that would leave the share as uncertain as it is.
    """

    costs: np.ndarray
    share: np.ndarray
    runs: np.ndarray


def kaplan_meier(spent: Any, solved: Any) -> KaplanMeier:
    """The share of runs that solve by each cost, had none been stopped [1]_.

    A run that is stopped tells nothing of what it would have cost beyond. The uncertainty is
    Greenwood's [2]_.

    .. [1] Kaplan & Meier (1958). Nonparametric estimation from incomplete observations. JASA 53:
           457-481.
    .. [2] Greenwood (1926). The natural duration of cancer. HMSO.
    """
    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    costs, events = np.unique(spent[solved], return_counts=True)
    at_risk = len(spent) - np.searchsorted(np.sort(spent), costs, side="left")
    left = np.cumprod(1 - events / at_risk)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.cumsum(events / (at_risk * (at_risk - events)))
        runs = np.round((1 - left) / (left * relative), 9)
    if len(left) and not left[-1]:  # nothing is left to be uncertain of; as it was one step before
        runs[-1] = runs[-2] if len(runs) > 1 else at_risk[-1]
    return KaplanMeier(costs, 1 - left, runs)


def logrank(spent: Any, solved: Any, other_spent: Any, other_solved: Any) -> Test:
    """Whether two algorithms solve at different rates, runs being stopped [1]_; two-sided.

    .. [1] Mantel (1966). Evaluation of survival data and two new rank order statistics arising in
           its consideration. Cancer Chemother. Rep. 50: 163-170.
    """
    from scipy import special

    spent, solved = np.asarray(spent, float), np.asarray(solved, bool)
    other_spent, other_solved = np.asarray(other_spent, float), np.asarray(other_solved, bool)
    costs = np.unique(np.concatenate([spent[solved], other_spent[other_solved]]))
    mine, my_risk = _events(spent, solved, costs)
    theirs, their_risk = _events(other_spent, other_solved, costs)
    events, risk = mine + theirs, my_risk + their_risk
    expected = (my_risk * events / risk).sum()
    several = risk > 1
    variance = (
        my_risk
        * their_risk
        * events
        * (risk - events)
        / (risk**2.0 * np.where(several, risk - 1, 1))
    )[several].sum()
    z = (mine.sum() - expected) / np.sqrt(variance) if variance > 0 else 0.0
    return Test("log-rank", float(z), float(2 * special.ndtr(-abs(z))))


def _events(
    spent: np.ndarray, solved: np.ndarray, costs: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """How many solved at each of ``costs``, and how many were still running then."""
    ended = np.sort(spent[solved])
    events = np.searchsorted(ended, costs, "right") - np.searchsorted(ended, costs, "left")
    at_risk = len(spent) - np.searchsorted(np.sort(spent), costs, side="left")
    return events, at_risk
