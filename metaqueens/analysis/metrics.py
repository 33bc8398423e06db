"""What a comparison is made by: each metric's statistic, what it counts, and its words."""

from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis import estimates
from metaqueens.analysis.bootstrap import Statistic
from metaqueens.errors import UserError, did_you_mean


class Metric(NamedTuple):
    """A metric.

    Parameters
    ----------
    title
        As tables show it.
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
    cost: str
    statistic: Statistic
    penalty: float = 0
    less_is_better: bool = True

    def charged(self, spent: Any, solved: Any, budget: float) -> Any:
        """What each run counts."""
        return np.where(solved, spent, self.penalty * budget) if self.penalty else spent

    def better_first(self, values: Any) -> Any:
        """The ``values`` such that less is better."""
        return values if self.less_is_better else -values


METRICS = {
    "ert": Metric("ERT", "evaluations", estimates.ert),
    "par10": Metric("PAR10", "evaluations", estimates.mean, penalty=10),
    "success": Metric("success rate", "evaluations", estimates.success, less_is_better=False),
    "median_time": Metric("median time", "seconds", estimates.median),
}


def metric_named(name: str) -> Metric:
    """The metric called ``name``. Raises ``UserError`` where there is none."""
    if name not in METRICS:
        known = ", ".join(METRICS)
        raise UserError(f"metric {name!r} is not one of {known}{did_you_mean(name, METRICS)}")
    return METRICS[name]
