"""Tests between algorithms on families of instances: the instances are what is sampled."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metaqueens.analysis.families import names_of
from metaqueens.analysis.inference.ranking import LEAST_BLOCKS
from metaqueens.analysis.inference.significance import favoured, holm, log_ratios, wilcoxon
from metaqueens.analysis.inference.verdicts import family_verdict
from metaqueens.metrics import METRICS, Metric

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "family", "better", "other", "ahead", "level", "behind", "p", "favours", "p_holm", "verdict",
)  # fmt: skip


def tests(
    runs: "pd.DataFrame", values: "pd.DataFrame", found: "pd.DataFrame", name: str
) -> "pd.DataFrame":
    """Return the best algorithm of each family against each other one, instance by instance.

    ``values`` has the metric of each problem and algorithm, ``found`` the rows of ``table``. On how
    many instances the best is ``ahead``, level or ``behind``; Wilcoxon's test of the logarithms of
    the ratios, nan for fewer than six instances; adjusted (Holm) over all pairs of algorithms in
    all families, shown or not: the best was chosen by looking, see ``pairs``. The best has the
    best value of the family, which a few dear instances can decide: ``favours`` is whom the signed
    ranks speak for, None where they are even, and ``verdict`` one of
    ``verdicts.FAMILY_VERDICTS``.
    """
    import pandas as pd

    rows: list[dict[str, Any]] = []
    pairs = 0
    for family, ranked, costs in _costs(runs, values, found, name):
        rows += _against_the_best(family, ranked, costs, METRICS[name])
        pairs += _testable(costs[ranked])
    frame = pd.DataFrame(rows, columns=[*COLUMNS])
    if len(frame):
        able = frame.p.notna().to_numpy()
        adjusted = np.full(len(frame), np.nan)
        adjusted[able] = holm(frame.p[able], pairs)
        frame["p_holm"] = adjusted
        frame["verdict"] = list(map(family_verdict, adjusted, frame.favours == frame.other))
    return frame


def _costs(
    runs: "pd.DataFrame", values: "pd.DataFrame", found: "pd.DataFrame", name: str
) -> "Iterator[tuple[str, list[str], pd.DataFrame]]":
    """Each family, its algorithms, the best first, and their costs: instances by algorithms."""
    if not len(found):
        return
    metric = METRICS[name]
    names = names_of(runs)
    values = values.assign(family=values.problem.map(names))
    for family, rows in found.groupby("family", sort=False):
        here = values[values.family == family]
        here = here[here.groupby("problem").solved.transform("sum") > 0]
        wide = metric.better_first(here.pivot(index="problem", columns="algorithm", values=name))
        order = rows.assign(cost=metric.better_first(rows[name])).sort_values("cost", kind="stable")
        # None of them where nobody solved any instance.
        yield str(family), [one for one in order.algorithm if one in wide], wide


def _against_the_best(
    family: str, ranked: Sequence[str], costs: "pd.DataFrame", metric: Metric
) -> Iterator[dict[str, Any]]:
    """Yield the first of the ``ranked`` algorithms against each other one."""
    for other in ranked[1:]:
        best = ranked[0]
        pair = costs[[best, other]].dropna()
        one, two = pair[best].to_numpy(float), pair[other].to_numpy(float)
        gaps = log_ratios(one, two) if metric.less_is_better else one - two
        yield {
            "family": family,
            "better": best,
            "other": other,
            "ahead": int((gaps < 0).sum()),
            "level": int((gaps == 0).sum()),
            "behind": int((gaps > 0).sum()),
            "p": wilcoxon(gaps).p if len(pair) >= LEAST_BLOCKS else np.nan,
            "favours": {-1: best, 0: None, 1: other}[favoured(gaps)],
        }


def _testable(costs: "pd.DataFrame") -> int:
    """How many pairs of algorithms, columns of ``costs``, have instances enough for a test."""
    there = costs.notna().to_numpy(int)
    return int(np.triu(there.T @ there >= LEAST_BLOCKS, 1).sum())
