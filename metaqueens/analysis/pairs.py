"""On each problem, the best algorithm against every other: by how much, and how sure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metaqueens.analysis.metrics import Metric
from metaqueens.analysis.samples import Sample, Scatter
from metaqueens.analysis.significance import (
    Test,
    a12,
    costs,
    effect,
    fisher,
    holm,
    mann_whitney,
)

if TYPE_CHECKING:
    import pandas as pd

SIGNIFICANT = 0.05
# Of fewer runs a bootstrap interval is too short to decide anything by itself.
ENOUGH_TO_BOOTSTRAP = 10
COLUMNS = [
    "problem", "better", "other", "ratio", "ratio_low", "ratio_high", "test", "p", "p_holm", "a12",
    "effect", "verdict",
]  # fmt: skip


def against_the_best(
    found: Sequence[Sample], scattered: Sequence[Scatter], metric: Metric
) -> "pd.DataFrame":
    """A row per problem and algorithm that is not the best there; empty problems have none.

    ``ratio`` is how many times more the other costs, with a bootstrap interval; ``a12`` the chance
    that a run of the better beats one of the other; ``verdict``: ``clear`` where the test (Holm's p
    below 5 %) and the ratio's interval agree, ``likely`` where one of them is certain, ``mixed``
    where typical runs favour the other, ``open`` else.
    """
    import pandas as pd

    by_problem: dict[str, list[int]] = {}
    for place, sample in enumerate(found):
        if len(sample.solved):
            by_problem.setdefault(sample.problem, []).append(place)
    rows: list[dict[str, Any]] = []
    for places in by_problem.values():
        if any(found[place].solved.any() for place in places):
            best = min(places, key=lambda place: metric.better_first(scattered[place].value))
            others = [place for place in places if place != best]
            rows += _family(best, others, found, scattered, metric)
    return pd.DataFrame(rows, columns=COLUMNS)


def _family(
    best: int, others: list[int], found: Sequence[Sample], scattered: Sequence[Scatter],
    metric: Metric,
) -> list[dict[str, Any]]:  # fmt: skip
    rows = [
        _pair(found[best], found[other], metric) | _ratio(scattered[best], scattered[other], metric)
        for other in others
    ]
    for row, other, p in zip(rows, others, holm([row["p"] for row in rows]), strict=True):
        runs = min(len(found[best].solved), len(found[other].solved))
        row |= {"p_holm": float(p), "verdict": _verdict(row, p, runs, metric)}
    return rows


def _pair(best: Sample, other: Sample, metric: Metric) -> dict[str, Any]:
    mine = costs(getattr(best, metric.cost), best.solved)
    theirs = costs(getattr(other, metric.cost), other.solved)
    chance = a12(theirs, mine)
    test = _success(best, other) if not metric.less_is_better else mann_whitney(mine, theirs)
    if not metric.less_is_better:
        chance = a12(best.solved, other.solved)
    return {
        "problem": best.problem, "better": best.algorithm, "other": other.algorithm,
        "test": test.name, "p": test.p, "a12": chance, "effect": effect(chance),
    }  # fmt: skip


def _success(best: Sample, other: Sample) -> Test:
    return fisher(
        int(best.solved.sum()), len(best.solved), int(other.solved.sum()), len(other.solved)
    )


def _ratio(mine: Scatter, other: Scatter, metric: Metric) -> dict[str, float]:
    """Shares have no ratio: that of one to none would say nothing."""
    names = ("ratio", "ratio_low", "ratio_high")
    if not metric.less_is_better:
        return dict.fromkeys(names, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        # The samples were resampled at the same places: shifted, the draws are independent.
        drawn = np.divide(np.roll(other.draws, len(other.draws) // 2), mine.draws)
        value = np.divide(other.value, mine.value)
    drawn[np.isnan(drawn)] = 1.0
    low = np.quantile(drawn, 0.025, method="lower")
    high = np.quantile(drawn, 0.975, method="higher")
    if np.isnan(mine.low) or np.isnan(other.low):  # of a single run
        low = high = np.nan
    return dict(zip(names, map(float, (value, low, high)), strict=True))


def _verdict(row: dict[str, Any], p: float, runs: int, metric: Metric) -> str:
    tested = p < SIGNIFICANT
    if not metric.less_is_better:
        return "clear" if tested else "open"
    if tested and row["a12"] < 0.5:
        return "mixed"
    bounded = row["ratio_low"] > 1 and runs >= ENOUGH_TO_BOOTSTRAP
    return ("open", "likely", "clear")[int(tested) + int(bounded)]
