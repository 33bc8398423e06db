"""A table of restart strategies and parallel walks: cost and gain for each algorithm."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from metaqueens.analysis.models.restarts import (
    LEAST_SOLVED,
    UNKNOWN,
    Factor,
    best_cutoff,
    gain,
    luby_cost,
    speed_up_with_interval,
)

if TYPE_CHECKING:
    from metaqueens.analysis.data.samples import Sample


def table(found: "Sequence[Sample]", walks: "Sequence[int]" = (2, 4, 16)) -> "pd.DataFrame":
    """A row per sample that solved: what a cutoff gains, what Luby's strategy and walks cost.

    Columns: problem, algorithm, ert; cutoff and cutoff_gain with _low and _high (see ``gain``);
    luby; speed_up_k with _low and _high for each of the ``walks`` (nan: cannot tell).
    """
    return pd.DataFrame(
        [_row(one, walks) for one in found if one.solved.any()],
        columns=[
            "problem",
            "algorithm",
            "ert",
            "cutoff",
            *_named("cutoff_gain", UNKNOWN),
            "luby",
            *(name for k in walks for name in _named(f"speed_up_{k}", UNKNOWN)),
        ],
    )


def _row(one: "Sample", walks: "Sequence[int]") -> dict[str, Any]:
    spent, solved = one.evaluations, one.solved
    best = best_cutoff(spent, solved, LEAST_SOLVED)
    row = {
        "problem": one.problem,
        "algorithm": one.algorithm,
        "ert": best.without,
        "cutoff": best.cutoff,
        **_named("cutoff_gain", gain(spent, solved)),
        "luby": luby_cost(spent, solved),
    }
    for k in walks:
        row |= _named(f"speed_up_{k}", speed_up_with_interval(spent, solved, k))
    return row


def _named(name: str, factor: Factor) -> dict[str, float]:
    return {name: factor.value, f"{name}_low": factor.low, f"{name}_high": factor.high}


def in_words(row: dict[str, Any]) -> str:
    """Return what restarting at the best cutoff is worth to one algorithm on one problem."""
    low, high = row["cutoff_gain_low"], row["cutoff_gain_high"]
    if low != low:
        return "too few solved runs to tell"
    if low > 1:
        return "restarts help"
    return "restarts do not help" if high < 1.05 else "cannot tell"
