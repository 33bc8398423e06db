"""The runs of each algorithm on each problem, as arrays, and a row of figures for each."""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis.estimate import estimates, limits
from metaqueens.analysis.estimate.bootstrap import Bootstrapped
from metaqueens.analysis.estimate.limits import Limits
from metaqueens.analysis.estimate.metrics import Metric
from metaqueens.analysis.inference.significance import costs

if TYPE_CHECKING:
    import pandas as pd

# So many repetitions with one and the same cost are taken for one run.
LEAST_COPIES = 3
_NONE, _NOBODY = np.array([np.nan]), np.array(False)


class Sample(NamedTuple):
    """The finished runs of one algorithm on one problem; ``failed`` counts the others.

    ``budget`` is what PAR charges for, one for all algorithms on a problem: the largest given, or
    else the most that an unsolved run spent. ``gave_up``: which runs ended by themselves without a
    solution; the other unsolved ones were stopped.
    """

    problem: str
    n: float
    algorithm: str
    evaluations: np.ndarray
    seconds: np.ndarray
    solved: np.ndarray
    failed: int
    budget: float
    gave_up: np.ndarray = _NOBODY

    def spent(self, metric: Metric) -> np.ndarray:
        """What each run counts under ``metric``."""
        spent = getattr(self, metric.cost)
        return np.asarray(metric.charged(spent, self.solved, self.budget), dtype=float)

    def until_given_up(self) -> np.ndarray:
        """Evaluations until a run solved or was stopped; inf for one that gave up."""
        return np.where(self.gave_up, np.inf, self.evaluations)

    @property
    def deterministic(self) -> bool:
        """Whether all repetitions are one and the same run."""
        same = len(self.solved) >= LEAST_COPIES and bool(self.solved.all())
        return same and bool((self.evaluations == self.evaluations[0]).all())


def samples(runs: "pd.DataFrame") -> list[Sample]:
    """The samples in ``runs``, problems by rising n, algorithms in their order."""
    import pandas as pd

    problems, problem_names = pd.factorize(runs.problem)
    algorithms, algorithm_names = pd.factorize(runs.algorithm)
    columns = {
        name: runs[name].to_numpy(dtype=float, na_value=np.nan)
        for name in ("n", "evaluations", "seconds", "budget_evaluations")
    }
    solved = runs.solved.to_numpy(dtype=bool)
    gave_up = _gave_up(runs, columns, solved)
    finished = (runs.status != "failed").to_numpy()
    budgets = _budgets(problems, columns, solved)
    place = _places(problems, columns["n"])[problems] * len(algorithm_names) + algorithms
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    found = []
    for rows in np.split(order, starts[1:]):
        first, done = rows[0], rows[finished[rows]]
        found.append(
            Sample(
                str(problem_names[problems[first]]),
                float(columns["n"][first]),
                str(algorithm_names[algorithms[first]]),
                columns["evaluations"][done],
                columns["seconds"][done],
                solved[done],
                len(rows) - len(done),
                budgets[problems[first]],
                gave_up[done],
            )
        )
    return found


