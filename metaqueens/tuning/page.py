"""The report of a tuning: the verdict, the best settings, what matters; and its figure.

``tuning`` is what ``tune.json`` holds.
"""

import json
from pathlib import Path

import numpy as np
from markupsafe import Markup

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
from metaqueens.tuning.tables import Tuning

MOST_BYTES = 2**28
CAPTION = "Every setting in the order it was tried, and the best that was raced to the end."


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
    drawn = history(tuning) if found else None
    return render(
        "tuning.html.j2",
        ["tables.js"],
        title=f"{tuning['name']}: tuning",
        tuning=tuning,
        answer=tables.answer(tuning),
        ratio=tables.ratio(tuning) if found else None,
        tried=len(states),
        stopped=states.count("stopped"),
        failed=tuning["failed"],
        finalists=tables.finalists(tuning),
        tested=tables.tested(tuning) if found else None,
        effects=tables.effects(tuning),
        figure=Markup(inline(drawn.svg(), "t-", drawn.alt)) if drawn else None,
        caption=CAPTION,
    )


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
    if goals()[tuning["minimise"]].less_is_better:
        style.log_scale(axes.yaxis, _goal_words(tuning))
    else:
        axes.set_ylabel(_goal_words(tuning))
    style.legend(figure, handles)
    figure.alt = (
        f"{_goal_words(tuning)} of {many(len(costs), 'setting')} in the order tried,"
        f" {(~whole).sum():,} stopped early: the default {three_digits(costs[0])}, the best at the"
        f" end {three_digits(best[-1])}."
    )
    return figure


def _goal_words(tuning: Tuning) -> str:
    """Return what is minimised, with its unit."""
    metric = goals()[tuning["minimise"]]
    return goal_title(tuning["minimise"]) + (f", {metric.unit}" if metric.less_is_better else "")
