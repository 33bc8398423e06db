"""The runs of each algorithm on each problem, as arrays, and a row of figures for each."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis import estimates
from metaqueens.analysis.bootstrap import Bootstrapped
from metaqueens.analysis.metrics import Metric

if TYPE_CHECKING:
    import pandas as pd


class Sample(NamedTuple):
    """The finished runs of one algorithm on one problem; ``failed`` counts the others.

    ``budget`` is what PAR charges for, one for all algorithms on a problem: the largest given, or
    else the most that an unsolved run spent.
    """

    problem: str
    n: float
    algorithm: str
    evaluations: np.ndarray
    seconds: np.ndarray
    solved: np.ndarray
    failed: int
    budget: float

    def spent(self, metric: Metric) -> np.ndarray:
        """What each run counts under ``metric``."""
        spent = getattr(self, metric.cost)
        return np.asarray(metric.charged(spent, self.solved, self.budget), dtype=float)


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
                str(problem_names[problems[first]]), float(columns["n"][first]),
                str(algorithm_names[algorithms[first]]), columns["evaluations"][done],
                columns["seconds"][done], solved[done], len(rows) - len(done),
                budgets[problems[first]],
            )
        )  # fmt: skip
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


class Scatter(NamedTuple):
    """A metric's value on a sample, its 95 % interval, and its bootstrap draws if it has any."""

    value: float
    low: float
    high: float
    draws: np.ndarray


def scatter(found: Sequence[Sample], metric: Metric) -> list[Scatter]:
    """The metric on each sample, bootstrapped for all of one size at once; shares have Wilson's."""
    if metric.statistic is estimates.success:
        return [_share(sample) for sample in found]
    equal: dict[int, list[int]] = defaultdict(list)
    for place, sample in enumerate(found):
        equal[len(sample.solved)].append(place)
    scattered = [Scatter(np.nan, np.nan, np.nan, np.array([np.nan]))] * len(found)
    for runs, places in equal.items():
        if runs == 0:
            continue
        spent = np.stack([found[place].spent(metric) for place in places])
        solved = np.stack([found[place].solved for place in places])
        drawn = Bootstrapped(metric.statistic, spent, solved)
        for row, place in enumerate(places):
            value, draws = float(drawn.values[row]), drawn.draws[row]
            scattered[place] = Scatter(value, *drawn.interval(row), draws)
    return scattered


def _share(sample: Sample) -> Scatter:
    successes, runs = int(sample.solved.sum()), len(sample.solved)
    share = successes / runs if runs else np.nan
    return Scatter(share, *estimates.wilson(successes, runs), np.array([np.nan]))


def figures(sample: Sample) -> dict[str, Any]:
    """A row of a comparison's table; the docs of each figure are in docs/statistics.md."""
    spent, solved = sample.evaluations, sample.solved
    successes, runs = int(solved.sum()), len(solved)
    low, high = estimates.wilson(successes, runs)
    row = {
        "problem": sample.problem, "n": sample.n, "algorithm": sample.algorithm, "runs": runs,
        "failed": sample.failed, "solved": successes, "success": np.nan, "success_low": low,
        "success_high": high,
    }  # fmt: skip
    names = ("ert", "par2", "par10", "budget", "q10", "median", "q90", "median_time")
    if runs == 0:
        return row | dict.fromkeys(names, np.nan)
    par2 = estimates.par(spent, solved, sample.budget, 2)
    par10 = estimates.par(spent, solved, sample.budget, 10)
    quantiles = [estimates.quantile(spent, solved, q) for q in (0.1, 0.5, 0.9)]
    values = (
        estimates.ert(spent, solved), par2, par10, sample.budget, *quantiles,
        np.nan if np.isnan(sample.seconds).any() else estimates.median(sample.seconds, solved),
    )  # fmt: skip
    return row | {"success": successes / runs} | dict(zip(names, map(float, values), strict=True))
