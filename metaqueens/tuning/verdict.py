"""The best setting against the default on boards that the search never saw."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.data import samples
from metaqueens.analysis.estimate.intervals import bootstrap
from metaqueens.analysis.inference import significance
from metaqueens.metrics import goals, statistics
from metaqueens.tuning.costs import Block, Done, blocks, run_cost
from metaqueens.tuning.runner import Runner
from metaqueens.tuning.search import SEEN
from metaqueens.tuning.space import Settings
from metaqueens.tuning.task import Task

LEVEL = 0.05
BETTER, NO_BETTER, WORSE, MIXED = "better", "no better", "worse", "mixed"
SAME, FAILED = "the default itself", "every run failed"


class Verdict(NamedTuple):
    """The best setting against the default, on all test problems together.

    Parameters
    ----------
    verdict
        ``better`` or ``worse`` where most runs and ERT agree, or success where that counts;
        ``mixed`` where they do not; ``no better`` where neither shows a difference; ``the default
        itself`` where that won the final; ``every run failed`` where there is nothing to judge.
    most_runs, mean
        1 where the best is better, -1 where it is worse, 0 where that is not shown: by the test,
        and by the interval of the ratio.
    ratio
        Geometric mean of the ERT ratios, best / default, with its 95 % interval.
    test, p
        Wilcoxon's signed rank over all test runs, paired by seed; Fisher's where success counts.
    a12
        The chance that a run of the best costs less than one of the default, or that it alone
        solves where success counts; ties count half; mean over problems.
    instances
        Of each test problem: ERT, solved and failed runs, the ratio best / default with its
        interval. Seconds stand for evaluations where seconds are minimised.
    """

    verdict: str
    most_runs: int
    mean: int
    ratio: float
    ratio_ci95: tuple[float, float]
    test: str
    p: float
    a12: float
    effect: str
    instances: tuple[dict[str, Any], ...]


def judge(runner: Runner, best: Settings) -> Verdict:
    """Test the best setting on the test's problems, with repetitions that no training used."""
    task, runner.note = runner.task, "testing on unseen boards"
    first = SEEN * task.tuning.train.runs
    order = blocks(task.test, range(first, first + task.tuning.test.runs))
    default = task.space.default
    ours, theirs = runner.run([best, default], order, task.test)
    found = [_on(task, k, order, ours, theirs) for k in range(len(task.test))]
    rows, draws = zip(*found, strict=True)
    with np.errstate(invalid="ignore"):
        ratio = float(_geometric(np.array([[row["ratio"]] for row in rows]))[0])
        interval = _interval(_geometric(np.array(draws)))
    test, favours = _test(task, order, ours, theirs)
    a12 = float(np.mean([row["a12"] for row in rows]))
    most_runs = favours if test.p < LEVEL else 0
    mean = 1 if interval[1] < 1 else -1 if interval[0] > 1 else 0
    word = SAME if best == default else _word(task, most_runs, mean)
    word = FAILED if all(done.failed for done in (*ours, *theirs)) else word
    effect = significance.effect(a12)
    return Verdict(word, most_runs, mean, ratio, interval, test.name, test.p, a12, effect, rows)


def _on(
    task: Task, k: int, order: Sequence[Block], ours: Sequence[Done], theirs: Sequence[Done]
) -> tuple[dict[str, Any], np.ndarray]:
    which = [at for at, block in enumerate(order) if block.instance == k]
    pair = [[runs[at] for at in which] for runs in (ours, theirs)]
    metric = goals()[task.tuning.minimise]
    seconds = metric.cost == "seconds"
    spent = np.array([[one.seconds if seconds else one.evaluations for one in a] for a in pair])
    solved = np.array([[one.solved for one in a] for a in pair])
    draws = _ratio(*bootstrap(statistics.ert, spent, solved))
    best, default = statistics.ert(spent, solved)
    # Where success counts, a run costs nothing but that it did not solve.
    costs = samples.costs(spent, solved) if metric.less_is_better else ~solved
    row = dict(
        n=task.test[k].problem.n,
        runs=len(which),
        default_ert=float(default),
        best_ert=float(best),
        default_solved=int(solved[1].sum()),
        best_solved=int(solved[0].sum()),
        default_failed=sum(theirs[at].failed for at in which),
        best_failed=sum(ours[at].failed for at in which),
        ratio=float(_ratio(best, default)),
        ratio_ci95=_interval(draws),
        a12=significance.a12(costs[1], costs[0]),
    )
    return row, draws


def _test(
    task: Task, order: Sequence[Block], ours: Sequence[Done], theirs: Sequence[Done]
) -> tuple[significance.Test, int]:
    """Return the test, and which setting it favours: 1 the best, -1 the default."""
    if not goals()[task.tuning.minimise].less_is_better:
        one, other = (sum(done.solved for done in runs) for runs in (ours, theirs))
        found = significance.fisher(one, len(ours), other, len(theirs))
        return found, int(np.sign(one - other))

    def cost(block: Block, done: Done) -> float:
        solved = done.solved
        return run_cost(task.tuning.minimise, done, task.test[block.instance]) if solved else np.inf

    ratios = significance.log_ratios(*([*map(cost, order, runs)] for runs in (ours, theirs)))
    return significance.wilcoxon(ratios), -significance.favoured(ratios)


def _word(task: Task, most_runs: int, mean: int) -> str:
    metric = goals()[task.tuning.minimise]
    if not metric.less_is_better or metric.quantile is not None:
        mean = most_runs  # a mean is not what was asked for
    if most_runs == mean:
        return {1: BETTER, 0: NO_BETTER, -1: WORSE}[mean]
    return MIXED


def _ratio(best: Any, default: Any) -> Any:
    """Return best / default; 1 where neither solved anything."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(np.isinf(best) & np.isinf(default), 1.0, np.divide(best, default))


def _geometric(ratios: np.ndarray) -> np.ndarray:
    """Return the geometric mean over the problems, axis 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.exp(np.log(ratios).mean(axis=0)))


def _interval(draws: np.ndarray) -> tuple[float, float]:
    low, high = np.quantile(draws, [0.025, 0.975], method="nearest")
    return float(low), float(high)
