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
    dimension, trials = tuning["space"][key], tuning["trials"]
    places = [_place(tuning, key, one["settings"]) for one in trials]
    known = np.array([k for k, place in enumerate(places) if place is not None], dtype=int)
    at = np.array([places[k] for k in known], dtype=float)
    best = _place(tuning, key, tuning["best"]["settings"])
    axes.set_xlabel(key)
    if dimension["kind"] == "choice":
        # A golden-ratio walk spreads points evenly, and alike every time.
        at += 0.5 * (known * 0.618034 % 1 - 0.5)
        words = [style.tidy(plain(choice))[:12] for choice in dimension["ends"]]
        axes.set_xticks(range(len(words)), words)
    elif best is not None:
        axes.axvline(best, color=style.COLOURS[1], linewidth=1.2)
    costs = [_first_cost(trials[k]) for k in known]
    axes.scatter(at, costs, c=known, cmap="viridis", s=11, linewidths=0)
    if dimension["log"] and len(known):
        style.log_scale(axes.xaxis, key)


def _place(tuning: Tuning, key: str, settings: Mapping[str, Any]) -> float | None:
    """Return where a setting is on a parameter's axis; None where the space holds no such value."""
    dimension, value = tuning["space"][key], settings.get(key)
    if dimension["kind"] == "choice":
        words = [plain(choice) for choice in dimension["ends"]]
        return words.index(plain(value)) if key in settings and plain(value) in words else None
    low, high = dimension["ends"]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number and low <= value <= high else None


def _by_importance(tuning: Tuning) -> list[str]:
    shares = tuning.get("importance") or {}
    return sorted(tuning["space"], key=lambda key: -shares.get(key, 0.0))


def _first_cost(trial: Mapping[str, Any]) -> float:
    costs: Mapping[str, float] = trial["costs"]
    return costs[min(costs, key=int)]


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
