"""Tests between two algorithms, on one problem over its runs or on many, and their verdicts.

Costs are such that less is better, and inf for an unsolved run: unsolved runs are all tied, and
worse than every solved one.
"""

from functools import cache
from math import comb, nan
from typing import Any, NamedTuple

import numpy as np

from metaqueens.metrics.statistics import runs_for

EXACT_WITH_TIES = 20
SIGNIFICANT, VERY_SIGNIFICANT = 0.05, 0.01
# The definition of each, for tables, pages and docs. If nothing differs, any of them but ``open``
# is given in at most 5 comparisons of 100, and ``clear`` in 1.
VERDICTS = {
    "clear": "adjusted p < 0.01 and no heavy tail; false in at most 1 comparison of 100",
    "likely": "adjusted p < 0.05; this or a clear one is false in at most 5 comparisons of 100",
    "mixed": "adjusted p < 0.05, but the other wins significantly more single runs",
    "open": "no significant difference, which does not mean that they are equal",
}

# Of the tests of families, over their instances.
FAMILY_VERDICTS = {
    "clear": "adjusted p < 0.01; false in at most 1 comparison of 100",
    "likely": VERDICTS["likely"],
    "mixed": "adjusted p < 0.05 in favour of the other, which is worse over the whole family",
    "open": VERDICTS["open"],
}


class Test(NamedTuple):
    """A test's name, its statistic, the two-sided p, and the algorithm that it favours, if any."""

    name: str
    statistic: float
    p: float
    favours: str | None = None


def mann_whitney(first: Any, second: Any) -> Test:
    """Test whether costs of ``first`` tend to differ from those of ``second`` [1]_.

    The p is exact up to twenty runs together [2]_, else normal with correction for ties.

    .. [1] Mann & Whitney (1947). On a test of whether one of two random variables is
           stochastically larger than the other. Ann. Math. Statist. 18: 50-60.
    .. [2] Streitberg & Rohmel (1986). Exact distributions for permutation and rank tests: an
           introduction to some recently published algorithms. Stat. Softw. Newsl. 12: 10-17.
    """
    from scipy import special

    n, m = len(first), len(second)
    both = np.concatenate([first, second])
    _, places, counts = np.unique(both, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]  # the mean of tied ones, from 1
    u = float(ranks[:n].sum() - n * (n + 1) / 2)
    if n + m <= EXACT_WITH_TIES:
        twice = np.sort((2 * ranks).astype(int))
        return Test("Mann-Whitney", u, _exact_with_ties(n, u, *twice.tolist()))
    # As scipy has it, without the import of scipy.stats, which takes half a second.
    ties = float((counts**3 - counts).sum())
    spread = np.sqrt(n * m / 12 * (n + m + 1 - ties / ((n + m) * (n + m - 1))))
    z = (abs(u - n * m / 2) - 0.5) / spread if spread > 0 else 0.0
    return Test("Mann-Whitney", u, min(1.0, float(2 * special.ndtr(-z))))


@cache  # few runs have few ways to be tied
def _exact_with_ties(n: int, u: float, *ranks: int) -> float:
    """Return the two-sided p: the share of all divisions of the ranks with as extreme a U.

    ``ranks`` are twice the mean ranks, which are whole, as twice U is.
    """
    ways = np.zeros((n + 1, sum(ranks) + 1))
    ways[0, 0] = 1
    for rank in ranks:
        ways[1:, rank:] += ways[:-1, : ways.shape[1] - rank]
    m = len(ranks) - n
    twice_u = np.arange(ways.shape[1]) - n * (n + 1)
    extreme = np.abs(twice_u - n * m) >= abs(2 * u - n * m) - 1e-9
    return float(ways[n][extreme].sum() / comb(n + m, n))


@cache  # sweeps ask for the same few tables thousands of times
def fisher(solved_one: int, runs_one: int, solved_other: int, runs_other: int) -> Test:
    """Return Fisher's exact test of two success rates [1]_; the statistic is the odds ratio.

    .. [1] Fisher (1935). The logic of inductive inference. J. R. Stat. Soc. 98: 39-82.
    """
    if solved_one + solved_other in (0, runs_one + runs_other):
        return Test("Fisher", nan, 1.0)  # without the import, which takes longer than most reports
    from scipy import stats

    unsolved_one, unsolved_other = runs_one - solved_one, runs_other - solved_other
    found = stats.fisher_exact([[solved_one, unsolved_one], [solved_other, unsolved_other]])
    return Test("Fisher", float(found.statistic), float(found.pvalue))


def mood_test(first: Any, second: Any, share: float = 0.5) -> Test:
    """Return Mood's median test [1]_, or that of another quantile, by Fisher's exact p.

    It tests whether as many runs of both cost more than the quantile of all. Costs are inf for
    unsolved runs.

    .. [1] Mood (1950). Introduction to the theory of statistics. McGraw-Hill, ch. 16.
    """
    both = np.sort(np.concatenate([first, second]))
    limit = both[runs_for(share, len(both)) - 1]
    below = [int((np.asarray(costs) <= limit).sum()) for costs in (first, second)]
    found = fisher(below[0], len(first), below[1], len(second))
    return found._replace(name="Mood's median" if share == 0.5 else "Mood's quantile")


