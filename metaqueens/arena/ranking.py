"""Scores, their intervals, and ranks, shared where contestants do not differ significantly."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from metaqueens.analysis.inference.significance import holm

SIGNIFICANT = 0.05
RESAMPLES, AT_ONCE = 2_000, 4_000
# Random signs for each pair that is tested, so that the least p survives the adjustment.
DRAWS, DRAWS_PER_PAIR = 9_999, 100
# A board is solved with the whole budget, a tenth or a hundredth of it: less is not counted, for
# there the time to start a program is measured.
STEPS = 3
BIGGEST = 100.0


class Place(NamedTuple):
    """The score of a contestant, its 95 % interval, and its rank."""

    score: float
    low: float
    high: float
    rank: int


def share(solved: bool, cost: float, budget: float) -> float:
    """Return the share of a board's points that a run earns, from 0 to 1.

    A board that is solved with the whole budget earns a third, with a tenth of it two thirds, with
    a hundredth or less all; between them by the logarithm.
    """
    if not solved:
        return 0.0
    least = budget / 10 ** (STEPS - 1)
    return float(1 + np.log10(budget / min(max(cost, least), budget))) / STEPS


def places(shares: np.ndarray, rounds: np.ndarray, most_rounds: int) -> list[Place]:
    """Return the place of each contestant.

    A score is the points earned in per cent of those of ``most_rounds`` rounds, played or not.

    Parameters
    ----------
    shares
        (boards, contestants): what each earned of each board, as many boards in each round.
    rounds
        (boards,): of which round each board is, from 1, and so how many points it is worth.
    """
    scale = len(rounds) / rounds.max() * most_rounds * (most_rounds + 1) / 2 / BIGGEST
    points = shares * rounds[:, None] / scale
    low, high = np.quantile(_resampled(rounds) @ points, [0.025, 0.975], axis=0)
    scores, ranks = points.sum(axis=0), 1 + significantly_better(points).sum(axis=0)
    # One that is not significantly worse than the first lifts all that scored more.
    order = np.argsort(scores, kind="stable")
    ranks[order] = np.minimum.accumulate(ranks[order])
    columns = (scores, low, high, ranks)
    return [
        Place(float(a), float(b), float(c), int(d)) for a, b, c, d in zip(*columns, strict=True)
    ]


def significantly_better(points: np.ndarray) -> np.ndarray:
    """Return whether contestant i is better than j, (contestants, contestants).

    ``points`` is (boards, contestants). Under the hypothesis that two are alike the sign of their
    difference is random on every board: the p of each pair is the share of random signs with as
    large a sum, and is adjusted (Holm) over all pairs, so that the chance that any two equal ones
    seem to differ is at most 5 %. That some rounds are not played changes it little: the simulated
    leagues of ``experiments/statistics/league.py`` end, and retire contestants, as real ones do.
    """
    count = points.shape[1]
    pairs = np.array([*combinations(range(count), 2)], dtype=int).reshape(-1, 2)
    better = np.zeros((count, count), np.bool_)
    if not len(pairs):
        return better
    gaps = points[:, pairs[:, 0]] - points[:, pairs[:, 1]]
    seen = gaps.sum(axis=0)
    rng, draws = np.random.default_rng(0), max(DRAWS, DRAWS_PER_PAIR * len(pairs))
    extreme = np.zeros(len(pairs))
    for first in range(0, draws, AT_ONCE):
        size = min(AT_ONCE, draws - first), len(gaps)
        signs = rng.integers(0, 2, size, np.int8) * 2.0 - 1
        extreme += (np.abs(signs @ gaps) >= np.abs(seen) - 1e-9).sum(axis=0)
    ps = holm((extreme + 1) / (draws + 1))
    for (one, other), gap, p in zip(pairs, seen, ps, strict=True):
        if p < SIGNIFICANT:
            better[(one, other) if gap > 0 else (other, one)] = True
    return better


def _resampled(rounds: np.ndarray) -> np.ndarray:
    """Return how often each board is drawn, (resamples, boards): of each round as many as were."""
    rng = np.random.default_rng(0)
    found = np.zeros((RESAMPLES, len(rounds)))
    for one in np.unique(rounds):
        mine = np.flatnonzero(rounds == one)
        found[:, mine] = rng.multinomial(len(mine), np.full(len(mine), 1 / len(mine)), RESAMPLES)
    return found
