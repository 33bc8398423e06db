"""The cost of a setting: the mean over instances of the statistic that is minimised."""

from collections.abc import Sequence
from math import log
from typing import Any, NamedTuple

import numpy as np

from metaqueens.config.file import Goal
from metaqueens.config.unfolding import Cell
from metaqueens.metrics import goals, statistics

PENALTY = 10


class FinishedRun(NamedTuple):
    """A run; ``failed`` is the error of one that has no result."""

    evaluations: int
    seconds: float
    solved: bool
    failed: str = ""


class Block(NamedTuple):
    """An instance, by its place, and a repetition; all settings are compared on the same blocks."""

    instance: int
    repetition: int


def blocks(instances: Sequence[Any], repetitions: range) -> list[Block]:
    """Return all pairs; each repetition goes through every instance before the next one begins."""
    return [Block(k, repetition) for repetition in repetitions for k in range(len(instances))]


def run_cost(goal: Goal, done: FinishedRun, instance: Cell) -> float:
    """Return the cost of a run; an unsolved one costs ten times its budget, or as the metric."""
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


def total(
    goal: Goal, runs: Sequence[tuple[Block, FinishedRun]], instances: Sequence[Cell]
) -> float:
    """Return the cost of a setting: the mean over the instances of its cost on each."""
    metric, costs = goals()[goal], []
    for number in sorted({block.instance for block, _ in runs}):
        own = [done for block, done in runs if block.instance == number]
        solved = np.array([done.solved for done in own])
        if metric.statistic is statistics.ert:
            spent = np.array([float(done.evaluations) for done in own])
            # If none solved it is infinite; the cost of ten times as many runs bounds it.
            cost = statistics.ert(spent, solved) if solved.any() else PENALTY * spent.sum()
        else:
            charged = np.array([run_cost(goal, done, instances[number]) for done in own])
            statistic = metric.statistic if metric.less_is_better else statistics.mean
            cost = statistic(charged, np.ones_like(solved))
        costs.append(float(cost))
    return sum(costs) / len(costs)
