"""Tests over all problems: blocks, average ranks and paired tests."""

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import costs
from metaqueens.analysis.inference.ranking import Ranking, rank
from metaqueens.analysis.inference.significance import favoured, log_ratios, wilcoxon
from metaqueens.metrics import Metric

if TYPE_CHECKING:
    import pandas as pd

# With five blocks even Wilcoxon's least p is 0.06.
LEAST_BLOCKS = 6
# Below it, pairing by seed would gain nothing even if it were no chance.
LEAST_CORRELATION = 0.2


class Blocks(NamedTuple):
    """Costs, blocks by algorithms, none missing; ``unit`` is ``problem`` or ``seed``.

    ``dropped`` names the problems that not all algorithms ran on. ``correlated``: whether what
    stands in one block belongs together; sharing a seed alone does not make it so.
    """

    table: "pd.DataFrame"
    unit: str
    dropped: tuple[str, ...]
    correlated: bool = True


class OverProblems(NamedTuple):
    """Wilcoxon's test of two algorithms over problems: its name, statistic and two-sided p.

    ``favours`` is the algorithm that the signed ranks speak for; None where they are even.
    """

    name: str
    statistic: float
    p: float
    favours: str | None


def blocks(runs: "pd.DataFrame", table: "pd.DataFrame", name: str, metric: Metric) -> Blocks:
    """Problems as blocks; where they are too few, the seeds that all algorithms share on each.

    Problems that nobody solved tell nothing and are left out, and so are algorithms that ran on
    no other.
    """
    useful = table[table.groupby("problem").solved.transform("sum") > 0]
    wide = useful.pivot(index="problem", columns="algorithm", values=name)
    wide = wide[list(dict.fromkeys(useful.algorithm))]
    whole = metric.better_first(wide.dropna())
    dropped = tuple(map(str, wide.index.difference(whole.index)))
    if len(whole) >= LEAST_BLOCKS or runs.seed.isna().any():
        return Blocks(whole, "problem", dropped)
    paired = _by_seed(runs[runs.problem.isin(whole.index)], list(whole.columns), metric)
    return Blocks(paired, "seed", dropped, _correlated(paired))


def _correlated(table: "pd.DataFrame") -> bool:
    """Whether runs of different algorithms on one seed are alike: Spearman's mean correlation.

    Algorithms draw different numbers from the same seed, so that as a rule they are not.
    """
    if len(table) < LEAST_BLOCKS or table.shape[1] < 2:
        return False
    ranks = table.groupby(level="problem").rank()
    ranks -= ranks.groupby(level="problem").transform("mean")
    together = ranks.corr().to_numpy()[np.triu_indices(table.shape[1], 1)]
    if np.isnan(together).any():  # one has the same cost in all its runs
        return False
    mean = float(together.mean())
    return mean > LEAST_CORRELATION and mean * sqrt(len(table) * len(together)) > 3


def _by_seed(runs: "pd.DataFrame", algorithms: list[str], metric: Metric) -> "pd.DataFrame":
    finished = runs[runs.status != "failed"]
    spent = costs(finished[metric.cost], finished.solved)
    cost = spent if metric.less_is_better else (~finished.solved).astype(float)
    rows = finished.assign(cost=cost, problem=finished.problem.astype(str))
    rows = rows.drop_duplicates(["problem", "seed", "algorithm"])
    wide = rows.pivot(index=["problem", "seed"], columns="algorithm", values="cost").dropna()
    return wide.reindex(columns=algorithms)


def ranking(found: Blocks) -> Ranking | None:
    """Ranks of three algorithms or more over six blocks or more that are ones."""
    enough = len(found.table) >= LEAST_BLOCKS and found.table.shape[1] >= 3 and found.correlated
    return rank(found.table, found.unit) if enough else None


def wilcoxon_over(found: Blocks, metric: Metric) -> OverProblems | None:
    """Wilcoxon's test of two algorithms over six problems or more."""
    if found.unit != "problem" or len(found.table) < LEAST_BLOCKS or found.table.shape[1] != 2:
        return None
    differences = _differences(found, 0, 1, metric)
    one, other = map(str, found.table.columns)
    favours = {-1: one, 0: None, 1: other}[favoured(differences)]
    return OverProblems(*wilcoxon(differences), favours)


def _differences(found: Blocks, one: int, other: int, metric: Metric) -> np.ndarray:
    values = found.table.to_numpy(dtype=float)
    if not metric.less_is_better:
        return np.asarray(values[:, one] - values[:, other])
    return log_ratios(values[:, one], values[:, other])
