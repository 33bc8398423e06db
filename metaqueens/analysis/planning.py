"""How many runs a comparison needs, by simulation from pilot runs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.samples import Sample

POWER, LEVEL = 0.8, 0.05
RUNS = (5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000)
_DATA_SETS = 400


def plan(
    found: "Sequence[Sample]", factors: Sequence[float] = (1.2, 1.5, 2.0), compared: int = 1
) -> "pd.DataFrame":
    """The runs per algorithm at which a true ratio of ERTs would be seen four times in five.

    For each sample of pilot runs and each factor: two algorithms are drawn from those runs with
    replacement, one's costs multiplied by the factor (its budget too), and tested by the
    studentised log ratio of ERTs at a level of 5 % divided by ``compared`` pairs. Columns: problem,
    algorithm, pilot (runs), factor, runs (nan: more than a thousand), seen (the share at the most
    runs tried).
    """
    import pandas as pd

    rows = []
    for one in found:
        if one.solved.sum() < 2:
            continue
        for factor in factors:
            runs, seen = _runs_needed(one.evaluations, one.solved, factor, LEVEL / compared)
            rows.append(
                {
                    "problem": one.problem, "algorithm": one.algorithm, "pilot": len(one.solved),
                    "factor": factor, "runs": runs, "seen": seen,
                }
            )  # fmt: skip
    columns = ["problem", "algorithm", "pilot", "factor", "runs", "seen"]
    return pd.DataFrame(rows, columns=columns)


def _runs_needed(spent: Any, solved: Any, factor: float, level: float) -> tuple[float, float]:
    rng = np.random.default_rng(0)
    seen = 0.0
    for runs in RUNS:
        seen = _seen(np.asarray(spent, float), np.asarray(solved, float), factor, level, runs, rng)
        if seen >= POWER:
            return runs, seen
    return np.nan, seen


def _seen(
    spent: np.ndarray, solved: np.ndarray, factor: float, level: float, runs: int,
    rng: np.random.Generator,
) -> float:  # fmt: skip
    """The share of simulated comparisons that find the better one better."""
    from scipy import special

    first, second = (
        _log_ert(spent[at], solved[at]) for at in rng.integers(0, len(spent), (2, _DATA_SETS, runs))
    )
    spread = np.sqrt(first[1] + second[1])
    with np.errstate(invalid="ignore", divide="ignore"):
        t = (np.log(factor) + second[0] - first[0]) / spread
    critical = special.stdtrit(2 * runs - 2, 1 - level / 2)
    return float(np.mean(np.nan_to_num(t, nan=0.0, posinf=0.0) > critical))


def _log_ert(spent: np.ndarray, solved: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """log ERT of each row, and its variance by the delta method; both inf where none solved."""
    runs = spent.shape[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        cost, share = spent.mean(axis=1), solved.mean(axis=1)
        influence = spent / cost[:, None] - solved / share[:, None]
        variance = influence.var(axis=1, ddof=1) / runs
        return np.log(cost / share), np.where(share > 0, variance, np.inf)
