"""Kaplan-Meier's estimate of censored run lengths."""

from typing import Any, NamedTuple

import numpy as np


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
