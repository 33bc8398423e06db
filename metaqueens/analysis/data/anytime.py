"""Fixed-target and fixed-budget views of runs, from their traces."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from metaqueens.analysis.data.runs import NOTES, Source, traces
from metaqueens.text.errors import UserError
from metaqueens.text.words import join_names, many

_RUN = ["source", "problem", "n", "encoding", "algorithm", "repetition"]
POINTS = 120


def cut(
    runs: pd.DataFrame,
    sources: Sequence[Source],
    target: int | None,
    budget: float | None,
    needs_cost: bool,
) -> tuple[pd.DataFrame, list[str]]:
    """Return the ``runs`` of ``sources`` at a fixed target, a fixed budget, or both; and notes.

    A run without a trace is left out if there is a target, or a metric that ``needs_cost``.
    Otherwise its end is enough. Raises ``UserError`` if all are left out.
    """
    points = traces(*sources)
    notes = [*points.attrs.get(NOTES, [])]
    lone = runs[~_index(runs).isin(_index(points))]
    can_end = target is None and not needs_cost
    if len(lone) == len(runs) and not can_end:
        raise UserError(
            "a fixed target, or a cost at a fixed budget, needs traces: these results have none;"
            " give a results folder, as of run(..., folder=...), or NAME.traces.csv beside NAME.csv"
        )
    if len(lone) and not can_end:
        names = join_names(lone.algorithm)
        notes.append(f"{many(len(lone), 'run')} of {names} without a trace left out.")
    lowest = _group_by_run(points).cost.min().reindex(_index(runs)).to_numpy()
    differs = ~np.isnan(lowest) & ((lowest == 0) != (runs.status == "solved").to_numpy())
    if differing := int(differs.sum()):
        notes.append(f"{many(differing, 'run')} whose trace contradicts `solved`: traces count.")
    if can_end:
        ends = lone.assign(cost=lone.cost.mask(lone.cost == 0).mask(lone.solved, 0))
        ends["evaluations"] = lone[["evaluations", "found_at"]].min(axis=1)
        points = pd.concat([points, ends[points.columns]], ignore_index=True)
    if budget is not None:
        if (longest := runs.evaluations.max()) < budget:
            notes.append(f"No run had more than {longest:,.0f} evaluations.")
        whole, runs = runs, cut_at_budget(runs, points, budget)
        if target is not None:
            points = _trim(points, whole, budget)
        notes.append(
            f"Runs are taken as if ended after {budget:,.0f} evaluations; traces look twenty times"
            " a decade, so that an improvement may be seen a tenth late."
        )
    if target is not None:
        runs = cut_at_target(runs, points, target)
        notes.append(f"A cost of at most {target:,} counts as solved.")
    return runs, notes


def cut_at_target(runs: pd.DataFrame, traces: pd.DataFrame, cost: int) -> pd.DataFrame:
    """Return the ``runs`` as if a cost of ``cost`` had been the target (fixed target).

    ``solved``, ``evaluations`` and ``seconds`` are those of the target; a run that did not reach it
    keeps its own, and a rejected run is unsolved. Runs without a trace are left out. A proof that a
    problem has no solution does not concern a target above 0: ``existence`` is then
    ``target not known``, except for problems that are known to have a solution.
    """
    known = _select_traced(runs, traces)
    first = _group_by_run(traces[traces.cost <= cost]).first().reindex(known.index)
    reached = first.cost.notna().to_numpy() & ~_is_rejected(known)
    known["solved"] = reached
    for name in ("evaluations", "seconds"):
        known[name] = np.where(reached, first[name], known[name])
    if cost > 0:
        existence = known.existence.astype(object)
        known["existence"] = existence.where(existence == "solvable", "target not known")
    return known.reset_index(drop=True)


def cut_at_budget(runs: pd.DataFrame, traces: pd.DataFrame, budget: float) -> pd.DataFrame:
    """Return the ``runs`` as if ended after ``budget`` evaluations (fixed budget).

    ``cost`` is the lowest until then, ``solved`` whether it is 0; a rejected run did not solve. A
    run with no larger budget keeps its last step, as in every comparison. Traces have twenty points
    per decade, so that an improvement may be seen a tenth late.
    """
    known = _select_traced(runs, traces)
    last = _group_by_run(_trim(traces, runs, budget)).last()
    known["cost"] = last.reindex(known.index).cost
    known["solved"] = (known.cost == 0) & ~_is_rejected(known)
    known["evaluations"] = np.minimum(known.evaluations, _limits(known, budget))
    known["budget_evaluations"] = np.fmin(known.budget_evaluations, budget)
    return known.reset_index(drop=True)


def _limits(runs: pd.DataFrame, budget: float) -> np.ndarray:
    """Return the evaluation after which each run is cut; inf for one with no larger budget."""
    return np.where(runs.budget_evaluations <= budget, np.inf, budget)


def _trim(traces: pd.DataFrame, runs: pd.DataFrame, budget: float) -> pd.DataFrame:
    limits = pd.Series(_limits(runs, budget), _index(runs))
    limits = limits[~limits.index.duplicated()].reindex(_index(traces), fill_value=budget)
    return traces[traces.evaluations.to_numpy() <= limits.to_numpy()]


def drop_rejected(traces: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """Return the ``traces`` without those of rejected ``runs``, which are claims."""
    return traces[~_index(traces).isin(_index(runs[_is_rejected(runs)]))]


def _is_rejected(runs: pd.DataFrame) -> np.ndarray:
    return np.asarray(runs.verdict == "rejected", dtype=bool)


def _index(runs: pd.DataFrame) -> pd.MultiIndex:
    """Return the keys of the runs, with equal texts for what a CSV file may lack."""
    return pd.MultiIndex.from_frame(runs[_RUN].astype(object).fillna(""))


def _group_by_run(traces: pd.DataFrame) -> Any:
    return traces.set_axis(_index(traces)).groupby(level=_RUN, sort=False)


def _select_traced(runs: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
    known = runs.set_axis(_index(runs))
    return known[known.index.isin(_index(traces))]


def convergence(traces: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the best cost over evaluations by algorithm; ``traces`` are of one problem.

    If they are of a family, the column ``instance`` has the instance. Columns: evaluations, and of
    the cost of all runs the quartiles ``low`` and ``high`` and the ``median``. They begin at the
    first evaluation at which half of the runs have a point. A run that has ended keeps its last
    cost.
    """
    found = {}
    for name, group in traces.groupby("algorithm", observed=True, sort=False):
        run = [key for key in ("source", "instance", "repetition") if key in group]
        runs = group.groupby(run, observed=True)
        begin = max(1, runs.evaluations.min().quantile(0.5, interpolation="lower"))
        marks = np.unique(np.geomspace(begin, group.evaluations.max(), POINTS).round())
        # Before its first point a run has the cost of that point.
        costs = [
            rows.cost.to_numpy()[(rows.evaluations.searchsorted(marks, "right") - 1).clip(0)]
            for _, rows in runs
        ]
        low, middle, high = np.quantile(costs, [0.25, 0.5, 0.75], axis=0)
        found[str(name)] = pd.DataFrame(
            {"evaluations": marks, "low": low, "median": middle, "high": high}
        )
    return found