def sign_test(costs: Any, known: float, share: float = 0.5) -> Test:
    """Return the sign test [1]_ of whether a quantile of ``costs``, the median, is ``known``.

    It is two-sided and exact; the statistic is the number of lower costs. Ties count for no
    difference.

    .. [1] Dixon & Mood (1946). The statistical sign test. JASA 41: 557-566.
    """
    from scipy import special

    costs = np.asarray(costs)
    below, up_to, runs = int((costs < known).sum()), int((costs <= known).sum()), len(costs)
    few = special.bdtr(up_to, runs, share)
    many = special.bdtrc(below - 1, runs, share) if below else 1.0
    return Test("sign", below, min(1.0, 2 * float(min(few, many))))


def a12(first: Any, second: Any) -> float:
    """Return the probability that a value of ``first`` exceeds one of ``second`` [1]_.

    Ties count half.

    .. [1] Vargha & Delaney (2000). A critique and improvement of the CL common language effect
           size statistics of McGraw and Wong. J. Educ. Behav. Stat. 25: 101-132.
    """
    ordered = np.sort(np.asarray(second, dtype=float))
    below = np.searchsorted(ordered, first, side="left")
    upto = np.searchsorted(ordered, first, side="right")
    return float((below + upto).sum() / (2 * len(first) * len(second)))


def effect(chance: float) -> str:
    """Return Vargha and Delaney's word for an A12: negligible, small, medium or large."""
    # Rounded, or 0.56 would be 0.06 and a bit away from a half.
    distance = round(abs(chance - 0.5), 12)
    words = ((0.06, "negligible"), (0.14, "small"), (0.21, "medium"))
    return next((word for limit, word in words if distance < limit), "large")


def wilcoxon(differences: Any, negative: str = "", positive: str = "") -> Test:
    """Return the signed rank test [1]_ over paired ``differences``.

    The rank of a zero is split between the signs. The p is exact up to fifty without ties or zeros,
    else normal. The test favours ``negative`` or ``positive``, the sign whose ranks have the larger
    sum, which a count of the signs may not show.

    .. [1] Wilcoxon (1945). Individual comparisons by ranking methods. Biometrics 1: 80-83.
    """
    from scipy import stats

    differences = np.asarray(differences, dtype=float)
    if not differences.any():
        return Test("Wilcoxon", len(differences) * (len(differences) + 1) / 4, 1.0)
    found = stats.wilcoxon(differences, zero_method="zsplit")
    sign = np.sign((np.sign(differences) * stats.rankdata(np.abs(differences))).sum())
    favours = {-1: negative, 0: None, 1: positive}[int(sign)]
    return Test("Wilcoxon", float(found.statistic), float(found.pvalue), favours)


def log_ratios(first: Any, second: Any) -> np.ndarray:
    """Return log2(first / second) of costs by problem, so that no problem outweighs the rest.

    It is 0 if both are infinite, and a thousand if one of them is.
    """
    first, second = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.log2(first) - np.log2(second)
    ratios[np.isnan(ratios)] = 0.0
    return np.asarray(np.clip(ratios, -1000, 1000))


def adjust_holm(ps: Any, family: int = 0) -> np.ndarray:
    """Return the p-values ``ps`` of a family of tests, adjusted step by step [1]_.

    If the ``family`` is larger than ``ps``, the others count as tests that found nothing: the
    result is an upper bound of Holm's p over the whole family.

    .. [1] Holm (1979). A simple sequentially rejective multiple test procedure. Scand. J. Stat.
           6: 65-70.
    """
    ps = np.asarray(ps, dtype=float)
    order = np.argsort(ps, kind="stable")
    members = max(family, len(ps))
    stepped = np.maximum.accumulate(ps[order] * np.arange(members, members - len(ps), -1))
    adjusted: np.ndarray = np.empty(ps.shape)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted


def least_mann_whitney(runs: int, others: int) -> float:
    """Return the least p of these numbers of runs: every run of one is below all of the other."""
    return 2 / comb(runs + others, runs)


def is_against(chance: float, p_typical: float) -> bool:
    """Return whether the other wins significantly more runs, by A12 and the p that goes with it."""
    return chance < 0.5 and p_typical < SIGNIFICANT


def verdict(p: float, is_against: bool, is_heavy: bool = False) -> str:
    """Return the verdict of an adjusted p; nan is no test.

    ``is_against``: whether most runs, or the signed ranks of a family, favour the other one.
    ``is_heavy``: whether one of the two has a heavy tail, whose mean no test is sure of.
    """
    if not p < SIGNIFICANT:
        return "open"
    if is_against:
        return "mixed"
    return "clear" if p < VERY_SIGNIFICANT and not is_heavy else "likely"
