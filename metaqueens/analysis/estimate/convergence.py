"""Anytime performance: quantiles of the best board found so far, over the evaluations."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

POINTS = 120


def convergence(traces: "pd.DataFrame") -> dict[str, "pd.DataFrame"]:
    """By algorithm how the best board got better; ``traces`` are of one problem.

    Where they are of a family of instances, ``instance`` says which.

    Columns: evaluations, and of the guards of all runs the quartiles ``low`` and ``high`` and the
    ``median``. A run that has ended counts on with its last board.
    """
    import pandas as pd

    found = {}
    for name, group in traces.groupby("algorithm", observed=True, sort=False):
        marks = np.unique(np.geomspace(1, group.evaluations.max(), POINTS).round())
        of_a_run = [key for key in ("source", "instance", "repetition") if key in group]
        runs = group.groupby(of_a_run, observed=True)
        guards = np.array([_at(run.evaluations, run.guards, marks) for _, run in runs])
        low, middle, high = np.quantile(guards, [0.25, 0.5, 0.75], axis=0)
        found[str(name)] = pd.DataFrame(
            {"evaluations": marks, "low": low, "median": middle, "high": high}
        )
    return found


def _at(evaluations: "pd.Series", guards: "pd.Series", marks: np.ndarray) -> np.ndarray:
    """The guards at each of ``marks``; the first board's before it."""
    at = np.searchsorted(evaluations.to_numpy(), marks, side="right") - 1
    return np.asarray(guards.to_numpy()[at.clip(0)])