def _places(problems: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The place of each problem when sorted by n, those without a size last."""
    first = np.unique(problems, return_index=True)[1]
    places = np.empty(len(first), dtype=int)
    places[np.argsort(sizes[first], kind="stable")] = np.arange(len(first))
    return places


def _budgets(
    problems: np.ndarray, columns: dict[str, np.ndarray], solved: np.ndarray
) -> np.ndarray:
    """For each problem the first of these that is known: budget, unsolved run, any run."""
    spent = columns["evaluations"]
    budgets = np.full(problems.max() + 1, -np.inf)
    for values in (columns["budget_evaluations"], np.where(solved, np.nan, spent), spent):
        known = ~np.isnan(values) & np.isinf(budgets[problems])
        np.maximum.at(budgets, problems[known], values[known])
    return budgets


def _gave_up(
    runs: "pd.DataFrame", columns: dict[str, np.ndarray], solved: np.ndarray
) -> np.ndarray:
    """Which runs ended by themselves: so it says, or else there was budget left."""
    left = columns["evaluations"] < columns["budget_evaluations"]
    if "reason" not in runs:
        return ~solved & left
    stagnated = (runs.reason == "stagnation").to_numpy(dtype=bool)
    return ~solved & np.where(runs.reason.isna().to_numpy(), left, stagnated)


class Scatter(NamedTuple):
    """A metric's value on a sample, its 95 % interval, its bootstrap draws, and all its limits.

    There are draws only where they are asked for, and neither for shares.
    """

    value: float
    low: float
    high: float
    draws: np.ndarray = _NONE
    limits: Limits = limits.UNKNOWN


def scatter(found: Sequence[Sample], metric: Metric, draws: bool = True) -> list[Scatter]:
    """The metric on each sample; shares have Wilson's interval, costs that of ``limits``."""
    if not metric.less_is_better:
        return [_share(sample) for sample in found]
    drawn = _draws(found, metric) if draws else [_NONE] * len(found)
    return [_cost(sample, metric, draws) for sample, draws in zip(found, drawn, strict=True)]


def _cost(sample: Sample, metric: Metric, draws: np.ndarray) -> Scatter:
    spent = sample.spent(metric)
    if not len(spent) or np.isnan(spent).any():
        return Scatter(np.nan, np.nan, np.nan)
    value = float(metric.statistic(spent, sample.solved))
    if (share := quantile_of(metric)) is not None:
        within = limits.of_quantile(costs(spent, sample.solved), share)
    else:
        within = limits.of_mean(
            spent[sample.solved], spent[~sample.solved], per_solved=not metric.penalty
        )
    return Scatter(value, *within.interval(), draws, within)


def quantile_of(metric: Metric) -> float | None:
    """Which quantile the metric is; None for a mean or a share."""
    statistic = metric.statistic
    if statistic is estimates.median:
        return 0.5
    return statistic.keywords["q"] if isinstance(statistic, partial) else None


def _draws(found: Sequence[Sample], metric: Metric) -> list[np.ndarray]:
    """Bootstrap draws, for all samples of one size at once."""
    drawn = [_NONE] * len(found)
    equal: dict[int, list[int]] = defaultdict(list)
    for place, sample in enumerate(found):
        equal[len(sample.solved)].append(place)
    for runs, places in equal.items():
        if runs == 0:
            continue
        spent = np.stack([found[place].spent(metric) for place in places])
        solved = np.stack([found[place].solved for place in places])
        for place, draws in zip(
            places, Bootstrapped(metric.statistic, spent, solved).draws, strict=True
        ):
            drawn[place] = draws
    return drawn


def _share(sample: Sample) -> Scatter:
    low, high = success_interval(sample)
    share = float(sample.solved.mean()) if len(sample.solved) else np.nan
    return Scatter(share, low, high)


def success_interval(sample: Sample) -> estimates.Interval:
    """Wilson's; the copies of a deterministic run count once."""
    if sample.deterministic:
        return estimates.wilson(1, 1)
    return estimates.wilson(int(sample.solved.sum()), len(sample.solved))


def figures(sample: Sample) -> dict[str, Any]:
    """A row of a comparison's table; the docs of each figure are in docs/statistics.md."""
    spent, solved = sample.evaluations, sample.solved
    successes, runs = int(solved.sum()), len(solved)
    low, high = success_interval(sample)
    row = {
        "problem": sample.problem,
        "n": sample.n,
        "algorithm": sample.algorithm,
        "runs": runs,
        "failed": sample.failed,
        "solved": successes,
        "success": np.nan,
        "success_low": low,
        "success_high": high,
        "deterministic": sample.deterministic,
    }
    names = ("ert", "par2", "par10", "budget", "q10", "median", "q90", "median_time")
    if runs == 0:
        return row | dict.fromkeys(names, np.nan)
    par2 = estimates.par(spent, solved, sample.budget, 2)
    par10 = estimates.par(spent, solved, sample.budget, 10)
    quantiles = [estimates.quantile(spent, solved, q) for q in (0.1, 0.5, 0.9)]
    values = (
        estimates.ert(spent, solved),
        par2,
        par10,
        sample.budget,
        *quantiles,
        np.nan if np.isnan(sample.seconds).any() else estimates.median(sample.seconds, solved),
    )
    return row | {"success": successes / runs} | dict(zip(names, map(float, values), strict=True))
