"""The cost of a setting: of each run, the statistic that is minimised, and whether two differ.

The test is one of randomization [1]_, on the blocks that both settings ran.

.. [1] Fisher (1935). The design of experiments. Oliver & Boyd, chapter 3.
"""

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

import numpy as np

from metaqueens.config.file import Goal
from metaqueens.metrics import goals, statistics
from metaqueens.tuning.task import Instance

PENALTY = 10
# All ways to swap up to so many pairs are gone through; of more pairs, so many ways at random.
MOST_PAIRS, DRAWS = 12, 4_999


class Done(NamedTuple):
    """What is kept of a run; one that ``failed`` ended in an error and has no result."""

    evaluations: int
    seconds: float
    solved: bool
    failed: bool = False


class Block(NamedTuple):
    """What every setting is tried on alike: an instance, by its place, and a repetition."""

    instance: int
    repetition: int


def blocks(instances: Sequence[Any], repetitions: range) -> list[Block]:
    """Return all pairs; each repetition goes through every instance before the next one begins."""
    return [Block(k, repetition) for repetition in repetitions for k in range(len(instances))]


def run_cost(goal: Goal, done: Done, instance: Instance) -> float:
    """Return the cost of one run; an unsolved one has ten times its budget, or as the metric."""
    metric = goals()[goal]
    if not metric.less_is_better:
        return float(not done.solved)
    seconds = metric.cost == "seconds"
    spent = done.seconds if seconds else done.evaluations
    if done.solved:
        return float(spent)
    budget = max(spent, 1e-9) if seconds else instance.budget.evaluations or spent
    return float((metric.penalty or PENALTY) * budget)


def comparable(goal: Goal, cost: float) -> float:
    """Return a run's cost on the scale on which its difference from another is ranked.

    Logarithms: else the largest boards alone would decide.
    """
    return log(max(cost, 1e-9)) if goals()[goal].less_is_better else cost


def total(goal: Goal, runs: Sequence[tuple[Block, Done]], instances: Sequence[Instance]) -> float:
    """Return the cost of a setting: the mean over the instances of its cost on each."""
    order, done = zip(*runs, strict=True)
    return float(_mean_cost(goal, order, *_columns(goal, order, done, instances)))


def p_value(
    goal: Goal,
    instances: Sequence[Instance],
    order: Sequence[Block],
    ours: Sequence[Done],
    theirs: Sequence[Done],
) -> float:
    """Return the two-sided p of the ratio of two costs; of their difference for shares of runs.

    If nothing differs, each pair of runs could as well have come the other way round: how often
    would swapping pairs at random make a difference as large as the one that was seen?
    """
    sides = [_columns(goal, order, runs, instances) for runs in (ours, theirs)]
    swapped = _swaps(len(order))
    costs = [
        _mean_cost(goal, order, *(np.where(swapped, *pair) for pair in zip(b, a, strict=True)))
        for a, b in (sides, sides[::-1])
    ]
    if goals()[goal].less_is_better:
        costs = [np.log(np.maximum(one, 1e-9)) for one in costs]
    differences = np.abs(costs[0] - costs[1])
    return float(np.mean(differences >= differences[0] * (1 - 1e-9)))


def _columns(
    goal: Goal, order: Sequence[Block], runs: Sequence[Done], instances: Sequence[Instance]
) -> tuple[np.ndarray, np.ndarray]:
    """Return what each run counts, and whether it solved."""
    if goals()[goal].statistic is statistics.ert:
        spent = [float(done.evaluations) for done in runs]
    else:
        pairs = zip(order, runs, strict=True)
        spent = [run_cost(goal, done, instances[block.instance]) for block, done in pairs]
    return np.array(spent), np.array([done.solved for done in runs])


def _mean_cost(goal: Goal, order: Sequence[Block], spent: np.ndarray, solved: np.ndarray) -> Any:
    """Return the mean cost over the instances; the last axis are the blocks."""
    metric = goals()[goal]
    instances = np.array([block.instance for block in order])
    found = []
    for k in np.unique(instances):
        own, good = spent[..., instances == k], solved[..., instances == k]
        if metric.statistic is statistics.ert:
            # Where none solved it is infinite; what ten times as many would have cost bounds it.
            bound = PENALTY * own.sum(axis=-1)
            found.append(np.where(good.any(axis=-1), statistics.ert(own, good), bound))
        elif metric.less_is_better:
            found.append(metric.statistic(own, np.ones_like(good)))
        else:
            found.append(own.mean(axis=-1))
    return sum(found) / len(found)


def _swaps(pairs: int) -> np.ndarray:
    """Return (ways, pairs): which pairs are swapped; none of them in the first."""
    if pairs <= MOST_PAIRS:
        ways = np.arange(2**pairs)[:, None] >> np.arange(pairs) & 1
        return np.asarray(ways, dtype=bool)
    drawn = np.random.default_rng(pairs).random((DRAWS, pairs)) < 0.5
    return np.concatenate([np.zeros((1, pairs), dtype=bool), drawn])
