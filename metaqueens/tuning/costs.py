"""The cost of a setting: of each run, and the statistic that is minimised."""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

from metaqueens.config.tuning.task import Instance
from metaqueens.config.tuning_keys import Goal
from metaqueens.metrics import goals, statistics

PENALTY = 10


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


def blocks(instances: Sequence[Instance], repetitions: range) -> list[Block]:
    """All pairs; each repetition goes through every instance before the next one begins."""
    return [Block(k, repetition) for repetition in repetitions for k in range(len(instances))]


def run_cost(goal: Goal, done: Done, instance: Instance) -> float:
    """What one run cost; an unsolved one ten times its budget, or as the metric has it."""
    metric = goals()[goal]
    if not metric.less_is_better:
        return float(not done.solved)
    if metric.cost == "seconds":
        return done.seconds if done.solved else PENALTY * max(done.seconds, 1e-9)
    limit = instance.budget.evaluations or done.evaluations
    return float(done.evaluations if done.solved else (metric.penalty or PENALTY) * limit)


def comparable(goal: Goal, cost: float) -> float:
    """A run's cost on the scale on which its difference from another is ranked.

    Logarithms: else the largest boards alone would decide.
    """
    return log(max(cost, 1e-9)) if goals()[goal].less_is_better else cost


def total(goal: Goal, runs: Sequence[tuple[Block, Done]], instances: Sequence[Instance]) -> float:
    """The cost of a setting: the mean over the instances of its cost on each."""
    parts = []
    for k, instance in enumerate(instances):
        own = [done for block, done in runs if block.instance == k]
        if own:
            parts.append(_on_one(goal, own, instance))
    return sum(parts) / len(parts)


def _on_one(goal: Goal, runs: Sequence[Done], instance: Instance) -> float:
    metric = goals()[goal]
    if metric.statistic is statistics.ert:
        # Where none solved it is infinite; what ten times as many would have cost bounds it.
        spent, solved = [done.evaluations for done in runs], [done.solved for done in runs]
        return float(statistics.ert(spent, solved)) if any(solved) else PENALTY * float(sum(spent))
    costs = [run_cost(goal, done, instance) for done in runs]
    if not metric.less_is_better:
        return sum(costs) / len(costs)
    return float(metric.statistic(costs, [True] * len(costs)))
