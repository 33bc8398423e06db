"""The report of a tuning: the verdict on top, the best settings, what matters, and the figures."""

import json
from collections.abc import Callable, Mapping, Sequence
from math import isinf
from pathlib import Path
from typing import Any

from markupsafe import Markup

from metaqueens.experiment.results import folder as results
from metaqueens.files import reading
from metaqueens.files.writing import write_text
from metaqueens.metrics import goal_title
from metaqueens.pages.charts import inline
from metaqueens.pages.columns import numbers, words
from metaqueens.pages.page import render
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import chance, percent, three_digits
from metaqueens.tuning.figures import pictures

FILE = results.OUTCOME
MOST_BYTES = 2**28
CAPTIONS = {
    "history": "Every setting in the order it was tried, and the best that was raced to the end.",
    "slices": "What each parameter does: settings by its value and their cost at the first look,"
    " which all of them reached. The most important parameter comes first.",
    "contour": "The two numbers that matter most together: what settings near each place cost."
    " The star is the best.",
    "ablation": "From the default to the best, at each step the change that costs least, on fresh"
    " seeds that selected nothing. Hollow: not shown to differ from the step before.",
    "old ablation": "From the default to the best, at each step the change that costs least, on the"
    " runs that selected the best: its gain is biased upwards.",
}
LEVEL = 0.05
_SIGNS = {1: "better than the default", 0: "no better than the default", -1: "worse than it"}


def write(folder: Path, path: Path) -> None:
    """Write the report of the tuning in ``folder`` as the page ``path``.

    Raises ``UserError`` where ``tune.json`` cannot be read or the page not be written.
    """
    try:
        with system_errors():
            tuning = json.loads(reading.content(folder / FILE, MOST_BYTES))
            write_text(path, page(tuning))
    except UserError:
        raise
    except Exception as error:  # whatever a stranger's file makes of what comes after
        raise UserError(f"{folder / FILE}: not what metaqueens tune writes: {error!r}") from None


def page(tuning: Mapping[str, Any]) -> str:
    """The page as HTML."""
    states = [trial["state"] for trial in tuning["trials"]]
    found = tuning["best"] is not None
    drawn = pictures(tuning) if found else {}
    return render(
        "tuning.html.j2",
        ["tables.js"],
        title=f"{tuning['name']}: tuning",
        tuning=tuning,
        answer=answer(tuning),
        test=tuning["test_result"],
        tried=len(states),
        stopped=states.count("stopped"),
        failed=tuning.get("failed", 0),
        old=_is_old(tuning),
        finalists=_finalists(tuning),
        tested=_tested(tuning) if found else None,
        fresh=_fresh(tuning),
        way=_way(tuning),
        effects=_effects(tuning),
        figures=[
            (name, _caption(tuning, name), Markup(inline(picture.svg(), f"t{k}-", picture.alt)))
            for k, (name, picture) in enumerate(drawn.items())
        ],
    )


def _is_old(tuning: Mapping[str, Any]) -> bool:
    """Whether a version wrote it that measured the way to the best on the runs that chose it."""
    return int(tuning.get("edition", 1)) < 2


def _caption(tuning: Mapping[str, Any], name: str) -> str:
    return CAPTIONS["old ablation" if name == "ablation" and _is_old(tuning) else name]


def answer(tuning: Mapping[str, Any]) -> str:
    """What unseen boards say of the best setting, in a sentence."""
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


def _finalists(tuning: Mapping[str, Any]) -> Table:
    final, default = tuning["final"], tuning["default"]["settings"]
    names = ["default" if one["settings"] == default else "tuned" for one in final]
    parameters = [
        words(key, [_plain(one["settings"].get(key)) for one in final]) for key in tuning["space"]
    ]
    costs = numbers(goal_title(tuning["minimise"]), [one["final_cost"] for one in final], _cost)
    return Table((words("setting", names), costs, *parameters), marked=frozenset({0}))


def _tested(tuning: Mapping[str, Any]) -> Table:
    rows = tuning["test_result"]["instances"]

    def column(head: str, key: str, text: Callable[[Any], str] = str) -> Column:
        return numbers(head, [one[key] for one in rows], text)

    intervals = [one["ratio_ci95"] for one in rows]
    return Table(
        (
            column("n", "n", "{:,}".format),
            column("runs", "runs"),
            column("default: solved", "default_solved"),
            column("ERT", "default_ert", _cost),
            column("best: solved", "best_solved"),
            column("ERT", "best_ert", _cost),
            column("ratio", "ratio", _ratio),
            Column(
                "95 % interval",
                [f"{_ratio(low)} to {_ratio(high)}" for low, high in intervals],
                order=[str(low) for low, _ in intervals],
            ),
            column("A12", "a12", "{:.2f}".format),
        )
    )


def _fresh(tuning: Mapping[str, Any]) -> str:
    """The best setting against the default on fresh seeds of the training's sizes, in words."""
    whole = tuning.get("path_result")
    if not whole:
        return ""
    default, best = (tuning["path"][k]["cost"] for k in (0, -1))
    shown = whole["verdict"] != "cannot tell"
    said = f"{whole['verdict']} than" if shown else "not shown to differ from"
    return (
        f"On fresh seeds of the training's sizes the best setting is {said} the default:"
        f" {goal_title(tuning['minimise'])} {_cost(default)} to {_cost(best)},"
        f" {chance(whole['p'])}."
    )


def _way(tuning: Mapping[str, Any]) -> Table | None:
    """Each step from the default to the best; None where it was measured on what chose it."""
    if _is_old(tuning) or not tuning["path"]:
        return None
    steps = tuning["path"]
    changes = [
        ", ".join(f"{key} = {_plain(value)}" for key, value in step["changed"].items())
        for step in steps
    ]
    return Table(
        (
            words("step", [change or "default" for change in changes]),
            numbers(goal_title(tuning["minimise"]), [step["cost"] for step in steps], _cost),
            words("than the step before", [step["verdict"] for step in steps]),
            _p_values([step["p"] for step in steps]),
        )
    )


def _effects(tuning: Mapping[str, Any]) -> Table | None:
    """What each parameter explains, beside what chance would."""
    effects = tuning.get("importance_tests")
    if not effects:
        return None
    found = list(effects.values())
    matters = ["matters" if one["p"] < LEVEL else "cannot tell" for one in found]
    return Table(
        (
            words("parameter", effects),
            numbers("explains", [one["share"] for one in found], percent),
            numbers("by chance alone", [one["chance"] for one in found], percent),
            _p_values([one["p"] for one in found]),
            words("verdict", matters),
            numbers("settings", [one["settings"] for one in found], str),
        )
    )


def _p_values(ps: Sequence[float | None]) -> Column:
    texts = ["-" if p is None else chance(p) for p in ps]
    return Column("p, by Holm", texts, order=list(map(str, ps)))


def _cost(cost: float | None) -> str:
    return "-" if cost is None or isinf(cost) else three_digits(cost)


def _ratio(ratio: float | None) -> str:
    return "-" if ratio is None or isinf(ratio) else f"{ratio:.3g}"


def _plain(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
