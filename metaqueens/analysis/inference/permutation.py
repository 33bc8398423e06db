"""A permutation test of the ratio of two mean costs: ERT, PAR, or any mean.

Runs are permuted between the two algorithms, and the log ratio of each permutation is divided by
its standard error [1]_, [2]_. The test is exact if the algorithms do not differ at all, and
asymptotically right if only their means are equal. All permutations of few runs are tried; of more
runs a random sample, the same one whenever the sizes are the same; of very many runs none, as the
limits of the ratio are as exact by then.

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

from metaqueens.analysis.data.labels import group_places

# Up to this number all permutations are tried: 8 runs against 8.
ALL_UP_TO = 20_000
# Of more runs; the few for a p-value that cannot be significant.
DRAWS, FEW_DRAWS = 99_999, 999
# With more runs together the permutation distribution is nearly normal, as the limits have it.
MOST_RUNS = 2_000
_CELLS, _WORK = 10_000_000, 3_000_000


class Costs(NamedTuple):
    """The cost of each run, and whether it counts in the denominator (all do in a mean)."""

    charged: np.ndarray
    counted: np.ndarray


Pair = tuple[Costs, Costs]


class Chance(NamedTuple):
    """A two-sided p; ``beyond`` if no permutation was as extreme, so that p is an upper bound."""

    p: float
    beyond: bool


def ratio_tests(pairs: Sequence[Pair], wanted: Sequence[bool] | None = None) -> list[Chance]:
    """Return the test of each of ``pairs``; those of equal sizes share their permutations.

    A p-value that is not ``wanted`` exactly is that of a thousand permutations.
    """
    wanted = [True] * len(pairs) if wanted is None else wanted
    found = [Chance(1.0, False)] * len(pairs)
    kinds = (
        (len(first.charged), len(second.charged), is_wanted)
        for (first, second), is_wanted in zip(pairs, wanted, strict=True)
    )
    for (runs, others, is_wanted), places in group_places(kinds).items():
        chosen = [pairs[place] for place in places]
        if min(runs, others) < 2:
            continue
        if runs + others > MOST_RUNS:
            tests = [Chance(0.0, True)] * len(chosen)  # the p is that of the limits
        elif comb(runs + others, runs) <= ALL_UP_TO:
            tests = _test(chosen, _list_permutations(runs, others), is_sample=False)
        else:
            draws = min(DRAWS, _CELLS // (runs + others)) if is_wanted else FEW_DRAWS
            affordable = max(FEW_DRAWS, _WORK // len(chosen))
            permutations = _draw_permutations(runs, others, draws)[:affordable]
            tests = _test(chosen, permutations, is_sample=True)
        for place, chance in zip(places, tests, strict=True):
            found[place] = chance
    return found


def _test(pairs: Sequence[Pair], permutations: np.ndarray, is_sample: bool) -> list[Chance]:
    """Return p of each pair; a sample of permutations does not contain the observed one."""
    found: list[Chance] = []
    runs = len(pairs[0][0].charged)
    observed = (np.arange(permutations.shape[1]) < runs).astype(float)[None]
    at_once = max(1, 1_000_000 // len(permutations))
    for first in range(0, len(pairs), at_once):
        sums = np.array([_make_columns(*pair) for pair in pairs[first : first + at_once]])
        seen = _compute_statistics(sums, observed, runs)
        drawn = _compute_statistics(sums, permutations, runs)
        for count in (drawn >= seen * (1 - 1e-9)).sum(axis=1):
            p = (count + is_sample) / (len(permutations) + is_sample)
            found.append(Chance(float(p), bool(is_sample and not count)))
    return found


def _make_columns(first: Costs, second: Costs) -> np.ndarray:
    """Return cost, its square, count and cost if counted: ``(4, runs)``, with mean cost 1."""
    charged = np.concatenate([first.charged, second.charged]).astype(float)
    counted = np.concatenate([first.counted, second.counted]).astype(float)
    charged = charged / (charged.mean() or 1.0)
    return np.stack([charged, charged * charged, counted, charged * counted])


def _compute_statistics(sums: np.ndarray, permutations: np.ndarray, runs: int) -> np.ndarray:
    """Return |log ratio| / standard error, ``(pairs, permutations)``; inf if a side counts none."""
    together = sums.shape[2]
    if sums[:, 2].all():  # all are counted in every pair: means
        sums = sums[:, :2]
    pairs, columns, _ = sums.shape
    flat = sums.reshape(pairs * columns, together) @ permutations.T
    first = flat.reshape(pairs, columns, len(permutations))
    second = sums.sum(axis=2)[:, :, None] - first
    with np.errstate(divide="ignore", invalid="ignore"):
        value, error = _compute_ratio(first / runs, runs)
        other, other_error = _compute_ratio(second / (together - runs), together - runs)
        found = np.abs(np.log(value / other)) / np.sqrt(error + other_error + 1e-18)
    return np.where(np.isnan(found), np.inf, found)


def _compute_ratio(means: np.ndarray, runs: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a ratio of means, and the square of the standard error of its log (delta method)."""
    charged, squared = means[:, 0], means[:, 1]
    influence = squared / (charged * charged) - 1
    if means.shape[1] > 2:
        counted, product = means[:, 2], means[:, 3]
        influence += 1 + 1 / counted - 2 * product / (charged * counted)
        charged = charged / counted
    return charged, np.maximum(influence, 0) / (runs - 1)


@lru_cache(maxsize=4)
def _list_permutations(runs: int, others: int) -> np.ndarray:
    """Return all divisions of the runs into two groups of these sizes, a row each."""
    chosen = np.array(list(combinations(range(runs + others), runs)))
    permutations = np.zeros((len(chosen), runs + others))
    np.put_along_axis(permutations, chosen, 1, axis=1)
    return permutations


@lru_cache(maxsize=4)
def _draw_permutations(runs: int, others: int, draws: int) -> np.ndarray:
    rng = np.random.default_rng([runs, others])
    first = (np.arange(runs + others) < runs).astype(np.int8)[None]
    return rng.permuted(np.repeat(first, draws, axis=0), axis=1).astype(float)
