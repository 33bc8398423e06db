"""Tests of the best algorithm of each family against the others, over its instances."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from metaqueens.analysis.inference.ranking import LEAST_BLOCKS, find_gaps
from metaqueens.analysis.inference.significance import adjust_holm, wilcoxon
from metaqueens.analysis.inference.verdicts import family_verdict
from metaqueens.metrics import Metric

COLUMNS = (
    "family", "better", "other", "ahead", "level", "behind", "p", "favours", "p_holm", "verdict",
)  # fmt: skip


def compare_families(
    families: pd.DataFrame, values: pd.DataFrame, metric: Metric, name: str
) -> pd.DataFrame:
    """Return a row per family and algorithm that is not the best there, by the column ``name``.

    ``families`` are the rows of ``families.make_table``, and ``values`` has a row per problem and
    algorithm. Columns: on how many instances the best is ``ahead``, ``level`` or ``behind``; ``p``
    of Wilcoxon's test of the logarithms of the ratios, nan for fewer than six instances; the
    algorithm that the signed ranks favour, which may be the other one if a few costly instances
    decide the value of the family; ``p_holm``, adjusted over all pairs of algorithms in all
    families, as the best was chosen by looking; and the verdict.
    """
    rows, pairs = [], 0
    for family, costs in _costs_by_family(families, values, metric, name) if len(families) else ():
        pairs += _count_testable(costs)
        best, *others = costs
        for other in others:
            both = costs[[best, other]].dropna()
            rows.append({"family": family, **_test(both, metric)})
    frame = pd.DataFrame(rows, columns=[*COLUMNS])
    if len(frame):
        has_test = frame.p.notna().to_numpy()
        adjusted = np.full(len(frame), np.nan)
        adjusted[has_test] = adjust_holm(frame.p[has_test], pairs)
        frame["p_holm"] = adjusted
        frame["verdict"] = list(map(family_verdict, adjusted, frame.favours == frame.other))
    return frame


def _costs_by_family(
    families: pd.DataFrame, values: pd.DataFrame, metric: Metric, name: str
) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield each family with its costs on solved instances, the best algorithm first."""
    for family, rows in families.groupby("family", sort=False):
        here = values[values.family == family]
        solved = here.groupby("problem").solved.transform("sum") > 0
        here = here[solved | metric.of_solutions]
        wide = metric.better_first(here.pivot(index="problem", columns="algorithm", values=name))
        order = rows.assign(cost=metric.better_first(rows[name])).sort_values("cost", kind="stable")
        ranked = [algorithm for algorithm in order.algorithm if algorithm in wide]
        if ranked:  # none if nobody solved any instance
            yield str(family), wide[ranked]


def _test(costs: pd.DataFrame, metric: Metric) -> dict[str, Any]:
    """Return the row of the best algorithm, the first of the two columns, against the other."""
    best, other = costs
    gaps, favours = find_gaps(costs, metric)
    return {
        "better": best,
        "other": other,
        "ahead": int((gaps < 0).sum()),
        "level": int((gaps == 0).sum()),
        "behind": int((gaps > 0).sum()),
        "p": wilcoxon(gaps).p if len(gaps) >= LEAST_BLOCKS else np.nan,
        "favours": favours,
    }


def _count_testable(costs: pd.DataFrame) -> int:
    """Return the number of pairs of algorithms that share enough instances for a test."""
    known = costs.notna().to_numpy(int)
    return int(np.triu(known.T @ known >= LEAST_BLOCKS, 1).sum())
