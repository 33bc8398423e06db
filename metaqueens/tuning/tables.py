"""The result of a tuning in sentences and tables, as the terminal and the page show it.

``tuning`` is what ``tune.json`` holds.
"""

import json
from collections.abc import Callable, Mapping
from math import isinf
from typing import Any

from metaqueens.metrics import goal_title
from metaqueens.pages.columns import numbers, words
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import three_digits

Tuning = Mapping[str, Any]
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


def plain(value: Any) -> str:
    """Return a value of a parameter as people write it."""
    if isinstance(value, float):
        return f"{value:.3g}"
    return value if isinstance(value, str) else json.dumps(value)


def _cost(cost: float | None) -> str:
    return "-" if cost is None or isinf(cost) else three_digits(cost)


def _ratio(ratio: float | None) -> str:
    return "-" if ratio is None or isinf(ratio) else f"{ratio:.3g}"
