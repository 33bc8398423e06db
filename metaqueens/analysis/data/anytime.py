"""Fixed-target and fixed-budget views of runs, from their traces."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from metaqueens.analysis.data.runs import Source, traces
from metaqueens.text.errors import UserError

if TYPE_CHECKING:
    import pandas as pd

_RUN = ["source", "problem", "n", "encoding", "algorithm", "repetition"]


def cut(
    runs: "pd.DataFrame", sources: Sequence[Source], target: int | None, budget: float | None
) -> "tuple[pd.DataFrame, list[str]]":
    """The ``runs`` of ``sources`` at a fixed target, a fixed budget, or both; and what that means.

    Raises ``UserError`` if no run has a trace.
    """
    if target is None and budget is None:
        return runs, []
    seen, notes = traces(*sources), []
    if seen.empty:
        raise UserError("a fixed target or budget needs traces: these results have none")
    if left_out := int((~_key(runs).isin(_key(seen))).sum()):
        notes.append(f"{left_out:,} runs without a trace are left out.")
    if budget is not None:
        runs = at_budget(runs, seen, budget)
        seen = seen[seen.evaluations <= budget]
        notes.append(
            f"Runs are taken as if ended after {budget:,.0f} evaluations; traces look twenty times"
            " a decade, so that an improvement may be seen a tenth late."
        )
    if target is not None:
        runs = at_target(runs, seen, target)
        notes.append(f"A cost of at most {target:,} counts as solved.")
    return runs, notes


def at_target(runs: "pd.DataFrame", traces: "pd.DataFrame", cost: int) -> "pd.DataFrame":
    """Return the ``runs`` as if a cost of ``cost`` had been the target (fixed target).

    ``solved``, ``evaluations`` and ``seconds`` are those of the target; a run that did not get
    there keeps what it spent, and a rejected one got nowhere. Runs without a trace are left out.
    A proof that a problem has no solution says nothing of a target above 0: ``existence`` is then
    ``target not known`` but of problems that are known to have a solution.
    """
    hits = traces[traces.cost <= cost].groupby(_RUN, observed=True, sort=False).first()
    known = _traced(runs, traces)
    first = hits.reindex(known.index)
    reached = first.cost.notna().to_numpy() & _believed(known)
    known["solved"] = reached
    for name in ("evaluations", "seconds"):
        known[name] = np.where(reached, first[name], known[name])
    if cost > 0:
        told = known.existence.astype(object)
        known["existence"] = told.where(told == "solvable", "target not known")
    return known.reset_index()


def at_budget(runs: "pd.DataFrame", traces: "pd.DataFrame", evaluations: float) -> "pd.DataFrame":
    """Return the ``runs`` as if ended after so many ``evaluations`` (fixed budget).

    ``cost`` is the fewest by then, ``solved`` whether it is none; a rejected run did not solve.
    Traces look twenty times a decade, so that an improvement may be seen a tenth late.
    """
    seen = traces[traces.evaluations <= evaluations].groupby(_RUN, observed=True, sort=False).last()
    known = _traced(runs, traces)
    known["cost"] = seen.reindex(known.index).cost
    known["solved"] = (known.cost == 0) & _believed(known)
    known["evaluations"] = np.minimum(known.evaluations, evaluations)
    known["budget_evaluations"] = np.fmin(known.budget_evaluations, evaluations)
    return known.reset_index()


def of_believed(traces: "pd.DataFrame", runs: "pd.DataFrame") -> "pd.DataFrame":
    """Return the ``traces`` but for those of rejected ``runs``: what these claimed is no course."""
    return traces[~_key(traces).isin(_key(runs[~_believed(runs)]))]


def _believed(runs: "pd.DataFrame") -> np.ndarray:
    """Return which runs were not rejected: the trace of such a run is what it claimed, too."""
    return np.asarray(runs.verdict != "rejected", dtype=bool)


def _key(runs: "pd.DataFrame") -> "pd.MultiIndex":
    return runs.set_index(_RUN).index


def _traced(runs: "pd.DataFrame", traces: "pd.DataFrame") -> "pd.DataFrame":
    """Return the runs that have a trace, by what tells a run from others."""
    known = runs.set_index(_RUN)
    return known[known.index.isin(_key(traces))]


def left(runs: "pd.DataFrame") -> "pd.DataFrame":
    """Return the cost of the best solutions of runs: a row per problem and algorithm.

    Columns: problem, algorithm, runs, solved, best, q25, median, q75, worst. ``runs`` are such as
    ``at_budget`` gives, or any as they ended. What is left in a run that the exact check
    rejected is not known: its claim is in none of the numbers, which are nan where no other ran.
    """
    finished = runs[runs.status != "failed"]
    believed = finished.cost.where(finished.verdict != "rejected")
    groups = finished.assign(believed=believed).groupby(
        ["problem", "algorithm"], observed=True, sort=False
    )
    found = groups.agg(runs=("solved", "size"), solved=("solved", "sum"))
    quantiles = {"best": 0.0, "q25": 0.25, "median": 0.5, "q75": 0.75, "worst": 1.0}
    for name, share in quantiles.items():
        found[name] = groups.believed.quantile(share)
    return found.reset_index()


POINTS = 120


def convergence(traces: "pd.DataFrame") -> dict[str, "pd.DataFrame"]:
    """Return by algorithm the best cost over the evaluations; ``traces`` are of one problem.

    Where they are of a family of instances, ``instance`` says which.

    Columns: evaluations, and of the cost of all runs the quartiles ``low`` and ``high`` and the
    ``median``. A run that has ended counts on with its last cost.
    """
    import pandas as pd

    found = {}
    for name, group in traces.groupby("algorithm", observed=True, sort=False):
        marks = np.unique(np.geomspace(1, group.evaluations.max(), POINTS).round())
        of_a_run = [key for key in ("source", "instance", "repetition") if key in group]
        runs = group.groupby(of_a_run, observed=True)
        cost = np.array([_at(run.evaluations, run.cost, marks) for _, run in runs])
        low, middle, high = np.quantile(cost, [0.25, 0.5, 0.75], axis=0)
        found[str(name)] = pd.DataFrame(
            {"evaluations": marks, "low": low, "median": middle, "high": high}
        )
    return found


def _at(evaluations: "pd.Series", cost: "pd.Series", marks: np.ndarray) -> np.ndarray:
    """Return the cost at each of ``marks``; before the first point, that of the first."""
    at = np.searchsorted(evaluations.to_numpy(), marks, side="right") - 1
    return np.asarray(cost.to_numpy()[at.clip(0)])
