"""A permutation test of the ratio of two mean costs: ERT, PAR, or any mean.

Runs are permuted between the two algorithms, and the log ratio of each permutation is divided by
its standard error [1]_, [2]_: exact where the algorithms do not differ at all, and still right for
many runs where only their means are equal. All permutations of few runs are tried; of more, as many
as can be paid for, the same ones whenever the sizes are the same; of very many none, as their
distribution is normal by then.

.. [1] Janssen (1997). Studentized permutation tests for non-i.i.d. hypotheses and the generalized
       Behrens-Fisher problem. Stat. Probab. Lett. 36: 9-21.
.. [2] Chung & Romano (2013). Exact and asymptotically robust permutation tests. Ann. Statist. 41:
       484-507.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import group_places

# Up to so many deals all are tried: 8 runs against 8.
ALL_UP_TO = 20_000
DRAWS = 99_999
# Where a thousand deals say that it is nowhere near, no more are drawn.
FIRST, NEAR = 999, 0.1
# Beyond so many runs together the permutation distribution is normal to the eye.
MOST_RUNS = 2_000
_CELLS, _WORK = 10_000_000, 3_000_000


class Costs(NamedTuple):
    """What each run is charged, and whether it counts below the line (all do in a mean)."""

    charged: np.ndarray
    counted: np.ndarray


Pair = tuple[Costs, Costs]


class Chance(NamedTuple):
    """A two-sided p, and whether no deal was as extreme: p is then only an upper bound."""

    p: float
    beyond: bool


def ratio_tests(pairs: Sequence[Pair], wanted: Sequence[bool] | None = None) -> list[Chance]:
    """Return the test of each of ``pairs``; those of equal sizes share their deals.

    Where a p-value is not ``wanted`` to more than two digits, a thousand deals will do.
    """
    wanted = [True] * len(pairs) if wanted is None else wanted
    found = [Chance(1.0, False)] * len(pairs)
    sizes = [(len(one.charged), len(other.charged)) for one, other in pairs]
    for places in group_places(range(len(pairs)), sizes.__getitem__):
        runs, others = sizes[places[0]]
        if min(runs, others) < 2:
            continue
        if runs + others > MOST_RUNS:
            for place in places:
                found[place] = _normal(pairs[place])
            continue
        equal = _of_one_size([pairs[k] for k in places], [wanted[k] for k in places])
        for place, chance in zip(places, equal, strict=True):
            found[place] = chance
    return found


def _normal(pair: Pair) -> Chance:
    """p by the limit of the permutation distribution; 1 if there is nothing to compare."""
    from scipy import special

    runs = len(pair[0].charged)
    sums = _columns(*pair)[None]
    if not sums[0, 0].any() or not sums[0, 2].any():
        return Chance(1.0, False)
    seen = np.zeros((1, sums.shape[2]))
    seen[0, :runs] = 1
    z = float(_studentised(sums, seen, runs)[0, 0])
    return Chance(float(2 * special.ndtr(-z)), bool(np.isinf(z)))


def _of_one_size(pairs: Sequence[Pair], wanted: Sequence[bool]) -> list[Chance]:
    runs, others = (len(one.charged) for one in pairs[0])
    if comb(runs + others, runs) <= ALL_UP_TO:
        return _exceeded(pairs, _all_deals(runs, others), 0)
    found = _exceeded(pairs, _deals(runs, others, FIRST), 1)
    near = [place for place, chance in enumerate(found) if wanted[place] and chance.p < NEAR]
    kept = min(DRAWS, _CELLS // (runs + others))
    most = min(kept, _WORK // max(1, len(near)))
    if near and most > 2 * FIRST:
        deals = _deals(runs, others, kept)[:most]
        again = _exceeded([pairs[place] for place in near], deals, 1)
        for place, chance in zip(near, again, strict=True):
            found[place] = chance
    return found


def _exceeded(pairs: Sequence[Pair], deals: np.ndarray, itself: int) -> list[Chance]:
    """p of each pair; ``itself`` is 1 where the deal that was seen is not among ``deals``."""
    found: list[Chance] = []
    runs = len(pairs[0][0].charged)
    seen = np.zeros(deals.shape[1])
    seen[:runs] = 1
    at_once = max(1, 1_000_000 // len(deals))
    for first in range(0, len(pairs), at_once):
        sums = np.array([_columns(*pair) for pair in pairs[first : first + at_once]])
        observed = _studentised(sums, seen[None], runs)[:, 0]
        drawn = _studentised(sums, deals, runs)
        extreme = (drawn >= observed[:, None] * (1 - 1e-9)).sum(axis=1)
        for count in extreme:
            p = (count + itself) / (len(deals) + itself)
            found.append(Chance(float(p), bool(itself and not count)))
    return found


def _columns(one: Costs, other: Costs) -> np.ndarray:
    """Charged, its square, counted, charged if counted: ``(4, runs)``, the scale taken out."""
    charged = np.concatenate([one.charged, other.charged]).astype(float)
    counted = np.concatenate([one.counted, other.counted]).astype(float)
    charged = charged / (charged.mean() or 1.0)
    return np.stack([charged, charged * charged, counted, charged * counted])


def _studentised(sums: np.ndarray, deals: np.ndarray, runs: int) -> np.ndarray:
    """|log ratio| over its error, ``(pairs, deals)``; inf where a side has none counted."""
    together = sums.shape[2]
    if sums[:, 2].all():  # all are counted in every pair: means
        sums = sums[:, :2]
    pairs, columns, _ = sums.shape
    mine = (sums.reshape(pairs * columns, together) @ deals.T).reshape(pairs, columns, len(deals))
    theirs = sums.sum(axis=2)[:, :, None] - mine
    with np.errstate(divide="ignore", invalid="ignore"):
        one, one_error = _mean(mine / runs, runs)
        other, other_error = _mean(theirs / (together - runs), together - runs)
        found = np.abs(np.log(one / other)) / np.sqrt(one_error + other_error + 1e-18)
    return np.where(np.isnan(found), np.inf, found)


def _mean(means: np.ndarray, runs: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a ratio of means, and the square of the standard error of its log (delta method)."""
    charged, squared = means[:, 0], means[:, 1]
    influence = squared / (charged * charged) - 1
    if means.shape[1] > 2:
        counted, product = means[:, 2], means[:, 3]
        influence += 1 + 1 / counted - 2 * product / (charged * counted)
        charged = charged / counted
    return charged, np.maximum(influence, 0) / (runs - 1)


@lru_cache(maxsize=4)
def _all_deals(runs: int, others: int) -> np.ndarray:
    chosen = np.array(list(combinations(range(runs + others), runs)))
    deals = np.zeros((len(chosen), runs + others))
    np.put_along_axis(deals, chosen, 1, axis=1)
    return deals


@lru_cache(maxsize=4)
def _deals(runs: int, others: int, draws: int) -> np.ndarray:
    first = np.zeros(runs + others, dtype=np.int8)
    first[:runs] = 1
    rng = np.random.default_rng([runs, others])
    return rng.permuted(np.tile(first, (draws, 1)), axis=1).astype(float)
