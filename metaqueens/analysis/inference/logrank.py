"""The log-rank test of censored run lengths."""

from typing import Any

import numpy as np

from metaqueens.analysis.inference.significance import Test


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
