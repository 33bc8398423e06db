"""Tests over all problems: blocks, average ranks, critical differences and paired tests."""

from dataclasses import dataclass
from itertools import combinations
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis.inference.significance import favoured, holm, log_ratios, wilcoxon
from metaqueens.metrics import Metric

if TYPE_CHECKING:
    import pandas as pd


class Friedman(NamedTuple):
    """Friedman's chi-squared, corrected for ties, and Iman and Davenport's sharper F."""

    chi2: float
    p: float
    f: float
    p_f: float


@dataclass(frozen=True)
class Ranking:
    """What a critical difference diagram shows [1]_.

    Parameters
    ----------
    ranks
        Average rank by algorithm, the best (least) first.
    critical_difference
        Nemenyi's, at 5 %: ranks further apart differ.
    cliques
        The largest groups of algorithms that are within the critical difference.
    holm
        By algorithm the p of its difference from the best, Holm's over all pairs; the best has
        none.
    blocks
        How many problems.
    """

    ranks: "pd.Series"
    critical_difference: float
    cliques: tuple[tuple[str, ...], ...]
    holm: "pd.Series"
    friedman: Friedman
    blocks: int


def rank(table: "pd.DataFrame", alpha: float = 0.05) -> Ranking:
    """Rank the columns of ``table`` (blocks by algorithms, costs, no gaps) in every row."""
    blocks, algorithms = table.shape
    ranks = average_ranks(table).sort_values(kind="stable")
    difference = critical_difference(algorithms, blocks, alpha)
    return Ranking(
        ranks=ranks,
        critical_difference=difference,
        cliques=cliques(ranks, difference),
        holm=_against_the_best(ranks, blocks),
        friedman=friedman(table),
        blocks=blocks,
    )


def average_ranks(table: "pd.DataFrame") -> "pd.Series":
    """Return the average rank of each column, 1 for the least; ties share theirs."""
    return table.astype(float).rank(axis=1).mean().rename("rank").rename(index=str)


def friedman(table: Any) -> Friedman:
    """Whether the columns, three or more, differ at all; the F has less of its caution."""
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


def critical_difference(algorithms: int, blocks: int, alpha: float = 0.05) -> float:
    """Nemenyi's: average ranks further apart than this differ."""
    from scipy import stats

    q = stats.studentized_range.ppf(1 - alpha, algorithms, inf) / sqrt(2)
    return float(q) * _error(algorithms, blocks)


def rank_tests(ranks: "pd.Series", blocks: int) -> "pd.Series":
    """Return the p of each pair of average ranks, by the two names; not adjusted."""
    import pandas as pd
    from scipy import stats

    pairs = pd.MultiIndex.from_tuples([*combinations(ranks.index, 2)])
    gaps = [abs(ranks[one] - ranks[other]) for one, other in pairs]
    return pd.Series(2 * stats.norm.sf(np.array(gaps) / _error(len(ranks), blocks)), pairs)


def _against_the_best(ranks: "pd.Series", blocks: int) -> "pd.Series":
    """Return Holm's p over all pairs, of each algorithm against the best, which is first.

    For these tests alone, as Demsar has it, the best would have to be chosen before the runs.
    """
    import pandas as pd

    tests = rank_tests(ranks, blocks)
    return pd.Series(holm(tests), tests.index).loc[ranks.index[0]].rename("p")


def cliques(ranks: "pd.Series", difference: float) -> tuple[tuple[str, ...], ...]:
    """The largest groups of two or more sorted ``ranks`` that span at most ``difference``."""
    found: list[tuple[str, ...]] = []
    values, reached = ranks.to_numpy(), 0
    for first in range(len(values)):
        last = int(np.searchsorted(values, values[first] + difference, side="right"))
        if last > max(reached, first + 1):
            found.append(tuple(ranks.index[first:last]))
            reached = last
    return tuple(found)


def _error(algorithms: int, blocks: int) -> float:
    return sqrt(algorithms * (algorithms + 1) / (6 * blocks))


# With five blocks even Wilcoxon's least p is 0.06.
LEAST_BLOCKS = 6


class Blocks(NamedTuple):
    """Costs, problems by algorithms; ``dropped`` names those that not all algorithms ran on."""

    table: "pd.DataFrame"
    dropped: tuple[str, ...] = ()


class OverProblems(NamedTuple):
    """Wilcoxon's test of two algorithms over problems: its name, statistic and two-sided p.

    ``favours`` is the algorithm that the signed ranks speak for; None if they are even.
    """

    name: str
    statistic: float
    p: float
    favours: str | None


def blocks(table: "pd.DataFrame", name: str, metric: Metric) -> Blocks:
    """Problems as blocks, of the ``table`` of a comparison.

    Problems that nobody solved tell nothing and are left out, and so are algorithms that ran on
    no other.
    """
    useful = table[table.groupby("problem").solved.transform("sum") > 0]
    wide = useful.pivot(index="problem", columns="algorithm", values=name)
    wide = wide[list(dict.fromkeys(useful.algorithm))]
    whole = metric.better_first(wide.dropna())
    return Blocks(whole, tuple(map(str, wide.index.difference(whole.index))))


def count_wins(table: "pd.DataFrame", name: str, metric: Metric) -> "pd.Series":
    """Return the number of problems on which each algorithm has the best value, ties included."""
    cost = metric.better_first(table[name])
    best = (cost == cost.groupby(table.problem).transform("min")) & (table.solved > 0)
    return best.groupby(table.algorithm, sort=False).sum()


def find_first(scores: "pd.Series") -> list[str]:
    """Return all that share the highest score."""
    return list(map(str, scores.index[scores == scores.max()]))


def ranking(found: Blocks) -> Ranking | None:
    """Ranks of three algorithms or more over six problems or more."""
    enough = len(found.table) >= LEAST_BLOCKS and found.table.shape[1] >= 3
    return rank(found.table) if enough else None


def wilcoxon_over(found: Blocks, metric: Metric) -> OverProblems | None:
    """Wilcoxon's test of two algorithms over six problems or more."""
    if len(found.table) < LEAST_BLOCKS or found.table.shape[1] != 2:
        return None
    gaps, favours = gaps_between(found.table, metric)
    return OverProblems(*wilcoxon(gaps), favours)


def gaps_between(costs: "pd.DataFrame", metric: Metric) -> tuple[np.ndarray, str | None]:
    """By how much each row favours the second of two columns, and which one the ranks favour.

    Of costs these are the logarithms of their ratios. None is favoured where they are even.
    """
    first, second = costs.to_numpy(dtype=float).T
    gaps = log_ratios(first, second) if metric.less_is_better else first - second
    one, other = map(str, costs.columns)
    return gaps, {-1: one, 0: None, 1: other}[favoured(gaps)]
