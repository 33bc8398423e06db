"""Rank tests of several algorithms over many blocks (problems, or seeds of a problem).

.. [1] Demsar (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7: 1-30.
"""

from dataclasses import dataclass
from math import comb, inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis.inference.significance import Test, holm

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
    nemenyi
        Its p for every pair, algorithms by algorithms.
    holm
        By algorithm the p of its difference from the best, adjusted for all pairs; the best has
        none.
    blocks
        How many, and ``unit`` what each is: a problem, or a seed of a problem.
    """

    ranks: "pd.Series"
    critical_difference: float
    cliques: tuple[tuple[str, ...], ...]
    nemenyi: "pd.DataFrame"
    holm: "pd.Series"
    friedman: Friedman
    blocks: int
    unit: str


def rank(table: "pd.DataFrame", unit: str = "problem", alpha: float = 0.05) -> Ranking:
    """Rank the columns of ``table`` (blocks by algorithms, costs, no gaps) in every row."""
    blocks, algorithms = table.shape
    ranks = average_ranks(table).sort_values(kind="stable")
    difference = critical_difference(algorithms, blocks, alpha)
    return Ranking(
        ranks=ranks,
        critical_difference=difference,
        cliques=cliques(ranks, difference),
        nemenyi=nemenyi(ranks, blocks),
        holm=against(ranks, blocks, str(ranks.index[0]), comb(algorithms, 2)),
        friedman=friedman(table),
        blocks=blocks,
        unit=unit,
    )


def average_ranks(table: "pd.DataFrame") -> "pd.Series":
    """Return the average rank of each column, 1 for the least; ties share theirs."""
    import pandas as pd
    from scipy import stats

    ranks = stats.rankdata(table.to_numpy(dtype=float), axis=1)
    return pd.Series(ranks.mean(axis=0), index=table.columns.astype(str), name="rank")


def friedman(table: Any) -> Friedman:
    """Whether the columns, three or more, differ at all [1]_."""
    from scipy import stats

    values = np.asarray(table, dtype=float)
    if (values == values[:, :1]).all():
        return Friedman(0.0, 1.0, 0.0, 1.0)
    found = stats.friedmanchisquare(*values.T)
    chi2, (blocks, algorithms) = float(found.statistic), values.shape
    return Friedman(chi2, float(found.pvalue), *iman_davenport(chi2, blocks, algorithms)[1:])


def iman_davenport(chi2: float, blocks: int, algorithms: int) -> Test:
    """Friedman's statistic as an F, with less of its caution."""
    from scipy import stats

    left = blocks * (algorithms - 1) - chi2
    f = (blocks - 1) * chi2 / left if left > 1e-9 else inf
    p = stats.f.sf(f, algorithms - 1, (algorithms - 1) * (blocks - 1))
    return Test("Iman-Davenport", f, float(p))


def critical_difference(algorithms: int, blocks: int, alpha: float = 0.05) -> float:
    """Nemenyi's: average ranks further apart than this differ."""
    from scipy import stats

    q = stats.studentized_range.ppf(1 - alpha, algorithms, inf) / sqrt(2)
    return float(q) * _error(algorithms, blocks)


def nemenyi(ranks: "pd.Series", blocks: int) -> "pd.DataFrame":
    """Nemenyi's p for every pair of average ``ranks``."""
    import pandas as pd
    from scipy import stats

    values = ranks.to_numpy()
    apart = np.abs(values[:, None] - values) / _error(len(values), blocks)
    ps = np.clip(stats.studentized_range.sf(apart * sqrt(2), len(values), inf), 0, 1)
    np.fill_diagonal(ps, 1.0)
    return pd.DataFrame(ps, index=ranks.index, columns=ranks.index)


def against(ranks: "pd.Series", blocks: int, control: str, family: int = 0) -> "pd.Series":
    """Holm's adjusted p of each other algorithm against ``control``, from their average ranks.

    Adjusting for these tests alone, as Demsar has it, is right for a control that was chosen before
    the runs. For one that the ranks chose, the best, the ``family`` is all pairs.
    """
    import pandas as pd
    from scipy import stats

    others = ranks.drop(control)
    z = (others - ranks[control]).abs() / _error(len(ranks), blocks)
    return pd.Series(holm(2 * stats.norm.sf(z), family), index=others.index, name="p")


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
