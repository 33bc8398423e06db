"""The result of a tuning in sentences and a table, as the terminal and the page show it.

``tuning`` is the content of ``tune.json``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isnan, nan
from typing import Any

from metaqueens.analysis.families import LEAST_INSTANCES
from metaqueens.analysis.inference.ranking import LEAST_BLOCKS
from metaqueens.config.unfolding import plain
from metaqueens.problem.registry import PROBLEMS, QUEENS
from metaqueens.text.tables import Column, Table, numbers
from metaqueens.text.words import join_names, many, three_digits

Tuning = Mapping[str, Any]
_BY_TEST = {
    1: "significantly better than",
    0: "not significantly different from",
    -1: "significantly worse than",
}
_BY_MEAN = {1: "lower", 0: "not significantly different", -1: "higher"}
MANY_RUNS = 10
_NO_RATIO = {"ratio": nan, "ratio_ci95": (0, None)}


def effort(tuning: Tuning) -> str:
    """Return the numbers of different settings and of runs, in a sentence."""
    last = {repr(sorted(trial["settings"].items())): trial["state"] for trial in tuning["trials"]}
    states = [*last.values()]
    return (
        f"{len(states):,} settings of {tuning['algorithm']} in {tuning['runs']:,} runs;"
        f" {states.count('stopped'):,} stopped early; {tuning['ended']}"
    )


def answer(tuning: Tuning) -> str:
    """Return the result of the best setting on unseen problems, in a sentence."""
    test = tuning["test_result"]
    if test is None:
        return f"All {tuning['failed']:,} runs failed: there is no best setting."
    unseen = f"unseen problems ({join_names(_name_problems(test['instances']))})"
    if test["verdict"] == "the default itself":
        return "No setting was found that is better than the default."
    if test["verdict"] == "every run failed":
        return f"Every run on {unseen} failed: nothing can be said."
    units = str(test["test"]).partition(" over ")[2]
    if test["verdict"] == "cannot be judged":
        few = f"{units}, a test needs {LEAST_BLOCKS}"
        return f"On {unseen} the best setting cannot be judged: {few}."
    if test["verdict"] == "mixed":
        by_test, by_mean = _BY_TEST[test["most_runs"]], _BY_MEAN[test["mean"]]
        mean = f"is {by_mean}: {_describe_ratio(tuning)}"
        if _interval(*test["ratio_ci95"]) == "-":
            mean = "was not tested"  # the next line has the reason
        return (
            f"On {unseen}, by the test over {units or 'single runs'}, the best setting is {by_test}"
            f" the default. Its mean cost (ERT) {mean}."
        )
    if test["verdict"] == "no better":
        runs = sum(row["runs"] for row in test["instances"])
        few = f"; {many(runs, 'run')} of each are too few to show much"
        result = "not significantly better than the default" + few * (runs < MANY_RUNS)
    else:
        result = f"{test['verdict']} than the default"
    return f"On {unseen} the best setting is {result}."


def _name_problems(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return [row.get("problem") or PROBLEMS[QUEENS](row["n"]).family for row in rows]


def details(tuning: Tuning) -> Iterator[str]:
    """Yield the failures, the ratio of the ERT to that of the default, and the best setting."""
    test, best = tuning["test_result"], tuning["best"]
    if best is None:
        return
    if tuning["failed"]:
        yield f"{tuning['failed']:,} of {tuning['runs']:,} runs failed; they count as unsolved"
    if test["verdict"] != "the default itself":  # nothing to compare
        p = "-" if test["p"] is None else f"{test['p']:.2g}"
        effect = f"{test['test']} p = {p}; A12 {test['a12']:.2f} ({test['effect']})"
        yield f"{_describe_ratio(tuning)}; {effect}"
    settings = {
        key: f"{value:.3g}" if isinstance(value, float) else plain(value)
        for key, value in best["settings"].items()
    }
    yield "best: " + " ".join(f"{key}={text}" for key, text in settings.items())


def _describe_ratio(tuning: Tuning) -> str:
    """Return the ratio of the ERTs with its interval, or the rows that leave it without one."""
    test = tuning["test_result"]
    names = _name_problems(rows := test["instances"])
    unsolved = [
        f"{whose} 0 of {row['runs']:,} on {name}"
        for whose, key in (("the default", "default_solved"), ("the best setting", "best_solved"))
        for name, row in zip(names, rows, strict=True)
        if not row[key]
    ]
    few = "no 95 % interval, as too few runs solved"
    if unsolved:
        return f"no ERT ratio and {few}: {join_names(unsolved)}"
    interval = f"95 % interval {_interval(*test['ratio_ci95'])}"
    if interval.endswith(" -"):
        repetitions = sum(row["runs"] for row in rows) // len(tuning["test"])
        sizes = {name: row["runs"] // repetitions for name, row in zip(names, rows, strict=True)}
        small = [name for name, size in sizes.items() if 1 < size < LEAST_INSTANCES]
        least = f"no 95 % interval, as it needs {LEAST_INSTANCES} instances of {join_names(small)}"
        interval = least if small else few
    return f"ERT ratio {_ratio(test['ratio'])}, {interval}"


def tabulate_test(tuning: Tuning) -> Table | None:
    """Return the best setting and the default on each unseen problem; None without a best one."""
    if tuning["test_result"] is None:
        return None
    # If a setting solved nothing, its ERT is not known, and neither is the ratio.
    rows = [
        row if row["default_solved"] and row["best_solved"] else {**row, **_NO_RATIO}
        for row in tuning["test_result"]["instances"]
    ]

    def column(head: str, key: str, text: Callable[[Any], str] = str) -> Column:
        return numbers(head, [one[key] for one in rows], text)

    intervals = [one["ratio_ci95"] for one in rows]
    between = [_interval(*ends) for ends in intervals]
    return Table(
        (
            Column("problem", _name_problems(rows), is_number=False),
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


def _cost(cost: float | None) -> str:
    return "-" if cost is None else three_digits(cost)


def _ratio(ratio: float | None) -> str:
    return "inf" if ratio is None else "-" if isnan(ratio) else f"{ratio:.3g}"


def _interval(low: float | None, high: float | None) -> str:
    """Return an interval of ratios; "-" if it is unbounded."""
    return "-" if low == 0 and high is None else f"{_ratio(low)} to {_ratio(high)}"
