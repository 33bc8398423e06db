"""Bayesian comparison: the probability that one of two algorithms is practically better.

.. [1] Benavoli, Corani, Mangili, Zaffalon & Ruggeri (2014). A Bayesian Wilcoxon signed-rank test
       based on the Dirichlet process. ICML.
.. [2] Benavoli, Corani, Demsar & Zaffalon (2017). Time for a change: a tutorial for comparing
       multiple classifiers through Bayesian analysis. JMLR 18: 1-36.
"""

from typing import Any, NamedTuple

import numpy as np


class Chances(NamedTuple):
    """The chances that differences are practically below zero, none, and above."""

    below: float
    equal: float
    above: float


def signed_rank(
    differences: Any, rope: float, seed: int = 0, samples: int = 50_000, prior: float = 0.5
) -> Chances:
    """The Bayesian signed rank test [1]_, [2]_ over paired ``differences``.

    Parameters
    ----------
    rope
        Half the region of practical equivalence, in the unit of the differences.
    prior
        The weight of one imagined difference of zero.
    """
    values = np.sort(np.concatenate([[0.0], np.asarray(differences, dtype=float)]))
    imagined = int(np.searchsorted(values, 0.0))
    weights = np.ones(values.size)
    weights[imagined] = prior
    rng = np.random.default_rng(seed)
    wins = np.zeros(3)
    at_once = max(1, 2_000_000 // values.size)
    for first in range(0, samples, at_once):
        drawn = rng.dirichlet(weights, min(at_once, samples - first))
        above = _mass_beyond(values, drawn, 2 * rope)
        below = _mass_beyond(-values[::-1], drawn[:, ::-1], 2 * rope)
        shares = np.column_stack([below, 1 - below - above, above])
        wins += np.bincount(shares.argmax(axis=1), minlength=3)
    return Chances(*(wins / samples).tolist())


def _mass_beyond(values: np.ndarray, drawn: np.ndarray, limit: float) -> np.ndarray:
    """Of each row of weights, the sum of w_i w_j where values i and j add up to more than limit.

    The j for one i are a tail of the sorted values; a sum on the limit counts half.
    """
    tails = np.cumsum(drawn[:, ::-1], axis=1)[:, ::-1]
    tails = np.column_stack([tails, np.zeros(len(drawn))])
    at_least = np.searchsorted(values, limit - values, side="left")
    more = np.searchsorted(values, limit - values, side="right")
    return np.asarray((drawn * (tails[:, at_least] + tails[:, more])).sum(axis=1) / 2)
