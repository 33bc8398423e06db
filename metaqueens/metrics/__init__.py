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
from metaqueens.text.words import count, duration, percent

# In the tables of every command and of the report; beside others in those of `compare`; or only
# where it is asked for by name.
Shown = Literal["always", "in comparisons", "when asked for"]


class Metric(NamedTuple):
    """A number that sums up the runs of one algorithm on one problem.

    Parameters
    ----------
    title
        As tables show it.
    meaning
        Its definition, as tables, pages and docs give it.
    cost
        What a run spends: the column ``evaluations`` or ``seconds``.
    statistic
        Of what runs spent, which of them solved, and the axis along which they lie.
    penalty
        So many times the budget is what an unsolved run is charged before; 0 for what it spent.
    less_is_better
        Not so for shares of runs.
    shown
        In which tables it stands.
    minimised_as
        The word in a ``tune`` block for what is less where it is better.
    """

    title: str
    meaning: str
    cost: str
    statistic: Callable[..., Any]
    penalty: float = 0
    less_is_better: bool = True
    shown: Shown = "when asked for"
    minimised_as: str = ""

    @property
    def unit(self) -> str:
        """What its values are in."""
        return self.cost if self.less_is_better else "share of runs"

    @property
    def quantile(self) -> float | None:
        """Which quantile of the cost it is; None for a mean or a share."""
        return self.statistic.keywords["q"] if isinstance(self.statistic, partial) else None

    def charged(self, spent: Any, solved: Any, budget: Any) -> Any:
        """Return what each run counts; ``budget`` is one for all of them or has one for each."""
        return np.where(solved, spent, self.penalty * budget) if self.penalty else spent

    def value(self, spent: Any, solved: Any, budget: Any = np.nan) -> float:
        """Its value on runs that ``spent`` so much; nan where one of them is unknown or none is."""
        return float(self.values(np.atleast_2d(spent), np.atleast_2d(solved), budget)[0])

    def values(self, spent: Any, solved: Any, budget: Any = np.nan) -> np.ndarray:
        """``value`` of many samples of one size, ``(samples, runs)``, each with its budget."""
        if not spent.shape[1]:
            return np.full(len(spent), np.nan)
        found = self.statistic(self.charged(spent, solved, budget), solved)
        unknown = self.less_is_better & np.isnan(spent).any(axis=1)
        return np.where(unknown, np.nan, found)

    def better_first(self, values: Any) -> Any:
        """Return the ``values`` such that less is better."""
        return values if self.less_is_better else -values

    def text(self, value: float) -> str:
        """Return a value as tables show it."""
        if not self.less_is_better:
            return percent(value)
        return duration(value) if self.cost == "seconds" else count(value)


_EVALUATIONS = "evaluations"


def _penalised(times: int) -> Metric:
    meaning = f"mean evaluations of all runs, an unsolved run counted as {times} times the budget"
    return Metric(f"PAR{times}", meaning, _EVALUATIONS, statistics.mean, penalty=times)


def _quantile(
    title: str,
    statistic: partial[Any],
    cost: str = _EVALUATIONS,
    shown: Shown = "when asked for",
) -> Metric:
    share = statistic.keywords["q"]
    part = "half" if share == 0.5 else f"{100 * share:.0f} %"
    meaning = f"{cost} within which {part} of all runs solved; inf if fewer did"
    return Metric(title, meaning, cost, statistic, shown=shown)


METRICS = {
    "ert": Metric(
        "ERT",
        "evaluations of all runs divided by the number of solved runs",
        _EVALUATIONS,
        statistics.ert,
        shown="always",
    ),
    "par2": _penalised(2),
    "par10": _penalised(10),
    "success": Metric(
        "success rate",
        "share of runs that solved within their budget",
        _EVALUATIONS,
        statistics.success,
        less_is_better=False,
        minimised_as="1 - success",
    ),
    "q10": _quantile("10 % quantile", partial(statistics.quantile, q=0.1)),
    "median": _quantile("median", statistics.median, shown="always"),
    "q90": _quantile("90 % quantile", partial(statistics.quantile, q=0.9), shown="in comparisons"),
    "median_time": _quantile("median time", statistics.median, "seconds", "always"),
}


def metric_named(name: str) -> Metric:
    """Return the metric called ``name``. Raises ``UserError`` if there is none."""
    if name not in METRICS:
        known = ", ".join(METRICS)
        raise UserError(f"metric {name!r} is not one of {known}{did_you_mean(name, METRICS)}")
    return METRICS[name]


def shown(*places: Shown) -> dict[str, Metric]:
    """The metrics that stand in such tables, by name; those of every table when none is named."""
    return {name: one for name, one in METRICS.items() if one.shown in (places or ("always",))}


def meanings(metrics: Mapping[str, Metric]) -> dict[str, str]:
    """By title what these metrics are."""
    return {metric.title: metric.meaning for metric in metrics.values()}


def goals() -> dict[str, Metric]:
    """Return the metrics that a tuner can minimise, by the words for them."""
    named = {one.minimised_as: one for one in METRICS.values() if one.minimised_as}
    return named | {name: one for name, one in METRICS.items() if one.less_is_better}
