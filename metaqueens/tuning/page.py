"""The report of a tuning: the verdict, the best settings, what matters; and its figures.

``tuning`` is what ``tune.json`` holds.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg

from metaqueens.analysis.figures import style
from metaqueens.experiment.results.folder import OUTCOME
from metaqueens.files import reading
from metaqueens.files.writing import write_text
from metaqueens.metrics import goal_title, goals
from metaqueens.pages.charts import inline
from metaqueens.pages.page import render
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.words import many, three_digits
from metaqueens.tuning import tables
from metaqueens.tuning.tables import Tuning, plain

COLUMNS = 3
MOST_BYTES = 2**28
CAPTIONS = {
    "history": "Every setting in the order it was tried, and the best that was raced to the end.",
    "slices": "What each parameter does: settings by its value and their cost at the first look,"
    " which all of them reached. The most important parameter comes first.",
}


def write(folder: Path, path: Path) -> None:
    """Write the report of the tuning in ``folder`` as the page ``path``.

    Raises ``UserError`` where ``tune.json`` cannot be read or the page not be written.
    """
    try:
        with system_errors():
            tuning = json.loads(reading.content(folder / OUTCOME, MOST_BYTES))
            write_text(path, page(tuning))
    except UserError:
        raise
    except Exception as error:  # another program's file may hold anything
        raise UserError(f"{folder / OUTCOME}: not what metaqueens tune writes: {error!r}") from None


def page(tuning: Tuning) -> str:
    """Return the page as HTML."""
    states = [trial["state"] for trial in tuning["trials"]]
    found = tuning["best"] is not None
    drawn = pictures(tuning) if found else {}
    return render(
        "tuning.html.j2",
        ["tables.js"],
        title=f"{tuning['name']}: tuning",
        tuning=tuning,
        answer=tables.answer(tuning),
        test=tuning["test_result"],
        tried=len(states),
        stopped=states.count("stopped"),
        failed=tuning["failed"],
        finalists=tables.finalists(tuning),
        tested=tables.tested(tuning) if found else None,
        fresh=tables.fresh(tuning),
        way=tables.way(tuning),
        effects=tables.effects(tuning),
        figures=[
            (name, CAPTIONS[name], Markup(inline(picture.svg(), f"t{k}-", picture.alt)))
            for k, (name, picture) in enumerate(drawn.items())
        ],
    )


def pictures(tuning: Tuning) -> dict[str, style.Picture]:
    """Return every figure by name."""
    return {"history": history(tuning), "slices": slices(tuning)}


@style.styled
def history(tuning: Tuning) -> style.Picture:
    """Draw the cost of each setting in the order tried, hollow if stopped, and the best so far."""
    figure, axes = style.picture()
    costs = np.array([trial["cost"] for trial in tuning["trials"]])
    whole = np.array([trial["state"] == "finished" for trial in tuning["trials"]])
    numbers = np.arange(len(costs))
    best = np.minimum.accumulate(np.where(whole, costs, np.inf))
    handles = [
        axes.scatter(numbers[whole], costs[whole], s=14, color=style.COLOURS[0], label="finished"),
        axes.scatter(
            numbers[~whole],
            costs[~whole],
            s=14,
            facecolors="none",
            edgecolors=style.MUTED,
            linewidths=0.8,
            label="stopped early",
        ),
        *axes.step(numbers, best, where="post", color=style.COLOURS[1], label="best so far"),
        axes.axhline(
            costs[0], color=style.INK, linestyle=(0, (2, 2)), linewidth=1, label="default"
        ),
    ]
    axes.set_xlabel("setting, in the order tried")
    axes.set_ylim(0.8 * min(costs), 1.25 * max(costs) + 1e-9)
    _cost_scale(axes, "y", tuning)
    style.legend(figure, handles)
    figure.alt = (
        f"{_goal_words(tuning)} of {many(len(costs), 'setting')} in the order tried,"
        f" {(~whole).sum():,} stopped early: the default {three_digits(costs[0])}, the best at the"
        f" end {three_digits(best[-1])}."
    )
    return figure


@style.styled
def slices(tuning: Tuning) -> style.Picture:
    """Draw a panel for each parameter: its values against the cost at the first look."""
    keys = _by_importance(tuning)
    columns = min(COLUMNS, len(keys))
    lines = -(-len(keys) // columns)
    figure = style.Picture(figsize=(0.6 + 2.3 * columns, 0.5 + 2.1 * lines), layout="constrained")
    FigureCanvasAgg(figure)
    panels = np.atleast_1d(figure.subplots(lines, columns, sharey=True, squeeze=False)).ravel()
    for axes, key in zip(panels, keys, strict=False):
        _slice(axes, tuning, key)
    for axes in panels[len(keys) :]:
        axes.set_axis_off()
    costs = [_first_cost(trial) for trial in tuning["trials"]]
    panels[0].set_ylim(0.8 * min(costs), 1.25 * max(costs) + 1e-9)
    for axes in panels[::columns]:
        _cost_scale(axes, "y", tuning)
    figure.supxlabel("each dot a setting, the lighter the later; the line is the best", fontsize=8)
    figure.alt = (
        f"{_goal_words(tuning)} of {many(len(costs), 'setting')}, {three_digits(min(costs))} to"
        f" {three_digits(max(costs))}, by each parameter. {_best_of(tuning, keys)}"
    )
    return figure


def _best_of(tuning: Tuning, keys: Sequence[str]) -> str:
    settings = tuning["best"]["settings"]
    told = (f"{key} = {plain(settings[key])}" for key in keys if key in settings)
    return f"The best: {style.spoken(', '.join(told))}."


def _slice(axes: Axes, tuning: Tuning, key: str) -> None:
    dimension = tuning["space"][key]
    tried = [one for one in tuning["trials"] if key in one["settings"]]
    tried = [one for one in tried if dimension["kind"] == "choice" or _inside(tuning, one, key)]
    costs = [_first_cost(one) for one in tried]
    numbers = np.arange(len(tried))
    if dimension["kind"] == "choice":
        words = [plain(choice) for choice in dimension["ends"]]
        given = [plain(one["settings"][key]) for one in tried]
        known = [k for k, word in enumerate(given) if word in words]
        # A golden-ratio walk spreads points evenly, and alike every time.
        places = [words.index(given[k]) + 0.5 * (k * 0.618034 % 1 - 0.5) for k in known]
        costs, numbers = [costs[k] for k in known], np.array(known)
        axes.set_xticks(range(len(words)), [style.tidy(word)[:12] for word in words])
        axes.set_xlabel(key)
    else:
        places = [one["settings"][key] for one in tried]
    axes.scatter(places, costs, c=numbers, cmap="viridis", s=11, linewidths=0)
    if dimension["kind"] != "choice":
        _parameter_scale(axes, "x", tuning, key)
    if dimension["kind"] != "choice" and _inside(tuning, tuning["best"], key):
        axes.axvline(tuning["best"]["settings"][key], color=style.COLOURS[1], linewidth=1.2)


def _by_importance(tuning: Tuning) -> list[str]:
    shares = tuning.get("importance") or {}
    return sorted(tuning["space"], key=lambda key: -shares.get(key, 0.0))


def _first_cost(trial: Mapping[str, Any]) -> float:
    costs: Mapping[str, float] = trial["costs"]
    return costs[min(costs, key=int)]


def _inside(tuning: Tuning, trial: Mapping[str, Any], key: str) -> bool:
    """Whether the setting has a number there that the space holds: a default may not."""
    low, high = tuning["space"][key]["ends"]
    value = trial["settings"].get(key)
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _cost_scale(axes: Axes, name: str, tuning: Tuning) -> None:
    """Label an axis with the cost."""
    metric = goals().get(tuning["minimise"])
    if metric and not metric.less_is_better:
        axes.set(**{f"{name}label": _goal_words(tuning)})
    else:
        style.log_scale(getattr(axes, f"{name}axis"), _goal_words(tuning))


def _goal_words(tuning: Tuning) -> str:
    """Return what is minimised, with its unit."""
    word = tuning["minimise"]
    metric = goals().get(word)
    unit = f", {metric.unit}" if metric and metric.less_is_better else ""
    return goal_title(word) + unit


def _parameter_scale(axes: Axes, name: str, tuning: Tuning, key: str) -> None:
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
