"""Scores, their intervals, and ranks, shared where contestants do not differ significantly."""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np

from metaqueens.analysis.inference.significance import adjust_holm

Tell = Callable[[float], None]
SIGNIFICANT = 0.05
RESAMPLES, AT_ONCE = 2_000, 4_000
# Random signs for each pair that is tested, so that the least p survives the adjustment. Of more
# than a hundred contestants, fewer pairs are found to differ than could be.
DRAWS, DRAWS_PER_PAIR, MOST_DRAWS = 9_999, 100, 200_000
# A board is solved with the whole budget, a tenth or a hundredth of it: less is not counted, for
# there the time to start a program is measured.
STEPS = 3
BIGGEST = 100.0


def tell_nothing(_: float) -> None:
    """Show no progress."""


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


def places(
    shares: np.ndarray, rounds: np.ndarray, most_rounds: int, tell: Tell = tell_nothing
) -> list[Place]:
    """Return the place of each contestant.

    A score is the points earned in per cent of those of ``most_rounds`` rounds, played or not.

    Parameters
    ----------
    shares
        (boards, contestants): what each earned of each board, as many boards in each round.
    rounds
        (boards,): of which round each board is, from 1, and so how many points it is worth.
    tell
        Called with the share of the work that is done.
    """
    scale = len(rounds) / rounds.max() * most_rounds * (most_rounds + 1) / 2 / BIGGEST
    points = shares * rounds[:, None] / scale
    low, high = np.quantile(_resampled(rounds) @ points, [0.025, 0.975], axis=0)
    scores, ranks = points.sum(axis=0), 1 + significantly_better(points, tell).sum(axis=0)
    # One that is not significantly worse than the first lifts all that scored more.
    order = np.argsort(scores, kind="stable")
    ranks[order] = np.minimum.accumulate(ranks[order])
    columns = (scores, low, high, ranks)
    return [
        Place(float(a), float(b), float(c), int(d)) for a, b, c, d in zip(*columns, strict=True)
    ]


def significantly_better(points: np.ndarray, tell: Tell = tell_nothing) -> np.ndarray:
    """Return whether contestant i is better than j, (contestants, contestants).

    ``points`` is (boards, contestants). Under the hypothesis that two are alike the sign of their
    difference is random on every board: the p of each pair is the share of random signs with as
    large a sum, and is adjusted (Holm) over all pairs, so that the chance that any two equal ones
    seem to differ is at most 5 %. That some rounds are not played changes it little: the simulated
    leagues of ``experiments/statistics/league.py`` end, and retire contestants, as real ones do.
    ``tell`` is called with the share of the work that is done.
    """
    count = points.shape[1]
    pairs = np.array([*combinations(range(count), 2)], dtype=int).reshape(-1, 2)
    better = np.zeros((count, count), np.bool_)
    if len(pairs):
        totals = points.sum(axis=0)
        for one, other in pairs[adjust_holm(_p_values(points, pairs, tell)) < SIGNIFICANT]:
            better[(one, other) if totals[one] > totals[other] else (other, one)] = True
    return better


def _p_values(points: np.ndarray, pairs: np.ndarray, tell: Tell) -> np.ndarray:
    """Return a p-value of each pair, exact enough to decide whether the pair differs.

    A pair needs no random signs if an upper bound of its p (Hoeffding) is small enough, and no
    further ones if a lower bound is too large: the draws so far, as if none that follows were
    extreme. Neither changes a decision.
    """
    gaps = points[:, pairs[:, 0]] - points[:, pairs[:, 1]]
    seen = np.abs(gaps.sum(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        ps: np.ndarray = 2 * np.exp(-np.nan_to_num(seen**2 / (gaps**2).sum(axis=0)) / 2)
    left = np.flatnonzero(len(pairs) * ps >= SIGNIFICANT)
    rng = np.random.default_rng(0)
    draws = min(max(DRAWS, DRAWS_PER_PAIR * len(pairs)), MOST_DRAWS)
    extreme = np.zeros(len(pairs))
    for first in range(0, draws, AT_ONCE):
        if not len(left):
            break
        size = min(AT_ONCE, draws - first), len(points)
        signs = rng.integers(0, 2, size, np.int8) * 2.0 - 1
        sums = np.ascontiguousarray((signs @ points).T)
        for k, (one, other) in zip(left, pairs[left], strict=True):
            extreme[k] += np.count_nonzero(np.abs(sums[one] - sums[other]) >= seen[k] - 1e-9)
        ps[left] = (extreme[left] + 1) / (draws + 1)
        left = left[adjust_holm(ps)[left] < SIGNIFICANT]
        tell((first + size[0]) / draws)
    return ps


def _resampled(rounds: np.ndarray) -> np.ndarray:
    """Return how often each board is drawn, (resamples, boards): of each round as many as were."""
    rng = np.random.default_rng(0)
    found = np.zeros((RESAMPLES, len(rounds)))
    for one in np.unique(rounds):
        mine = np.flatnonzero(rounds == one)
        found[:, mine] = rng.multinomial(len(mine), np.full(len(mine), 1 / len(mine)), RESAMPLES)
    return found
