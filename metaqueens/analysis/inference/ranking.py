"""Tests over all problems: average ranks and paired tests."""

from itertools import combinations
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from metaqueens.analysis.inference.significance import Test, adjust_holm, log_ratios, wilcoxon
from metaqueens.metrics import Metric

# With five problems even Wilcoxon's least p is 0.06.
LEAST_BLOCKS = 6


class Blocks(NamedTuple):
    """Costs, problems by algorithms; ``dropped`` names those that not all algorithms ran on."""

    table: pd.DataFrame
    dropped: tuple[str, ...] = ()


def make_blocks(table: pd.DataFrame, name: str, metric: Metric) -> Blocks:
    """Return the problems of a comparison's ``table`` as blocks of the metric ``name``.

    Problems that no run solved are left out, unless the metric is of the cost of solutions, and so
    are algorithms that ran on no other.
    """
    solved = table.groupby("problem").solved.transform("sum") > 0
    useful = table[solved | metric.of_solutions]
    wide = useful.pivot(index="problem", columns="algorithm", values=name)
    wide = wide[list(dict.fromkeys(useful.algorithm))]
    whole = metric.better_first(wide.dropna())
    return Blocks(whole, tuple(map(str, wide.index.difference(whole.index))))


class Friedman(NamedTuple):
    """Friedman's chi-squared, corrected for ties, and Iman and Davenport's less conservative F."""

    chi2: float
    p: float
    f: float
    p_f: float


class Ranking(NamedTuple):
    """Average ranks over problems, and which of them differ [1]_.

    Parameters
    ----------
    ranks
        Average rank by algorithm, the best (lowest) first.
    holm
        By algorithm the p of its difference from the best, Holm's over all pairs; the best has
        none.
    blocks
        Number of problems.

    .. [1] Demsar (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7:
           1-30.
    """

    ranks: pd.Series
    holm: pd.Series
    friedman: Friedman
    blocks: int


def rank(table: pd.DataFrame) -> Ranking:
    """Rank the columns of ``table`` (blocks by algorithms, costs, no gaps) in every row."""
    ranks = average_ranks(table).sort_values(kind="stable")
    tests = rank_tests(ranks, len(table))
    # Holm's procedure is over all pairs: Demsar's, with the best alone, needs a best algorithm that
    # was chosen before the runs.
    adjusted = pd.Series(adjust_holm(tests), tests.index).loc[ranks.index[0]].rename("p")
    return Ranking(ranks, adjusted, friedman(table), len(table))


def average_ranks(table: pd.DataFrame) -> pd.Series:
    """Return the average rank of each column, 1 for the lowest; ties share theirs."""
    return table.astype(float).rank(axis=1).mean().rename("rank").rename(index=str)


def friedman(table: Any) -> Friedman:
    """Test whether three columns or more differ [1]_; the F statistic is that of [2]_.

    .. [1] Friedman (1937). The use of ranks to avoid the assumption of normality implicit in the
           analysis of variance. JASA 32: 675-701.
    .. [2] Iman & Davenport (1980). Approximations of the critical region of the Friedman statistic.
           Commun. Stat. A 9: 571-595.
    """
    from scipy import stats

    values = np.asarray(table, dtype=float)
    if (values == values[:, :1]).all():
        return Friedman(0.0, 1.0, 0.0, 1.0)
    found = stats.friedmanchisquare(*values.T)
    chi2, (blocks, algorithms) = float(found.statistic), values.shape
    left = blocks * (algorithms - 1) - chi2
    f = (blocks - 1) * chi2 / left if left > 1e-9 else inf
    p = stats.f.sf(f, algorithms - 1, (algorithms - 1) * (blocks - 1))
    return Friedman(chi2, float(found.pvalue), f, float(p))


def rank_tests(ranks: pd.Series, blocks: int) -> pd.Series:
    """Return the unadjusted p of each pair of average ranks, by the two names."""
    from scipy import stats

    pairs = pd.MultiIndex.from_tuples([*combinations(ranks.index, 2)])
    gaps = np.array([abs(ranks[one] - ranks[other]) for one, other in pairs])
    standard_error = sqrt(len(ranks) * (len(ranks) + 1) / (6 * blocks))
    return pd.Series(2 * stats.norm.sf(gaps / standard_error), pairs)


def count_wins(table: pd.DataFrame, name: str, metric: Metric) -> pd.DataFrame:
    """Return the number of problems on which each algorithm has the best value (``wins``).

    ``shared``: on how many of them another one has it too.
    """
    cost = metric.better_first(table[name])
    best = (cost == cost.groupby(table.problem).transform("min")) & (
        (table.solved > 0) | metric.of_solutions
    )
    shared = best & (best.groupby(table.problem).transform("sum") > 1)
    by_algorithm = pd.DataFrame({"wins": best, "shared": shared})
    return by_algorithm.groupby(table.algorithm, sort=False).sum()


def rank_blocks(found: Blocks, metric: Metric) -> tuple[Ranking | None, Test | None]:
    """Rank three algorithms or more over six problems or more, or test two of them."""
    if len(found.table) < LEAST_BLOCKS or found.table.shape[1] < 2:
        return None, None
    if found.table.shape[1] > 2:
        return rank(found.table), None
    return None, compare_columns(found.table, metric)[1]


def compare_columns(costs: pd.DataFrame, metric: Metric) -> tuple[np.ndarray, Test]:
    """Return the gaps between two columns of costs, and their test.

    A gap is positive if it favours the second. Gaps of efforts are the logarithms of their ratios,
    those of shares and of costs of solutions, which may be 0, their differences.
    """
    first, second = costs.to_numpy(dtype=float).T
    is_effort = metric.less_is_better and not metric.of_solutions
    gaps = log_ratios(first, second) if is_effort else first - second
    return gaps, wilcoxon(gaps, *map(str, costs.columns))
