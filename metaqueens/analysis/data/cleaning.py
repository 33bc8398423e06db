"""Prepare runs for a comparison: one algorithm under several budgets, duplicates, one budget."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from metaqueens.text.words import count, join_names, many

if TYPE_CHECKING:
    import pandas as pd


_SAME_RUN = ["problem", "encoding", "parameters", "budget_seconds", "under_any_budget", "seed"]


def together(runs: "pd.DataFrame") -> "tuple[pd.DataFrame, dict[str, str], list[str]]":
    """The ``runs`` that ``load`` gives, those of one algorithm under several budgets put together.

    Each has each seed once, under its least budget, and the name that it had. With them the name of
    each algorithm whatever the budget, and what was done, if anything.

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
        return runs, name_of, []
    theirs = runs[runs.under_any_budget.isin(wanted) & (runs.status != "failed")]
    budget = theirs.budget_evaluations.astype(float).fillna(np.inf)
    again = budget > budget.groupby(_keys(theirs), observed=True, dropna=False).transform("min")
    said = f"{join_names(sorted(wanted))}: runs under several budgets are taken together"
    if copies := int(again.sum()):
        said += f"; {copies:,} runs of a seed that ran under a lesser budget too are left out"
    return runs.drop(index=again.index[again]), name_of, [said]


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


_ONE_RUN = (
    "source", "algorithm", "problem", "contestant", "encoding", "parameters",
    "budget_evaluations", "budget_seconds", "seed", "status", "evaluations", "seconds",
)  # fmt: skip


def cleaned(runs: "pd.DataFrame") -> tuple["pd.DataFrame", list[str]]:
    """The ``runs`` each counted once and under one budget a problem; and what was done, if any."""
    once, copies = _once(runs)
    cut, budgets = _one_budget(once)
    return cut, [*copies, *budgets]


def _once(runs: "pd.DataFrame") -> tuple["pd.DataFrame", list[str]]:
    """Return the runs each once: a source that holds a row twice does not hold two runs.

    Rows whose seeds are all alike are left: there the seed was not noted.
    """
    cell = [runs[name] for name in ("source", "algorithm", "problem")]
    seeds = runs.seed.groupby(cell, observed=True).transform("nunique")
    again = runs.duplicated([name for name in _ONE_RUN if name in runs]) & (seeds > 1)
    if not (copies := int(again.sum())):
        return runs, []
    where = join_names(sorted(set(map(str, runs.source[again]))))
    said = f"{copies:,} rows of {where} repeat another row (same algorithm, problem, seed, cost)"
    return runs[~again], [f"{said}: each run is counted once"]


def _one_budget(runs: "pd.DataFrame") -> tuple["pd.DataFrame", list[str]]:
    """Return what would have been seen had every run on a problem had the least budget given there.

    A search that prices several boards a step ends with the step in which the budget is spent. So
    runs that had the least budget stay as they are, and so do those that had found a solution by
    then. Of a solution found later it is not known whether that step had begun before: it counts as
    beyond the budget.
    """
    budgets = runs.budget_evaluations.groupby(runs.problem, observed=True)
    common = budgets.transform("min").to_numpy(dtype=float)
    spent = runs.evaluations.to_numpy(dtype=float)
    unequal = (budgets.transform("nunique") > 1).to_numpy()
    unknown = runs.budget_evaluations.isna().to_numpy()
    had_more = unknown | (runs.budget_evaluations.to_numpy(dtype=float) > common)
    found = np.fmin(spent, runs.found_at.to_numpy(dtype=float)) if "found_at" in runs else spent
    by_then = runs.solved.to_numpy(dtype=bool) & (found <= common)
    too_long = (spent > common) & had_more & ~by_then
    affected = unequal | too_long
    if not affected.any():
        return runs, []
    cut = runs.copy()
    cut.loc[affected, "budget_evaluations"] = common[affected]
    cut["solved"] = runs.solved & ~too_long
    for name, word in (("status", "unsolved"), ("reason", "evaluations")):
        texts = runs[name].astype(object)
        cut[name] = texts.where(~too_long | (runs.status == "failed"), word).astype("category")
    if runs.solved.all() and not too_long.any():
        return cut, []
    share = np.divide(common, spent, out=np.ones_like(spent), where=too_long)
    cut["seconds"] = runs.seconds * share
    cut["evaluations"] = np.where(too_long, common, spent)
    problems = list(dict.fromkeys(map(str, runs.problem[affected])))
    limits = sorted(set(common[affected]))
    most = f"{count(limits[0])} evaluations{' and more' if len(limits) > 1 else ''}"
    how_many = many(int(too_long.sum()), "run")
    return cut, [
        f"budgets differ on {join_names(problems)}: every run is taken as if stopped at the least"
        f" budget there, {most} ({how_many} cut short)"
    ]
