"""The settings of a tuning: in the order they were tried, by parameter, and the ablation path.

``tuning`` is what ``tune.json`` holds.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from metaqueens.analysis.figures import scales, style
from metaqueens.analysis.figures.scales import Tuning
from metaqueens.analysis.figures.settings import contour, slices
from metaqueens.text.words import many, three_digits


@style.styled
def history(tuning: Tuning) -> style.Picture:
    """The cost of each setting in the order tried, and the best so far; stopped ones are hollow."""
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
    scales.cost_scale(axes, "y", tuning)
    style.legend(figure, handles)
    figure.alt = (
        f"{scales.words(tuning)} of {many(len(costs), 'setting')} in the order tried,"
        f" {(~whole).sum():,} stopped early: the default {three_digits(costs[0])}, the best at the"
        f" end {three_digits(best[-1])}."
    )
    return figure


@style.styled
def ablation(tuning: Tuning) -> style.Picture:
    """From the default to the best, one parameter at a time; hollow where that shows nothing."""
    steps = tuning["path"]
    figure, axes = style.picture(height=1.0 + 0.42 * len(steps))
    costs = [step["cost"] for step in steps]
    names = ["default", *(_change(step["changed"]) for step in steps[1:])]
    places = range(len(steps))
    axes.hlines(places, min(costs), costs, color=style.RULE, linewidth=6)
    axes.plot(costs, places, color=style.COLOURS[0])
    for place, (cost, step) in enumerate(zip(costs, steps, strict=True)):
        hollow = step.get("verdict") == "cannot tell"
        face = style.PAPER if hollow else style.COLOURS[0]
        axes.plot(cost, place, marker="o", color=style.COLOURS[0], markerfacecolor=face)
    axes.set_yticks(list(places), [style.tidy(name) for name in names])
    axes.set_ylim(len(steps) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    scales.cost_scale(axes, "x", tuning)
    steps_told = ", ".join(
        f"{style.spoken(name)}: {three_digits(cost)}"
        for name, cost in zip(names, costs, strict=True)
    )
    figure.alt = f"{scales.words(tuning)} step by step. {steps_told}."
    return figure


def _change(changed: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} = {scales.plain(value)}" for key, value in changed.items())


def pictures(tuning: Tuning) -> dict[str, style.Picture]:
    """Every figure that there is something to show in, by name."""
    drawn = {"history": history(tuning), "slices": slices(tuning)}
    if (picture := contour(tuning)) is not None:
        drawn["contour"] = picture
    if len(tuning["path"]) > 1:
        drawn["ablation"] = ablation(tuning)
    return drawn
