"""Views of unfinished work: what was reached by a budget, and when a target was reached."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

_RUN = ["source", "problem", "n", "encoding", "algorithm", "repetition"]


def at_target(runs: "pd.DataFrame", traces: "pd.DataFrame", guards: int) -> "pd.DataFrame":
    """The ``runs`` as if a board of so few ``guards`` had been a solution (fixed target).

    ``solved``, ``evaluations`` and ``seconds`` are those of the target; a run that did not get
    there keeps what it spent. Runs without a trace are left out.
    """
    hits = traces[traces.guards <= guards].groupby(_RUN, observed=True, sort=False).first()
    known = runs.set_index(_RUN)
    known = known[known.index.isin(_with_trace(traces))]
    first = hits.reindex(known.index)
    reached = first.guards.notna().to_numpy()
    known["solved"] = reached
    for name in ("evaluations", "seconds"):
        known[name] = np.where(reached, first[name], known[name])
    return known.reset_index()


def at_budget(runs: "pd.DataFrame", traces: "pd.DataFrame", evaluations: float) -> "pd.DataFrame":
    """The ``runs`` as if ended after so many ``evaluations`` (fixed budget).

    ``guards`` is the fewest by then, ``solved`` whether it is none. Traces look twenty times a
    decade, so that an improvement may be seen a tenth late.
    """
    seen = traces[traces.evaluations <= evaluations].groupby(_RUN, observed=True, sort=False).last()
    known = runs.set_index(_RUN)
    known = known[known.index.isin(_with_trace(traces))]
    known["guards"] = seen.reindex(known.index).guards
    known["solved"] = known.guards == 0
    known["evaluations"] = np.minimum(known.evaluations, evaluations)
    return known.reset_index()


def _with_trace(traces: "pd.DataFrame") -> "pd.MultiIndex":
    return traces.drop_duplicates(_RUN).set_index(_RUN).index
