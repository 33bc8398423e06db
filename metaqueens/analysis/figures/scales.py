"""The axes of a tuning: costs and parameters, named and on the scale that the space has."""

import json
from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from metaqueens.analysis.figures import style
from metaqueens.metrics import goal_title, goals

Tuning = Mapping[str, Any]


def cost_scale(axes: Axes, name: str, tuning: Tuning) -> None:
    """Label an axis with the cost."""
    metric = goals().get(tuning["minimise"])
    if metric and not metric.less_is_better:
        axes.set(**{f"{name}label": words(tuning)})
    else:
        style.log_scale(getattr(axes, f"{name}axis"), words(tuning))


def words(tuning: Tuning) -> str:
    """What is minimised, with its unit."""
    word = tuning["minimise"]
    metric = goals().get(word)
    unit = f", {metric.unit}" if metric and metric.less_is_better else ""
    return goal_title(word) + unit


def plain(value: Any) -> str:
    """A value as people write it."""
    if isinstance(value, float):
        return f"{value:.3g}"
    return value if isinstance(value, str) else json.dumps(value)


def parameter_scale(axes: Axes, name: str, tuning: Tuning, key: str) -> None:
    """Label an axis with a parameter; logarithmic where the space is."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axes.set(**{f"{name}label": key})
    if tuning["space"][key]["log"]:
        axis = getattr(axes, f"{name}axis")
        low, high = tuning["space"][key]["ends"]
        axes.set(**{f"{name}scale": "log"})
        axis.set_major_locator(LogLocator(subs=(1.0,) if high > 30 * low else (1.0, 2.0, 5.0)))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
        axis.set_minor_formatter(NullFormatter())
