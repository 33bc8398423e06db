"""The answer of a comparison in one or two sentences, as in the results section of a paper."""

from math import isfinite
from typing import TYPE_CHECKING

from metaqueens.analysis.answer_over_problems import (
    Numbers as Numbers,
    answer_over_problems,
    best_of,
)
from metaqueens.metrics import METRICS, Metric
from metaqueens.text.words import chance, join_names, percent, times

if TYPE_CHECKING:
    import pandas as pd

# By verdict, in the order of the answer.
SENTENCES = {
    "clear": "{best} {does_better} than {others} ({evidence}).",
    "likely": "{best} probably {does_better} than {others} ({evidence}).",
    "mixed": "{best} has the {value} on {problem} ({evidence}), but needs less than {others} in"
    " only {pairs}.",
    "open": "No significant difference on {problem} between {best} and {others} ({evidence}).",
}
# By the unit of the metric.
BETTER = {
    "evaluations": "solves {problem} with fewer evaluations",
    "seconds": "solves {problem} in less time",
    "share of runs": "solves {problem} more often",
    "cost": "reaches a lower cost on {problem}",
}


def write_answer(found: Numbers) -> str:
    """Return the answer: a sentence for each verdict on the problem, or one over all problems."""
    table, tests, metric = found.table, found.tests, METRICS[found.metric]
    done = table[table.runs > 0]
    if not table.solved.sum() and not metric.of_solutions:
        return f"No run solved {join_names(list(dict.fromkeys(table.problem)))}."
    if done.algorithm.nunique() == 1:
        failed = [name for name in table.algorithm.unique() if name != done.algorithm.iloc[0]]
        failures = f"Every run of {join_names(failed)} failed. " if failed else ""
        return failures + _describe_one_algorithm(done, found.metric, metric)
    if tests.empty:
        return "No problem was solved on which two algorithms have finished runs."
    if tests.problem.nunique() > 1:
        return answer_over_problems(found, metric)
    here = table[table.problem == tests.problem.iloc[0]].set_index("algorithm")
    return _compare_on_one(here, here[found.metric], tests.set_index("other"), metric)


def _describe_one_algorithm(table: "pd.DataFrame", name: str, metric: Metric) -> str:
    row = table.iloc[0]
    solved = f"{table.solved.sum():,} of {table.runs.sum():,} runs"
    if len(table) > 1:
        return f"{row.algorithm} solves {len(table)} problems in {solved}."
    value = f"{metric.title} {metric.text(row[name])}"
    if row.low == row.low:
        value += f", 95 % CI {metric.text(row.low)} to {metric.text(row.high)}"
    return f"{row.algorithm} solves {row.problem} in {solved} ({value})."


def _compare_on_one(
    table: "pd.DataFrame", values: "pd.Series", tests: "pd.DataFrame", metric: Metric
) -> str:
    """Return a sentence per verdict; the arguments are by algorithm, ``tests`` by the other one."""
    problem, best = tests.problem.iloc[0], tests.better.iloc[0]
    if not metric.less_is_better and (values == values[best]).all():
        rate = percent(values[best])
        return f"Each algorithm solves {problem} in {rate} of runs; compare ert or median_time."
    nearest_first = metric.better_first(values[list(tests.index)]).sort_values(kind="stable")
    tests = tests.loc[nearest_first.index]
    sentences = []
    for verdict, text in SENTENCES.items():
        rows = tests[tests.verdict == verdict]
        if len(rows):
            a12 = rows.a12.iloc[0]
            words = {
                "best": best,
                "problem": problem,
                "does_better": BETTER[metric.unit].format(problem=problem),
                "others": join_names(list(map(str, rows.index))),
                "value": best_of(metric),
                "evidence": _describe_evidence(table, values, rows, metric),
                "pairs": f"{percent(a12)} of pairs of runs (A12 = {a12:.2f})",
            }
            sentences.append(text.format(**words))
    return " ".join(sentences)


def _describe_evidence(
    table: "pd.DataFrame", values: "pd.Series", rows: "pd.DataFrame", metric: Metric
) -> str:
    """Return the numbers of the best and of the first of ``rows``, the nearest to it."""
    test, other, best = rows.iloc[0], str(rows.index[0]), rows.better.iloc[0]
    value, worse = metric.text(values[best]), metric.text(values[other])
    if values[other] == float("inf"):
        solved = f"{table.solved[other]} of {table.runs[other]} runs"
        parts = [f"{metric.title} {value}", f"{other} solved {solved}"]
    else:
        whose = f" for {other}" if len(rows) > 1 else ""
        parts = [f"{metric.title} {value} vs {worse}{whose}"]
    if metric.less_is_better and isfinite(test.ratio):
        parts.append(f"ratio {_plain_ratio(test.ratio)}")
        if isfinite(test.ratio_low):
            ends = f"{_plain_ratio(test.ratio_low)} to {_plain_ratio(test.ratio_high)}"
            parts.append(f"95 % CI {ends}")
    parts.append(f"{'adjusted ' if len(table) > 2 else ''}{chance(test.p_holm)}")
    if test.verdict == "open" and test.ratio_low > 1:
        parts.append("the test is stricter than the interval")
    return ", ".join(parts)


def _plain_ratio(ratio: float) -> str:
    return times(ratio).removesuffix("x")
