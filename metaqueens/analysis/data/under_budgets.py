"""One algorithm under several budgets of evaluations is one algorithm."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metaqueens.text.words import listed

if TYPE_CHECKING:
    import pandas as pd

_SAME_RUN = ["problem", "encoding", "parameters", "budget_seconds", "under_any_budget", "seed"]


class Together(NamedTuple):
    """Runs in which each algorithm has each seed once, under its least budget.

    runs : those that are left, under the names that they had
    name_of : by name of an algorithm, its name whatever the budget
    notes : what was done, a sentence; none where nothing was
    """

    runs: "pd.DataFrame"
    name_of: dict[str, str]
    notes: list[str]


def together(runs: "pd.DataFrame") -> Together:
    """The ``runs`` that ``load`` gives, those of one algorithm under several budgets put together.

    Cut at the least budget, two runs of one seed are one and the same. Where they do not go the
    same way something else differs, such as the version of the program or the seed, which was not
    noted; then that algorithm stays as it is.
    """
    columns = ["problem", "algorithm", "under_any_budget", "budget_evaluations"]
    told = runs[columns].drop_duplicates().astype(dict.fromkeys(columns[1:3], object))
    several = told.duplicated(["problem", "under_any_budget"], keep=False)
    wanted = set(told.under_any_budget[several]) - _differing(runs) if several.any() else set()
    joined = told.under_any_budget.where(told.under_any_budget.isin(wanted), told.algorithm)
    name_of = dict(zip(map(str, told.algorithm), map(str, joined), strict=True))
    if not wanted:
        return Together(runs, name_of, [])
    theirs = runs[runs.under_any_budget.isin(wanted) & (runs.status != "failed")]
    budget = theirs.budget_evaluations.astype(float).fillna(np.inf)
    again = budget > budget.groupby(_keys(theirs), observed=True, dropna=False).transform("min")
    said = f"{listed(sorted(wanted))}: runs under several budgets are taken together"
    if copies := int(again.sum()):
        said += f"; {copies:,} runs of a seed that ran under a lesser budget too are left out"
    return Together(runs.drop(index=again.index[again]), name_of, [said])


def renamed(frame: "pd.DataFrame", name_of: Mapping[str, str]) -> "pd.DataFrame":
    """``frame`` with the algorithms called so."""
    return frame.assign(algorithm=frame.algorithm.astype(str).map(name_of).astype("category"))


def _keys(runs: "pd.DataFrame") -> "list[pd.Series]":
    return [runs[name] for name in _SAME_RUN]


def _differing(runs: "pd.DataFrame") -> set[str]:
    """Return the contestants some of whose seeds did not go the same way each time.

    Two runs that solved did so at one cost, and one that did not solve spent less than that.
    """
    finished = runs[runs.status != "failed"]
    spent, did = finished.evaluations.astype(float), finished.status == "solved"
    solved, unsolved = (
        spent.where(chosen).groupby(_keys(finished), observed=True, dropna=False)
        for chosen in (did, ~did)
    )
    first = solved.min()
    unlike = (first < solved.max()) | (first <= unsolved.max())
    return set(unlike.index[unlike].get_level_values("under_any_budget"))
