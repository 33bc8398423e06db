"""Which parameters matter: the share of the variance in cost that each explains alone.

Main effects of an analysis of variance, as in fANOVA [1]_, on ranks [2]_; beside what chance alone
would give. Only settings that were drawn at random count: where a search went, its costs had sent
it, and parameters that do nothing would seem to matter.

.. [1] Hutter, Hoos & Leyton-Brown (2014). An efficient approach for assessing hyperparameter
       importance. ICML.
.. [2] Kruskal & Wallis (1952). Use of ranks in one-criterion variance analysis. J. Am. Statist.
       Assoc. 47: 583-621.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.inference.significance import holm
from metaqueens.tuning.runner import Candidate
from metaqueens.tuning.space import ParameterSpace

FEWEST_SETTINGS = 10
MOST_GROUPS, FEWEST_IN_GROUP = 4, 4
PERMUTATIONS = 1_999


class Effect(NamedTuple):
    """The share of the variance that a parameter explains.

    Parameters
    ----------
    share
        Of the variance in the ranks of the costs, 0 to 1.
    chance
        The mean share where costs are permuted at random over the settings.
    p
        How often that gives a share as large; by Holm, for all parameters together.
    settings
        How many settings were compared.
    """

    share: float
    chance: float
    p: float
    settings: int


def importance(space: ParameterSpace, candidates: Sequence[Candidate]) -> dict[str, Effect]:
    """Return the effect of each parameter, the largest first; not those of too few settings.

    Settings are compared by their cost at the first look, which all of them reached.
    """
    drawn = {one.key: one for one in candidates if one.at_random}
    found: dict[str, Effect] = {}
    for key, dimension in space.dimensions.items():
        asked = [one for one in drawn.values() if key in one.settings]
        if len(asked) < FEWEST_SETTINGS:
            continue
        values = [one.settings[key] for one in asked]
        groups = _alike(values) if dimension.choice else _quarters(values)
        costs = np.array([one.costs[min(one.costs)] for one in asked])
        if len(set(groups)) > 1 and len(set(costs)) > 1:
            found[key] = _effect(groups, costs)
    if not found:
        return {}
    adjusted = zip(found.items(), holm([one.p for one in found.values()]), strict=True)
    together = [(key, one._replace(p=float(p))) for (key, one), p in adjusted]
    return dict(sorted(together, key=lambda pair: -pair[1].share))


def _alike(values: Sequence[Any]) -> np.ndarray:
    return np.unique([repr(value) for value in values], return_inverse=True)[1]


def _quarters(values: Sequence[float]) -> np.ndarray:
    """Return groups of about equal size, from the smallest values to the largest."""
    groups = max(2, min(MOST_GROUPS, len(values) // FEWEST_IN_GROUP))
    edges = np.quantile(values, np.arange(1, groups) / groups)
    return np.asarray(np.searchsorted(edges, values, side="right"))


def _effect(groups: np.ndarray, costs: np.ndarray) -> Effect:
    from scipy import stats

    ranks = stats.rankdata(costs)
    ranks -= ranks.mean()
    rng = np.random.default_rng(len(ranks))
    dealt = np.concatenate([ranks[None], rng.permuted(np.tile(ranks, (PERMUTATIONS, 1)), axis=1)])
    members = np.array([groups == group for group in np.unique(groups)], dtype=float)
    sums = dealt @ members.T
    shares = (sums**2 / members.sum(axis=1)).sum(axis=1) / (ranks**2).sum()
    p = float(np.mean(shares >= shares[0] * (1 - 1e-9)))
    return Effect(float(shares[0]), float(shares[1:].mean()), p, len(ranks))
