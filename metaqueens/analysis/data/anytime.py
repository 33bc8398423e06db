"""Fixed-target and fixed-budget views of runs, from their traces."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from metaqueens.analysis.data.runs import Source, traces
from metaqueens.text.errors import UserError
from metaqueens.text.words import many

if TYPE_CHECKING:
    import pandas as pd

_RUN = ["source", "problem", "n", "encoding", "algorithm", "repetition"]


def cut(
    runs: "pd.DataFrame", sources: Sequence[Source], target: int | None, budget: float | None
) -> "tuple[pd.DataFrame, list[str]]":
    """The ``runs`` of ``sources`` at a fixed target, a fixed budget, or both; and what that means.

    Raises ``UserError`` where no run has a trace.
    """
    if target is None and budget is None:
        return runs, []
    seen, notes = traces(*sources), []
    if seen.empty:
        raise UserError("a fixed target or budget needs traces: these results have none")
    if len(left_out := runs.index[~_key(runs).isin(_with_trace(seen))]):
        notes.append(f"{len(left_out):,} runs without a trace are left out.")
    if budget is not None:
        runs = at_budget(runs, seen, budget)
        seen = seen[seen.evaluations <= budget]
        notes.append(
            f"Runs are taken as if ended after {budget:,.0f} evaluations; traces look twenty times"
            " a decade, so that an improvement may be seen a tenth late."
        )
    if target is not None:
        runs = at_target(runs, seen, target)
        notes.append(f"A board of {many(target, 'attacking pair')} or fewer counts as solved.")
    return runs, notes


def at_target(runs: "pd.DataFrame", traces: "pd.DataFrame", guards: int) -> "pd.DataFrame":
    """The ``runs`` as if a board of so few ``guards`` had been a solution (fixed target).

    ``solved``, ``evaluations`` and ``seconds`` are those of the target; a run that did not get
    there keeps what it spent, and a rejected one got nowhere. Runs without a trace are left out.
    A proof that a board has no solution says nothing of a target above 0: ``existence`` is then
    ``target not known`` but of boards that are known to have a solution.
    """
    hits = traces[traces.guards <= guards].groupby(_RUN, observed=True, sort=False).first()
    known = runs.set_index(_RUN)
    known = known[known.index.isin(_with_trace(traces))]
    first = hits.reindex(known.index)
    reached = first.guards.notna().to_numpy() & _believed(known)
    known["solved"] = reached
    for name in ("evaluations", "seconds"):
        known[name] = np.where(reached, first[name], known[name])
    if guards > 0:
        told = known.existence.astype(object)
        known["existence"] = told.where(told == "solvable", "target not known")
    return known.reset_index()


def at_budget(runs: "pd.DataFrame", traces: "pd.DataFrame", evaluations: float) -> "pd.DataFrame":
    """The ``runs`` as if ended after so many ``evaluations`` (fixed budget).

    ``guards`` is the fewest by then, ``solved`` whether it is none; a rejected run did not solve.
    Traces look twenty times a decade, so that an improvement may be seen a tenth late.
    """
    seen = traces[traces.evaluations <= evaluations].groupby(_RUN, observed=True, sort=False).last()
    known = runs.set_index(_RUN)
    known = known[known.index.isin(_with_trace(traces))]
    known["guards"] = seen.reindex(known.index).guards
    known["solved"] = (known.guards == 0) & _believed(known)
    known["evaluations"] = np.minimum(known.evaluations, evaluations)
    known["budget_evaluations"] = np.fmin(known.budget_evaluations, evaluations)
    return known.reset_index()


def of_believed(traces: "pd.DataFrame", runs: "pd.DataFrame") -> "pd.DataFrame":
    """The ``traces`` but for those of rejected ``runs``: what these claimed is no course."""
    return traces[~_key(traces).isin(_key(runs[~_believed(runs)]))]


def _believed(runs: "pd.DataFrame") -> np.ndarray:
    """Which runs were not rejected: the trace of such a run is what it claimed, too."""
    believed: np.ndarray = (runs.verdict != "rejected").to_numpy(dtype=bool)
    return believed


def _key(runs: "pd.DataFrame") -> "pd.MultiIndex":
    return runs.set_index(_RUN).index


def _with_trace(traces: "pd.DataFrame") -> "pd.MultiIndex":
    return traces.drop_duplicates(_RUN).set_index(_RUN).index
