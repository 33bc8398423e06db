"""The metrics: what each is called, means and counts, and how it is computed; once for all."""

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis.estimate import estimates
from metaqueens.errors import UserError, did_you_mean
from metaqueens.words import count, duration, percent

if TYPE_CHECKING:
    from metaqueens.analysis.estimate.bootstrap import Statistic


class Metric(NamedTuple):
    """A metric.

    Parameters
    ----------
    title
        As tables show it.
    meaning
        Its definition, as tables, pages and docs give it.
    cost
        What is counted: the column ``evaluations`` or ``seconds``.
    statistic
        Of spent, solved and axis.
    penalty
        So many times the budget is what an unsolved run is charged before; 0 for what it spent.
    less_is_better
        Not so for shares.
    """

    title: str
    meaning: str
    cost: str
    statistic: "Statistic"
    penalty: float = 0
    less_is_better: bool = True

    @property
    def unit(self) -> str:
        """What its values are in."""
        return self.cost if self.less_is_better else "share of runs"

    def charged(self, spent: Any, solved: Any, budget: float) -> Any:
        """What each run counts."""
        return np.where(solved, spent, self.penalty * budget) if self.penalty else spent

    def value(self, spent: Any, solved: Any, budget: float = np.nan) -> float:
        """Its value on runs that ``spent`` so much; nan where one of them is unknown or none is."""
        if not len(spent) or (self.less_is_better and np.isnan(spent).any()):
            return np.nan
        return float(self.statistic(self.charged(spent, solved, budget), solved))

    def better_first(self, values: Any) -> Any:
        """The ``values`` such that less is better."""
        return values if self.less_is_better else -values

    def text(self, value: float) -> str:
        """A value as tables show it."""
        if not self.less_is_better:
            return percent(value)
        return duration(value) if self.cost == "seconds" else count(value)


_EVALUATIONS, _UNSOLVED = "evaluations", "an unsolved run counts as longer than any"


def _within(share: float, cost: str) -> str:
    part = "half" if share == 0.5 else f"{100 * share:.0f} %"
    return f"{cost} within which {part} of all runs solved; {_UNSOLVED}"


def _penalised(times: int) -> Metric:
    meaning = f"mean evaluations of all runs, an unsolved run counted as {times} times the budget"
    return Metric(f"PAR{times}", meaning, _EVALUATIONS, estimates.mean, penalty=times)


def _quantile(share: float) -> Metric:
    statistic = partial(estimates.quantile, q=share)
    return Metric(
        f"{100 * share:.0f} % quantile", _within(share, _EVALUATIONS), _EVALUATIONS, statistic
    )


METRICS = {
    "ert": Metric(
        "ERT",
        "evaluations of all runs, solved or not, per solved run",
        _EVALUATIONS,
        estimates.ert,
    ),
    "par2": _penalised(2),
    "par10": _penalised(10),
    "success": Metric(
        "success rate",
        "share of runs that solved within their budget",
        _EVALUATIONS,
        estimates.success,
        less_is_better=False,
    ),
    "q10": _quantile(0.1),
    "median": Metric("median", _within(0.5, _EVALUATIONS), _EVALUATIONS, estimates.median),
    "q90": _quantile(0.9),
    "median_time": Metric("median time", _within(0.5, "seconds"), "seconds", estimates.median),
}


def metric_named(name: str) -> Metric:
    """The metric called ``name``. Raises ``UserError`` where there is none."""
    if name not in METRICS:
        known = ", ".join(METRICS)
        raise UserError(f"metric {name!r} is not one of {known}{did_you_mean(name, METRICS)}")
    return METRICS[name]


def meanings(*names: str) -> dict[str, str]:
    """By title what these metrics are."""
    return {METRICS[name].title: METRICS[name].meaning for name in names}


def legend(*names: str) -> str:
    """What these metrics are, a sentence each."""
    return " ".join(f"{title}: {meaning}." for title, meaning in meanings(*names).items())
