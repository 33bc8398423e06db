"""The report of a tuning: the verdict on top, the best settings, what matters, and the figures."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from metaqueens.analysis.figures.tuning import pictures
from metaqueens.analysis.words import count, percent
from metaqueens.errors import UserError
from metaqueens.experiment import tuning
from metaqueens.report.inline import inline
from metaqueens.report.page import render
from metaqueens.report.tables import Entry, Table

FILE = tuning.OUTCOME
CAPTIONS = {
    "history": "Every setting in the order it was tried, and the best that was raced to the end.",
    "slices": "What each parameter does: settings by its value and their cost at the first look,"
    " which all of them reached. The parameter that matters most comes first.",
    "contour": "The two numbers that matter most together: what settings near each place cost."
    " The star is the best.",
    "ablation": "From the default to the best, at each step the change that costs least.",
}
_SIGNS = {1: "better than the default", 0: "no better than the default", -1: "worse than it"}


def write(folder: Path, path: Path) -> None:
    """Write the report of the tuning in ``folder`` as the page ``path``.

    Raises ``UserError`` where ``tune.json`` cannot be read or the page not be written.
    """
    try:
        tuning = json.loads((folder / FILE).read_text(encoding="utf-8"))
        path.write_text(page(tuning), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{error.filename}: {(error.strerror or str(error)).lower()}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{folder / FILE}: not what metaqueens tune writes: {error!r}") from None


def page(tuning: Mapping[str, Any]) -> str:
    """The page as HTML."""
    states = [trial["state"] for trial in tuning["trials"]]
    return render(
        "tuning.html.j2",
        ["tables.js"],
        title=f"{tuning['name']}: tuning",
        tuning=tuning,
        answer=answer(tuning),
        test=tuning["test_result"],
        tried=len(states),
        stopped=states.count("stopped"),
        finalists=_finalists(tuning),
        tested=_tested(tuning),
        shares=[(key, percent(share)) for key, share in tuning["importance"].items()],
        figures=[
            (name, CAPTIONS[name], Markup(inline(picture.svg(), f"t{k}-", CAPTIONS[name])))
            for k, (name, picture) in enumerate(pictures(tuning).items())
        ],
    )


def answer(tuning: Mapping[str, Any]) -> str:
    """What unseen boards say of the best setting, in a sentence."""
    test = tuning["test_result"]
    sizes = " and ".join(f"{one['n']:,}" for one in test["instances"])
    if test["verdict"] == "the default itself":
        return "No setting was found that is better than the default."
    if test["verdict"] == "mixed":
        what = f"{_SIGNS[test['most_runs']]} in most runs, {_SIGNS[test['mean']]} on average"
    else:
        what = f"{test['verdict']} than the default"
    return f"On unseen boards of {sizes} queens the best setting is {what}."


def _finalists(tuning: Mapping[str, Any]) -> Table:
    rows = []
    for one in tuning["final"]:
        is_default = one["settings"] == tuning["default"]["settings"]
        cost = one["final_cost"]
        values = [_plain(one["settings"].get(key)) for key in tuning["space"]]
        rows.append(
            [
                Entry("default" if is_default else "tuned"),
                Entry(_cost(cost), str(cost)),
                *(Entry(value) for value in values),
            ]
        )
    return Table(["setting", tuning["minimise"], *tuning["space"]], rows, marked=frozenset({0}))


def _tested(tuning: Mapping[str, Any]) -> Table:
    heads = ["n", "runs", "default: solved", "ERT", "best: solved", "ERT", "ratio", "95 % interval",
             "A12"]  # fmt: skip
    rows = [
        [
            Entry(f"{one['n']:,}", str(one["n"])),
            Entry(str(one["runs"]), str(one["runs"])),
            Entry(str(one["default_solved"]), str(one["default_solved"])),
            Entry(_cost(one["default_ert"]), str(one["default_ert"] or "Infinity")),
            Entry(str(one["best_solved"]), str(one["best_solved"])),
            Entry(_cost(one["best_ert"]), str(one["best_ert"] or "Infinity")),
            Entry(_ratio(one["ratio"]), str(one["ratio"] or "Infinity")),
            Entry(f"{_ratio(one['ratio_ci95'][0])} to {_ratio(one['ratio_ci95'][1])}",
                  str(one["ratio_ci95"][0])),
            Entry(f"{one['a12']:.2f}", str(one["a12"])),
        ]
        for one in tuning["test_result"]["instances"]
    ]  # fmt: skip
    return Table(heads, rows)


def _cost(cost: float | None) -> str:
    return "-" if cost is None else count(cost) if cost >= 100 else f"{cost:.3g}"


def _ratio(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.3g}"


def _plain(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
