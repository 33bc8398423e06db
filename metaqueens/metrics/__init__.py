"""The metrics of a sample of runs: the name, unit, meaning and computation of each.

Commands, tables, the report, the tuner and the page on statistical methods take all of it from
``METRICS``: a new metric is one entry there.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

import numpy as np

from metaqueens.metrics import statistics
from metaqueens.text.errors import UserError, did_you_mean
from metaqueens.text.words import count, duration, percent, three_digits

# In the tables of all commands and of the report, only in those of `compare`, or only if it is
# chosen.
Shown = Literal["always", "in comparisons", "when asked for"]


class Metric(NamedTuple):
    """A number that summarises the runs of one algorithm on one problem.

    Parameters
    ----------
    title
        The name in tables.
    meaning
        The definition in tables, pages and docs.
    cost
        The column of the cost of a run: ``evaluations``, ``seconds``, or ``cost``, that of its best
        solution.
    statistic
        A function of the costs of the runs and whether they solved.
    penalty
        An unsolved run costs its budget times this number; 0 for the cost that it had.
    less_is_better
        False for shares of runs.
    shown
        The tables that show it.
    """

    title: str
    meaning: str
    cost: str
    statistic: Callable[..., Any]
    penalty: float = 0
    less_is_better: bool = True
    shown: Shown = "when asked for"

    @property
    def unit(self) -> str:
        """The unit of its values."""
        return self.cost if self.less_is_better else "share of runs"

    @property
    def of_solutions(self) -> bool:
        """Whether it is of the cost of solutions, so that unsolved runs are not censored."""
        return self.cost == "cost"

    @property
    def quantile(self) -> float | None:
        """The share of a quantile of the cost; None for a mean or a share of runs."""
        return self.statistic.keywords["q"] if isinstance(self.statistic, partial) else None

    def charge(self, spent: Any, solved: Any, budget: Any) -> Any:
        """Return the cost of each run; ``budget`` is one for all runs or an array."""
        return np.where(solved, spent, self.penalty * budget) if self.penalty else spent

    def value(self, spent: Any, solved: Any, budget: Any = np.nan) -> float:
        """Return its value on runs with these costs; nan if one is unknown or there are no runs."""
        if not len(spent) or (self.less_is_better and np.isnan(spent).any()):
            return np.nan
        solved = np.logical_or(solved, self.of_solutions)
        return float(self.statistic(self.charge(spent, solved, budget), solved))

    def better_first(self, values: Any) -> Any:
        """Return the ``values`` such that less is better."""
        return values if self.less_is_better else -values

    def text(self, value: float) -> str:
        """Return a value as tables show it."""
        if not self.less_is_better:
            return percent(value)
        return {"seconds": duration, "cost": three_digits}.get(self.cost, count)(value)


def _make_par(times: int) -> Metric:
    meaning = f"mean evaluations of all runs, an unsolved run counted as {times} times the budget"
    return Metric(f"PAR{times}", meaning, "evaluations", statistics.mean, penalty=times)


def _make_quantile(
    title: str, share: float, cost: str = "evaluations", shown: Shown = "when asked for"
) -> Metric:
    part = "half" if share == 0.5 else f"{100 * share:.0f} %"
    meaning = f"{cost} within which {part} of all runs solved; inf if fewer did"
    return Metric(title, meaning, cost, partial(statistics.quantile, q=share), shown=shown)


METRICS = {
    "ert": Metric(
        "ERT",
        "evaluations of all runs divided by the number of solved runs",
        "evaluations",
        statistics.ert,
        shown="always",
    ),
    "par2": _make_par(2),
    "par10": _make_par(10),
    "success": Metric(
        "success rate",
        "share of runs that solved within their budget",
        "evaluations",
        statistics.success,
        less_is_better=False,
    ),
    "q10": _make_quantile("10 % quantile", 0.1),
    "median": _make_quantile("median", 0.5, shown="always"),
    "q90": _make_quantile("90 % quantile", 0.9, shown="in comparisons"),
    "median_time": _make_quantile("median time", 0.5, "seconds", "always"),
    "mean_cost": Metric(
        "mean cost",
        "mean cost of the best solution of each run, 0 if it solved the problem",
        "cost",
        statistics.mean,
    ),
    "median_cost": Metric(
        "median cost", "the cost that half of all runs reached", "cost", statistics.median
    ),
}


def metric_named(name: str) -> Metric:
    """Return the metric called ``name``. Raises ``UserError`` if there is none."""
    if name not in METRICS:
        known = ", ".join(METRICS)
        raise UserError(f"metric {name!r} is not one of {known}{did_you_mean(name, METRICS)}")
    return METRICS[name]


def select_metrics(*places: Shown) -> dict[str, Metric]:
    """Return the metrics of these tables by name. Default: those of all tables."""
    return {name: one for name, one in METRICS.items() if one.shown in (places or ("always",))}


def meanings(metrics: Mapping[str, Metric]) -> dict[str, str]:
    """Return the meaning of each metric by its title."""
    return {metric.title: metric.meaning for metric in metrics.values()}


def goals() -> dict[str, Metric]:
    """Return the metrics that a tuner can minimise, by the words for them."""
    efforts = {
        name: metric
        for name, metric in METRICS.items()
        if metric.less_is_better and not metric.of_solutions
    }
    return {"1 - success": METRICS["success"], **efforts}
