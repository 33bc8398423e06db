"""Autocorrelation of random walks: exact where theory or enumeration gives it.

The cost is a sum over pairs of columns, and so of few eigenfunctions of the neighbourhood, which
are elementary landscapes [1]_. By ``swap`` on permutations it is a quadratic assignment with
symmetric matrices (whether the squares of two columns attack each other depends on two distances),
whose parts belong to the eigenvalues n and 2(n - 1) of n(n - 1)/2 moves [2]_; by ``reassign`` on
rows, to n and 2n of n(n - 1). Each part decays geometrically. Boards are plain.

.. [1] Stadler (1996). Landscapes and their correlation functions. Journal of Mathematical
       Chemistry 20: 1-45.
.. [2] Chicano, Luque & Alba (2012). Autocorrelation measures for the quadratic assignment problem.
       Applied Mathematics Letters 25: 698-705.
"""

from math import inf, log
from typing import NamedTuple

import numpy as np

from metaqueens.core.moves import Moves
from metaqueens.problem.queens import EncodingName


class Parts(NamedTuple):
    """The cost as a sum of two parts, each an eigenfunction of its neighbourhood.

    variances : of either part over all boards
    ratios : what is left of either part's correlation after one more move
    """

    variances: tuple[float, float]
    ratios: tuple[float, float]

    @property
    def variance(self) -> float:
        """That of the cost over all boards."""
        return sum(self.variances)

    def correlation(self, lag: int) -> float:
        """That of the costs of boards so many random moves apart."""
        parts = zip(self.variances, self.ratios, strict=True)
        return float(sum(part * ratio**lag for part, ratio in parts) / self.variance)


def parts(kind: int, n: int) -> Parts | None:
    """What theory says of plain boards; None of ``step``, whose boards differ in how many moves."""
    if kind == Moves.SWAP:
        return Parts(_of_permutations(n), (1 - 2 / (n - 1), 1 - 4 / n))
    if kind == Moves.REASSIGN:
        return Parts(_of_rows(n), (1 - 1 / (n - 1), 1 - 2 / (n - 1)))
    return None


def mean_cost(encoding: EncodingName, n: int) -> float:
    """Attacking pairs of a random plain board, on average."""
    if encoding == "permutation":
        return (2 * n - 1) / 3
    return (n - 1) / 2 + (n - 1) * (2 * n - 1) / (3 * n)


def length(correlation: float) -> float:
    """The autocorrelation length, -1 / ln of the correlation of neighbours; nan of one below 0."""
    if correlation >= 1:
        return inf
    return -1 / log(correlation) if 0 < correlation < 1 else float("nan")


def _of_permutations(n: int) -> tuple[float, float]:
    """By Schur's orthogonality: a part's variance is a sum of squared inner products.

    The matrix of distance d has a 1 where rows, or columns, are d apart. Its first part is
    u_i + u_j for some u of sum 0, found from its row sums; its second part has row sums of 0.
    """
    apart = np.arange(1, n)
    squares = np.arange(n)
    sums = (squares[None, :] >= apart[:, None]).astype(float)
    sums += squares[None, :] + apart[:, None] < n
    u = (sums - sums.mean(axis=1, keepdims=True)) / (n - 2)
    first = 2 * (n - 2) * u @ u.T
    totals = sums.sum(axis=1)
    whole = np.diag(totals) - np.outer(totals, totals) / (n * (n - 1))
    second = whole - first
    return (
        float((first**2).sum() / (4 * (n - 1))),
        float((second**2).sum() / (2 * n * (n - 3))),
    )


def _of_rows(n: int) -> tuple[float, float]:
    """By analysis of variance: rows of different columns are independent."""
    apart, rows = np.arange(1, n), np.arange(n)
    attacked = (rows[None, :] >= apart[:, None]).astype(float)
    attacked += rows[None, :] + apart[:, None] < n
    given = (1 + attacked) / n  # the chance of an attack from a row, so many columns away
    means = given.mean(axis=1)
    centred = given - means[:, None]
    upto = np.vstack([np.zeros(n), np.cumsum(centred, axis=0)])
    alone = upto + upto[::-1]  # a queen with all others, on either side
    pairs = n - apart
    together = means * (1 - means) - 2 * (centred**2).mean(axis=1)
    return float((alone**2).mean(axis=1).sum()), float((pairs * together).sum())
