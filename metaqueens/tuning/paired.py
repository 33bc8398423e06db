"""Whether two settings differ in cost, by a randomization test [1]_ on the blocks they both ran.

.. [1] Fisher (1935). The design of experiments. Oliver & Boyd, chapter 3.
"""

from collections.abc import Sequence

import numpy as np

from metaqueens.config.tuning.task import Instance
from metaqueens.config.tuning_keys import Goal
from metaqueens.metrics import goals, statistics
from metaqueens.tuning.costs import PENALTY, Block, Done, run_cost

# All ways to swap up to so many pairs are gone through; of more pairs, so many ways at random.
MOST_PAIRS, DRAWS = 12, 4_999


def p_value(
    goal: Goal,
    instances: Sequence[Instance],
    order: Sequence[Block],
    ours: Sequence[Done],
    theirs: Sequence[Done],
) -> float:
    """Two-sided p of the ratio of the two costs; of their difference for shares of runs.

    If nothing differs, each pair of runs could as well have come the other way round: how often
    would swapping pairs at random make a difference as large as the one that was seen?
    """
    spent, solved = (
        np.array(
            [
                [value(block, done) for block, done in zip(order, runs, strict=True)]
                for runs in (ours, theirs)
            ]
        )
        for value in (
            lambda block, done: (
                done.evaluations
                if goals()[goal].statistic is statistics.ert
                else (run_cost(goal, done, instances[block.instance]))
            ),
            lambda _, done: done.solved,
        )
    )
    swapped = _swaps(len(order))
    parts = np.array([block.instance for block in order])
    costs = [
        _cost(
            goal,
            parts,
            np.where(swapped, spent[1 - k], spent[k]),
            np.where(swapped, solved[1 - k], solved[k]),
        )
        for k in (0, 1)
    ]
    if goals()[goal].less_is_better:
        costs = [np.log(np.maximum(one, 1e-9)) for one in costs]
    differences = np.abs(costs[0] - costs[1])
    return float(np.mean(differences >= differences[0] * (1 - 1e-9)))


def _swaps(pairs: int) -> np.ndarray:
    """(ways, pairs): which pairs are swapped; none of them in the first."""
    if pairs <= MOST_PAIRS:
        ways = np.arange(2**pairs)[:, None] >> np.arange(pairs) & 1
        return np.asarray(ways, dtype=bool)
    drawn = np.random.default_rng(pairs).random((DRAWS, pairs)) < 0.5
    return np.concatenate([np.zeros((1, pairs), dtype=bool), drawn])


def _cost(goal: Goal, parts: np.ndarray, spent: np.ndarray, solved: np.ndarray) -> np.ndarray:
    """As ``costs.total`` has it, for each of many ways; axis 1 are the blocks."""
    found = []
    metric = goals()[goal]
    for k in np.unique(parts):
        own, good = spent[:, parts == k], solved[:, parts == k]
        if metric.statistic is statistics.ert:
            none = PENALTY * own.sum(axis=1)
            found.append(np.where(good.any(axis=1), statistics.ert(own, good), none))
        elif metric.less_is_better:
            found.append(metric.statistic(own, np.ones_like(good)))
        else:
            found.append(own.mean(axis=1))
    return np.asarray(np.mean(found, axis=0))
