"""Scores, their intervals, and ranks, shared by contestants that do not differ significantly."""

from itertools import combinations
from math import comb, floor, log2
from typing import NamedTuple

import numpy as np

from metaqueens.analysis.inference.significance import SIGNIFICANT, adjust_holm

RESAMPLES, AT_ONCE = 2_000, 4_000
# Random signs for each pair, so that the smallest p survives the adjustment. Above a hundred
# contestants the test has less power.
DRAWS, DRAWS_PER_PAIR, MAX_DRAWS = 9_999, 100, 200_000
# Orders of magnitude of the budget that earn points: the start of a program hides smaller costs.
STEPS = 3
# The share of a board that is not solved and has a cost of 1.
NEAR = 1 / 6
BIGGEST = 100.0


class Place(NamedTuple):
    """The score of a contestant, its 95 % interval, and its rank, None without any point."""

    score: float
    low: float
    high: float
    rank: int | None


def share(solved: bool, cost: float, budget: float, left: int | None = None) -> float:
    """Return the share of a board's points that a run earns, from 0 to 1.

    A solution with the whole budget earns a third, with a tenth of it two thirds, with a hundredth
    or less all; between them by the logarithm. Without one, a sixth is divided by the cost that is
    ``left``, of the best board in time; None earns nothing.
    """
    if not solved:
        return 0.0 if left is None else NEAR / max(left, 1)
    smallest = budget / 10 ** (STEPS - 1)
    return float(1 + np.log10(budget / min(max(cost, smallest), budget))) / STEPS


def places(shares: np.ndarray, rounds: np.ndarray, max_rounds: int) -> list[Place]:
    """Return the place of each contestant.

    A score is the percentage of the points of ``max_rounds`` rounds, played or not.

    Parameters
    ----------
    shares
        (boards, contestants): the share that each earned of each board.
    rounds
        (boards,): the round of each board, from 1, which is its number of points. All rounds have
        the same number of boards.
    """
    scale = len(rounds) / rounds.max() * max_rounds * (max_rounds + 1) / 2 / BIGGEST
    points = shares * rounds[:, None] / scale
    low, high = np.quantile(_resample(rounds) @ points, [0.025, 0.975], axis=0)
    scores = points.sum(axis=0)
    order = np.argsort(scores, kind="stable")[np.count_nonzero(scores == 0) :]
    ranks = 1 + find_better(points[:, order]).sum(axis=0)
    # A contestant that is not significantly worse than the first lifts all with a higher score.
    rank_of = dict(zip(order.tolist(), np.minimum.accumulate(ranks).tolist(), strict=True))
    rows = np.stack([scores, low, high], axis=1).tolist()
    return [Place(a, b, c, rank_of.get(k)) for k, (a, b, c) in enumerate(rows)]


def find_better(points: np.ndarray) -> np.ndarray:
    """Return whether contestant i is significantly better than j, (contestants, contestants).

    ``points`` is (boards, contestants). Under the null hypothesis the sign of a difference is
    random on every board: the p-value of a pair is the share of random signs with as large a sum,
    adjusted (Holm) over all pairs, so that the chance of any false difference is at most 5 %.
    Rounds that are not played change it little: ``experiments/statistics/league.py`` simulates
    leagues that end, and contestants that retire.
    """
    count, totals = points.shape[1], points.sum(axis=0)
    better = np.zeros((count, count), np.bool_)
    pairs = [*combinations(range(count), 2)]
    if not pairs:
        return better
    rng = np.random.default_rng(0)
    draws = min(max(DRAWS, DRAWS_PER_PAIR * len(pairs)), MAX_DRAWS)
    extreme = np.zeros(len(pairs))
    for first in range(0, draws, AT_ONCE):
        size = min(AT_ONCE, draws - first), len(points)
        signs = rng.integers(0, 2, size, np.int8) * 2.0 - 1
        sums = np.ascontiguousarray((signs @ points).T)
        for k, (i, j) in enumerate(pairs):
            seen = abs(totals[i] - totals[j]) - 1e-9
            extreme[k] += np.count_nonzero(np.abs(sums[i] - sums[j]) >= seen)
    significant = adjust_holm((extreme + 1) / (draws + 1)) < SIGNIFICANT
    for (i, j), is_clear in zip(pairs, significant, strict=True):
        if is_clear:
            better[(i, j) if totals[i] > totals[j] else (j, i)] = True
    return better


def find_min_boards(contestants: int) -> int:
    """Return the smallest number of boards on which any difference can be significant."""
    # If one is better on every board, the p-value of this pair is 2 / 2**boards before adjustment.
    return 1 + floor(log2(2 * comb(contestants, 2) / SIGNIFICANT))


def _resample(rounds: np.ndarray) -> np.ndarray:
    """Draw the weights of the boards, (resamples, boards), with the same sum in each round."""
    rng = np.random.default_rng(0)
    found = np.zeros((RESAMPLES, len(rounds)))
    for number in np.unique(rounds):
        of_round = np.flatnonzero(rounds == number)
        weights = np.full(len(of_round), 1 / len(of_round))
        found[:, of_round] = rng.multinomial(len(of_round), weights, RESAMPLES)
    return found
