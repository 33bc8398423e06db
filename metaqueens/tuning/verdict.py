"""The best setting against the default on problems that the search did not use."""

from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.data import samples
from metaqueens.analysis.data.labels import group_places
from metaqueens.analysis.families import LEAST_INSTANCES
from metaqueens.analysis.inference import significance
from metaqueens.analysis.inference.ranking import LEAST_BLOCKS
from metaqueens.metrics import Metric, goals, statistics
from metaqueens.text.words import join_names, many
from metaqueens.tuning.costs import blocks, total
from metaqueens.tuning.runner import Runner
from metaqueens.tuning.search import SEEN
from metaqueens.tuning.space import Settings

RESAMPLES = 999
BETTER, NO_BETTER, WORSE, MIXED = "better", "no better", "worse", "mixed"
SAME, FAILED, UNKNOWN = "the default itself", "every run failed", "cannot be judged"


class Verdict(NamedTuple):
    """The best setting against the default, on all test problems together.

    The verdict is ``better`` or ``worse`` if most runs and ERT agree (or by success, if that is
    minimised), and ``mixed`` if they do not. ``most_runs`` and ``mean`` are 1 if the best is
    better, -1 if it is worse, 0 if that is not shown: by the test (Wilcoxon's signed rank over the
    instances of families and all other test runs, paired by seed; Fisher's for success, if there is
    no family), and by the interval of the ratio. ``p`` is nan, and the verdict ``cannot be
    judged``, if the instances are too few. ``ratio`` is the geometric mean of the ERT ratios, best
    / default; nan, or an interval from 0 to inf, if too few runs solved. ``a12`` is the probability
    that a run of the best costs less than one of the default, or, for success, that it alone
    solves. ``instances`` has the same of each test problem, or family of them; in seconds if these
    are minimised.
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
    task, runner.note = runner.task, "testing on unseen problems"
    default, metric = task.space.default, goals()[task.tuning.minimise]
    first = SEEN * task.tuning.train.runs
    order = blocks(task.test, range(first, first + task.tuning.test.runs))
    done = runner.run([best, default], order, task.test)

    def read(name: str) -> np.ndarray:
        values = [[getattr(run, name) for run in runs] for runs in done]
        return np.array(values).reshape(2, -1, len(task.test))

    spent, solved, failed = read(metric.cost), read("solved"), read("failed") != ""
    rows, draws = [], []
    problems = [instance.problem for instance in task.test]
    names = samples.name_families([one.label for one in problems], [one.family for one in problems])
    families = group_places((names[one.problem.label], one.budget) for one in task.test)
    for (name, _), instances in families.items():
        problem = task.test[instances[0]].problem
        has_name = problem.has_instance or not problem.has("queens")
        own = (runs[:, :, instances] for runs in (spent, solved, failed))
        row, ratios = _describe_family(metric, *own)
        rows.append(({"problem": name} if has_name else {}) | {"n": problem.n} | row)
        draws.append(ratios)
    with np.errstate(invalid="ignore"):  # of two families, each setting solved only one
        ratio = float(_geometric(np.array([[row["ratio"]] for row in rows]))[0])
        interval = _interval(_geometric(np.array(draws)))
    several = [k for instances in families.values() if len(instances) > 1 for k in instances]
    size, goal = len(task.test), task.tuning.minimise
    pairs = [[*zip(order, runs, strict=True)] for runs in done]
    # The cost of each setting on each test problem, as in the search.
    costs = np.array([[total(goal, own[k::size], task.test) for k in range(size)] for own in pairs])
    test, favours = _test(metric, spent, solved, costs, several)
    a12 = float(np.mean([row["a12"] for row in rows]))
    most_runs = favours if test.p < significance.SIGNIFICANT else 0
    mean = 1 if interval[1] < 1 else -1 if interval[0] > 1 else 0
    # Success and quantiles are no means.
    of_goal = mean if metric.less_is_better and metric.quantile is None else most_runs
    word = {1: BETTER, 0: NO_BETTER, -1: WORSE}[of_goal] if most_runs == of_goal else MIXED
    word = UNKNOWN if np.isnan(test.p) else word
    word = FAILED if failed.all() else SAME if best == default else word
    effect, found = significance.effect(a12), tuple(rows)
    return Verdict(word, most_runs, mean, ratio, interval, test.name, test.p, a12, effect, found)


def _describe_family(
    metric: Metric, spent: np.ndarray, solved: np.ndarray, failed: np.ndarray
) -> tuple[dict[str, Any], np.ndarray]:
    """Return a row for a family, and draws of the ratio; ``(2, repetitions, instances)`` each.

    The draws are from runs of a single instance, else from instances, if not few.
    """
    instances = spent.shape[2]
    # For success a run costs 1 if it did not solve.
    costs = samples.mark_unsolved(spent, solved) if metric.less_is_better else ~solved
    units = [runs[:, :, 0] if instances == 1 else runs.mean(axis=1) for runs in (spent, solved)]
    best, default = statistics.ert(*units)
    has_enough = instances == 1 or instances >= LEAST_INSTANCES
    draws = _ratio(*draw_erts(units[0], units[1])) if has_enough else np.full(RESAMPLES, np.nan)
    chances = [significance.a12(default, best) for best, default in costs.transpose(2, 0, 1)]
    row = dict(
        runs=solved[0].size,
        default_ert=float(default),
        best_ert=float(best),
        default_solved=int(solved[1].sum()),
        best_solved=int(solved[0].sum()),
        default_failed=int(failed[1].sum()),
        best_failed=int(failed[0].sum()),
        ratio=float(_ratio(best, default)),
        ratio_ci95=_interval(draws),
        a12=float(np.mean(chances)),
    )
    return row, np.asarray(draws)


def draw_erts(spent: np.ndarray, solved: np.ndarray, seed: int = 0) -> np.ndarray:
    """Return bootstrap draws [1]_ of the ERTs of samples, ``(samples, RESAMPLES)``.

    ``spent`` and ``solved``, ``(samples, runs)``, are resampled whole, at the same places in all.

    .. [1] Efron (1979). Bootstrap methods: another look at the jackknife. Ann. Statist. 7: 1-26.
    """
    runs = spent.shape[1]
    places = np.random.default_rng(seed).integers(runs, size=(RESAMPLES, runs))
    return np.asarray(statistics.ert(spent[:, places], solved[:, places]))


def _test(
    metric: Metric, spent: np.ndarray, solved: np.ndarray, costs: np.ndarray, several: list[int]
) -> tuple[significance.Test, int]:
    """Return the test, and which setting it favours: 1 the best, -1 the default.

    Runs on one instance are similar. Each of ``several``, the instances of families, therefore
    counts once, with its ``costs``, if a run solved it; each run on another problem counts.
    """
    if not several and not metric.less_is_better:
        (best, default), runs = solved.sum(axis=(1, 2)).tolist(), solved[0].size
        return significance.fisher(best, runs, default, runs), int(np.sign(best - default))
    of_runs = samples.mark_unsolved(spent, solved) if metric.less_is_better else ~solved
    of_runs = np.delete(of_runs, several, axis=2).reshape(2, -1)
    counted = [k for k in several if solved[:, :, k].any()]
    pairs = np.hstack([of_runs, costs[:, counted]])
    gaps = significance.log_ratios(*pairs) if metric.less_is_better else pairs[0] - pairs[1]
    test = significance.wilcoxon(gaps, "best", "default")
    favours = {"best": 1, None: 0, "default": -1}[test.favours]
    if not several:
        return test, favours
    units = [many(len(counted), "instance" if counted == several else "solved instance")]
    units += [many(of_runs.shape[1], "run")] * bool(of_runs.size)
    test = test._replace(name=f"{test.name} over {join_names(units)}")
    return (test, favours) if len(gaps) >= LEAST_BLOCKS else (test._replace(p=np.nan), 0)


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
