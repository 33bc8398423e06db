"""The result of a tuning in sentences and tables, as the terminal and the page show it.

``tuning`` is what ``tune.json`` holds.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from math import isinf
from typing import Any

from metaqueens.metrics import goal_title
from metaqueens.pages.columns import numbers, words
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import chance, percent, three_digits

Tuning = Mapping[str, Any]
LEVEL = 0.05
_SIGNS = {1: "better than the default", 0: "no better than the default", -1: "worse than it"}


def answer(tuning: Tuning) -> str:
    """Say in a sentence how the best setting does on unseen boards."""
    test = tuning["test_result"]
    if test is None:
        return "Every run failed: there is no best setting."
    sizes = " and ".join(f"{one['n']:,}" for one in test["instances"])
    if test["verdict"] == "the default itself":
        return "No setting was found that is better than the default."
    if test["verdict"] == "every run failed":
        return f"Every run on unseen boards of {sizes} queens failed: nothing can be said."
    if test["verdict"] == "mixed":
        what = f"{_SIGNS[test['most_runs']]} in most runs, {_SIGNS[test['mean']]} on average"
    else:
        what = f"{test['verdict']} than the default"
    return f"On unseen boards of {sizes} queens the best setting is {what}."


def ratio(tuning: Tuning) -> str:
    """Say how the best setting's ERT is to the default's, with its interval and the test."""
    test = tuning["test_result"]
    low, high = map(_ratio, test["ratio_ci95"])
    return (
        f"ERT ratio {_ratio(test['ratio'])}, 95 % interval {low} to {high};"
        f" {test['test']} p = {test['p']:.2g}; A12 {test['a12']:.2f} ({test['effect']})"
    )


def fresh(tuning: Tuning) -> str:
    """Say how the best setting does on fresh seeds of the training's sizes; "" if not measured."""
    whole = tuning["path_result"]
    if not whole:
        return ""
    default, best = (_cost(tuning["path"][k]["cost"]) for k in (0, -1))
    shown = whole["verdict"] != "cannot tell"
    said = f"{whole['verdict']} than" if shown else "not shown to differ from"
    return (
        f"On fresh seeds of the training's sizes the best setting is {said} the default:"
        f" {goal_title(tuning['minimise'])} {default} to {best}, {chance(whole['p'])}."
    )


def finalists(tuning: Tuning) -> Table:
    """Return the settings of the final, best first, a column each for the parameters."""
    final, default = tuning["final"], tuning["default"]["settings"]
    names = ["default" if one["settings"] == default else "tuned" for one in final]
    settings = [one["settings"] for one in final]
    parameters = [
        words(key, [plain(one.get(key, "-")) for one in settings]) for key in tuning["space"]
    ]
    costs = numbers(goal_title(tuning["minimise"]), [one["final_cost"] for one in final], _cost)
    return Table((words("setting", names), costs, *parameters), marked=frozenset({0}))


def tested(tuning: Tuning) -> Table:
    """Return the best setting and the default on each unseen size."""
    rows = tuning["test_result"]["instances"]

    def column(head: str, key: str, text: Callable[[Any], str] = str) -> Column:
        return numbers(head, [one[key] for one in rows], text)

    intervals = [one["ratio_ci95"] for one in rows]
    between = [f"{_ratio(low)} to {_ratio(high)}" for low, high in intervals]
    return Table(
        (
            column("n", "n", "{:,}".format),
            column("runs", "runs"),
            column("default: solved", "default_solved"),
            column("ERT", "default_ert", _cost),
            column("best: solved", "best_solved"),
            column("ERT", "best_ert", _cost),
            column("ratio", "ratio", _ratio),
            Column("95 % interval", between, order=[str(low) for low, _ in intervals]),
            column("A12", "a12", "{:.2f}".format),
        )
    )


def way(tuning: Tuning) -> Table | None:
    """Return each step from the default to the best; None where it was not measured."""
    steps = tuning["path"]
    if not steps:
        return None
    return Table(
        (
            words("step", [changes(step) for step in steps]),
            numbers(goal_title(tuning["minimise"]), [step["cost"] for step in steps], _cost),
            words("than the step before", [step["verdict"] for step in steps]),
            _p_values([step["p"] for step in steps]),
        )
    )


def effects(tuning: Tuning) -> Table | None:
    """Return what each parameter explains, beside what chance would; None for no parameter."""
    found = list(tuning["importance_tests"].values())
    if not found:
        return None
    matters = ["matters" if one["p"] < LEVEL else "cannot tell" for one in found]
    return Table(
        (
            words("parameter", tuning["importance_tests"]),
            numbers("explains", [one["share"] for one in found], percent),
            numbers("by chance alone", [one["chance"] for one in found], percent),
            _p_values([one["p"] for one in found]),
            words("verdict", matters),
            numbers("settings", [one["settings"] for one in found], str),
        )
    )


def changes(step: Mapping[str, Any]) -> str:
    """Return what a step of the way changes; ``default`` for the first one."""
    changed = (f"{key} = {plain(value)}" for key, value in step["changed"].items())
    return ", ".join(changed) or "default"


def plain(value: Any) -> str:
    """Return a value of a parameter as people write it."""
    if isinstance(value, float):
        return f"{value:.3g}"
    return value if isinstance(value, str) else json.dumps(value)


def _p_values(ps: Sequence[float | None]) -> Column:
    texts = ["-" if p is None else chance(p) for p in ps]
    return Column("p, by Holm", texts, order=list(map(str, ps)))


def _cost(cost: float | None) -> str:
    return "-" if cost is None or isinf(cost) else three_digits(cost)


def _ratio(ratio: float | None) -> str:
    return "-" if ratio is None or isinf(ratio) else f"{ratio:.3g}"
