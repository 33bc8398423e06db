"""The best setting against the default on problems that the search did not use."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.data import samples
from metaqueens.analysis.estimate.intervals import RESAMPLES, bootstrap
from metaqueens.analysis.families import LEAST_INSTANCES, find_names
from metaqueens.analysis.inference import significance
from metaqueens.metrics import goals, statistics
from metaqueens.tuning.costs import Block, FinishedRun, blocks, run_cost
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
        ``better`` or ``worse`` if most runs and ERT agree (or by success, if that is minimised);
        ``mixed`` if they do not; ``no better`` if neither shows a difference; ``the default
        itself`` if that won the final; ``every run failed`` if there is nothing to judge.
    most_runs, mean
        1 if the best is better, -1 if it is worse, 0 if that is not shown: by the test, and by the
        interval of the ratio.
    ratio
        Geometric mean of the ERT ratios, best / default, with its 95 % interval. The instances of a
        family have one ratio, of the ERT of the family. nan, or an interval from 0 to inf, if
        too few runs solved.
    test, p
        Wilcoxon's signed rank over all test runs, paired by seed; Fisher's for success.
    a12
        The probability that a run of the best costs less than one of the default, or, for success,
        that it alone solves; ties count half; mean over problems.
    instances
        Of each test problem: its name if it is one of a family, ERT, solved and failed runs, the
        ratio best / default with its interval; in seconds if these are minimised.
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
    ours, others = runner.run([best, default], order, task.test)
    found = [_describe_problem(task, k, order, ours, others) for k in range(len(task.test))]
    rows, runs = zip(*found, strict=True)
    ratio, interval = _combine([[runs[k] for k in places] for places in _families(task)])
    test, favours = _test(task, order, ours, others)
    a12 = float(np.mean([row["a12"] for row in rows]))
    most_runs = favours if test.p < LEVEL else 0
    mean = 1 if interval[1] < 1 else -1 if interval[0] > 1 else 0
    word = SAME if best == default else _word(task, most_runs, mean)
    word = FAILED if all(done.failed for done in (*ours, *others)) else word
    effect = significance.effect(a12)
    return Verdict(word, most_runs, mean, ratio, interval, test.name, test.p, a12, effect, rows)


class Runs(NamedTuple):
    """The runs of the best setting and of the default on one test problem, ``(2, runs)``."""

    spent: np.ndarray
    solved: np.ndarray


def _families(task: Task) -> list[list[int]]:
    """Return the places of the test problems of each family; of one alone, its own."""
    problems = [instance.problem for instance in task.test]
    names = find_names([one.label for one in problems], [one.family for one in problems])
    key = [(names[one.problem.label], one.budget) for one in task.test]
    return samples.group_places(range(len(key)), key.__getitem__)


def _combine(families: Sequence[Sequence[Runs]]) -> tuple[float, tuple[float, float]]:
    """Return the geometric mean of the ratios of the families, and its 95 % interval."""
    ratios = [_ratio(*statistics.ert(*_pool(family)))[None] for family in families]
    with np.errstate(invalid="ignore"):  # of two families, each setting solved only one
        draws = _geometric(np.array([*map(_ratio_draws, families)]))
        return float(_geometric(np.array(ratios))[0]), _interval(draws)


def _pool(family: Sequence[Runs]) -> Runs:
    """Return the runs on all instances of a family, which have equally many."""
    return Runs(*(np.concatenate(part, axis=1) for part in zip(*family, strict=True)))


def _ratio_draws(family: Sequence[Runs]) -> np.ndarray:
    """Return bootstrap draws of the ratio: of the runs on each instance, or of the instances.

    nan if each instance has one run and there are too few of them.
    """
    if family[0].spent.shape[1] > 1:
        spent, solved = (
            np.sum([bootstrap(statistic, *runs) for runs in family], axis=0)
            for statistic in (statistics.mean, statistics.success)
        )
        return np.asarray(_ratio(*statistics.ert(spent[..., None], solved[..., None])))
    if len(family) < LEAST_INSTANCES:
        return np.full(RESAMPLES, np.nan)
    return np.asarray(_ratio(*bootstrap(statistics.ert, *_pool(family))))


def _describe_problem(
    task: Task,
    k: int,
    order: Sequence[Block],
    ours: Sequence[FinishedRun],
    others: Sequence[FinishedRun],
) -> tuple[dict[str, Any], Runs]:
    places = [place for place, block in enumerate(order) if block.instance == k]
    pair = [[runs[place] for place in places] for runs in (ours, others)]
    metric = goals()[task.tuning.minimise]
    seconds = metric.cost == "seconds"
    spent = np.array(
        [[run.seconds if seconds else run.evaluations for run in runs] for runs in pair]
    )
    solved = np.array([[run.solved for run in runs] for runs in pair])
    draws = _ratio_draws([Runs(spent, solved)])
    best, default = statistics.ert(spent, solved)
    # For success a run costs 1 if it did not solve.
    costs = samples.mark_unsolved(spent, solved) if metric.less_is_better else ~solved
    problem = task.test[k].problem
    has_name = problem.has_instance or not problem.has("queens")
    row = ({"problem": problem.label} if has_name else {}) | dict(
        n=problem.n,
        runs=len(places),
        default_ert=float(default),
        best_ert=float(best),
        default_solved=int(solved[1].sum()),
        best_solved=int(solved[0].sum()),
        default_failed=sum(others[place].failed for place in places),
        best_failed=sum(ours[place].failed for place in places),
        ratio=float(_ratio(best, default)),
        ratio_ci95=_interval(draws),
        a12=significance.a12(costs[1], costs[0]),
    )
    return row, Runs(spent, solved)


def _test(
    task: Task, order: Sequence[Block], ours: Sequence[FinishedRun], others: Sequence[FinishedRun]
) -> tuple[significance.Test, int]:
    """Return the test, and which setting it favours: 1 the best, -1 the default."""
    if not goals()[task.tuning.minimise].less_is_better:
        best, default = (sum(done.solved for done in runs) for runs in (ours, others))
        found = significance.fisher(best, len(ours), default, len(others))
        return found, int(np.sign(best - default))

    def cost(block: Block, done: FinishedRun) -> float:
        solved = done.solved
        return run_cost(task.tuning.minimise, done, task.test[block.instance]) if solved else np.inf

    ratios = significance.log_ratios(*([*map(cost, order, runs)] for runs in (ours, others)))
    return significance.wilcoxon(ratios), -significance.find_favoured_sign(ratios)


def _word(task: Task, most_runs: int, mean: int) -> str:
    metric = goals()[task.tuning.minimise]
    if not metric.less_is_better or metric.quantile is not None:
        mean = most_runs  # the goal is not a mean
    if most_runs == mean:
        return {1: BETTER, 0: NO_BETTER, -1: WORSE}[mean]
    return MIXED


def _ratio(best: Any, default: Any) -> Any:
    """Return best / default; 1 if neither solved anything."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(np.isinf(best) & np.isinf(default), 1.0, np.divide(best, default))


def _geometric(ratios: np.ndarray) -> np.ndarray:
    """Return the geometric mean over the problems, axis 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.exp(np.log(ratios).mean(axis=0)))


def _interval(draws: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval; a draw that is nan may be anything."""
    low = np.quantile(np.where(np.isnan(draws), 0.0, draws), 0.025, method="nearest")
    high = np.quantile(np.where(np.isnan(draws), np.inf, draws), 0.975, method="nearest")
    return float(low), float(high)
