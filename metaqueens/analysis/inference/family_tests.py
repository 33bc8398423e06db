"""Tests of the best algorithm of each family against the others, over its instances."""

import numpy as np
import pandas as pd

from metaqueens.analysis.inference.ranking import LEAST_BLOCKS, find_gaps
from metaqueens.analysis.inference.significance import adjust_holm, wilcoxon
from metaqueens.analysis.inference.verdicts import verdict
from metaqueens.metrics import Metric

COLUMNS = ("family", "better", "other", "ahead", "level", "behind", "p", "favours")


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
    for family, members in families.groupby("family", sort=False) if len(families) else ():
        here = values[values.family == family]
        is_solved = here.groupby("problem").solved.transform("sum") > 0
        here = here[is_solved | metric.of_solutions]
        wide = metric.better_first(here.pivot(index="problem", columns="algorithm", values=name))
        order = members.assign(cost=metric.better_first(members[name]))
        order = order.sort_values("cost", kind="stable")  # the best first
        ranked = [algorithm for algorithm in order.algorithm if algorithm in wide]
        pairs += _count_testable(wide[ranked])
        for other in ranked[1:]:
            costs = wide[[ranked[0], other]].dropna()
            gaps, favours = find_gaps(costs, metric)
            signs = [int((np.sign(gaps) == sign).sum()) for sign in (-1, 0, 1)]
            p = wilcoxon(gaps).p if len(gaps) >= LEAST_BLOCKS else np.nan
            rows.append((str(family), ranked[0], other, *signs, p, favours))
    frame = pd.DataFrame(rows, columns=[*COLUMNS])
    has_test = frame.p.notna().to_numpy()
    adjusted = np.full(len(frame), np.nan)
    adjusted[has_test] = adjust_holm(frame.p[has_test], pairs)
    against = frame.favours == frame.other
    return frame.assign(p_holm=adjusted, verdict=list(map(verdict, adjusted, against)))


def _count_testable(costs: pd.DataFrame) -> int:
    """Return the number of pairs of algorithms that share enough instances for a test."""
    known = costs.notna().to_numpy(int)
    return int(np.triu(known.T @ known >= LEAST_BLOCKS, 1).sum())
