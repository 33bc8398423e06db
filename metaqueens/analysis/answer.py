"""The answer of a comparison in one sentence: which algorithm, by how much, how sure."""

from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from metaqueens.analysis.answer_over_problems import Numbers as Numbers, best_of, over_problems
from metaqueens.metrics import METRICS, Metric
from metaqueens.text.words import chance, listed, percent, times

if TYPE_CHECKING:
    import pandas as pd


# Of fewer runs the share of pairs in which one needs less tells nothing.
FEW_RUNS = 10


def sentence(found: Numbers) -> str:
    """Return one sentence, or two where one would hide something."""
    table, tests, metric = found.table, found.tests, METRICS[found.metric]
    if not table.solved.sum():
        return f"No run solved {_where(table)}: there is nothing to compare but best boards."
    done = table[table.runs > 0]
    if done.algorithm.nunique() == 1:
        failed = [one for one in dict.fromkeys(table.algorithm) if one not in set(done.algorithm)]
        said = f"Every run of {listed(failed)} failed. " if failed else ""
        return said + _alone(done, found.metric, metric)
    if tests.empty:
        return f"{_never_met(done, len(done) < len(table))}: nothing can be compared."
    if tests.problem.nunique() > 1:
        return over_problems(found, metric)
    here = table[table.problem == tests.problem.iloc[0]].set_index("algorithm")
    values = here[found.metric]
    order = metric.better_first(values[list(tests.other)]).sort_values(kind="stable").index
    return _on_one(_OnOne(here, values, tests.set_index("other").loc[order], metric))


def value_in_words(value: float, metric: Metric) -> str:
    """Return a value of the metric with its unit."""
    text = metric.text(value)
    if metric.unit != "evaluations":
        return text
    return f"{text} evaluation{'' if text == '1' else 's'}"


def _never_met(done: "pd.DataFrame", failed: bool) -> str:
    """Return why no two algorithms can be tested, whose runs that did not fail are ``done``."""
    if done.duplicated("problem").any():
        return "No problem that two algorithms ran on was solved"
    if failed:
        return "No two algorithms have runs on the same problem that did not fail"
    return "No two algorithms ran on the same problem"


def _where(table: "pd.DataFrame") -> str:
    problems = list(dict.fromkeys(table.problem))
    return problems[0] if len(problems) == 1 else f"any of the {len(problems)} problems"


def _alone(table: "pd.DataFrame", name: str, metric: Metric) -> str:
    row = table.iloc[0]
    if len(table) > 1:
        solved = f"{table.solved.sum():,} of {table.runs.sum():,} runs"
        return f"{row.algorithm} alone, on {len(table)} problems: it solved {solved}."
    value = f"{metric.title} {value_in_words(row[name], metric)}"
    if row.low == row.low:
        value += f" (95 % interval {metric.text(row.low)} to {metric.text(row.high)})"
    solved = f"solves {row.problem} in {row.solved} of {row.runs} runs"
    return f"{row.algorithm} alone: it {solved}, {value}."


class _OnOne(NamedTuple):
    """The table of one problem, the metric there, and the tests of the best against the others.

    All are by algorithm, the tests by the other one, the next best first.
    """

    table: Any
    values: Any
    tests: Any
    metric: Metric


def _on_one(on: _OnOne) -> str:
    tests, values, metric = on.tests, on.values, on.metric
    problem, best, second = tests.problem.iloc[0], tests.better.iloc[0], str(tests.index[0])
    if not metric.less_is_better and (values == values[best]).all():
        rate = percent(values[best])
        return (
            f"All have a success rate of {rate} on {problem}: compare them by ert or median_time."
        )
    if "open" in set(tests.verdict):
        return _open(on, problem, best)
    value = f"{metric.title} {value_in_words(values[best], metric)}, {_evidence(on, second)}"
    if tests.verdict[second] == "mixed":
        return (
            f"It depends on {problem}: {best} needs less in the long run ({value}),"
            f" {second} wins most single runs ({_typical(on, second)})."
        )
    mixed = _others(on, "mixed")
    sure = "" if (tests.verdict == "clear").all() else "probably "
    said = f"{best} is {sure}best on {problem}: {value}"
    said += f"; a single run: {_typical(on, second)}" if metric.less_is_better else ""
    return f"{said}; {listed(mixed)} wins most single runs." if mixed else f"{said}."


def _others(on: _OnOne, verdict: str) -> list[str]:
    return list(map(str, on.tests.index[on.tests.verdict == verdict]))


def _open(on: _OnOne, problem: str, best: str) -> str:
    """Where some are as good, or too close to tell: first which of the others lose."""
    close, metric = _others(on, "open"), on.metric
    equal = [other for other in close if on.values[other] == on.values[best]]
    rest = [other for other in close if other not in equal]
    leads = f"{listed([best, *equal])} share" if equal else f"{best} has"
    said = f"{leads} the {best_of(metric)}, {value_in_words(on.values[best], metric)}"
    if rest:
        near, against = on.tests.loc[rest[0]], _evidence(on, rest[0]).removeprefix("while ")
        said += f", not significantly better than {listed(rest)} ({against})"
        if near.ratio_low > 1:
            said += "; the test, which decides, is stricter than the interval"
        if metric.less_is_better and on.table.runs[[best, rest[0]]].min() >= FEW_RUNS:
            said += _of_single_runs(best, rest[0], float(near.a12))
    return f"{_known_worse(on, best)}No clear winner on {problem}: {said}."


def _known_worse(on: _OnOne, best: str) -> str:
    """Return which algorithms are clearly or probably worse than the best, by how much."""
    said = []
    for verdict, word in (("clear", "clearly"), ("likely", "probably")):
        ratios = on.tests.ratio[_others(on, verdict)]
        worse = [f"{one} ({times(by)})" if isfinite(by) else one for one, by in ratios.items()]
        if worse:
            said.append(f"{listed(worse)} {'is' if len(worse) == 1 else 'are'} {word} worse")
    return f"{' and '.join(said)} than {best}. " if said else ""


def _of_single_runs(best: str, other: str, chance: float) -> str:
    """Return what was seen of single runs. No claim: the metric has the whole error rate."""
    less = best if chance >= 0.5 else other
    share = percent(max(chance, 1 - chance))
    return f"; of two runs, one of each, that of {less} needs less in {share} (A12 = {chance:.2f})"


def _typical(on: _OnOne, other: str) -> str:
    near = on.tests.loc[other]
    known = on.metric.cost != "seconds" and on.table.deterministic[[near.better, other]].any()
    test = "sign test" if known else "Mann-Whitney"
    return f"A12 = {near.a12:.2f}, {near.effect}, {test} {chance(near.p_typical)}"


def _evidence(on: _OnOne, other: str) -> str:
    near, value = on.tests.loc[other], value_in_words(on.values[other], on.metric)
    test = f"{near.test} test {chance(near.p_holm)}"
    if len(on.table) > 2:
        test += " after Holm"
    if not on.metric.less_is_better:
        return f"{other} {value}; {test}"
    if on.values[other] == float("inf"):
        return (
            f"while {other} solved {on.table.solved[other]} of {on.table.runs[other]} runs; {test}"
        )
    if near.ratio == float("inf"):  # the best costs nothing
        return f"while {other} takes {value}; {test}"
    known = near.ratio_low == near.ratio_low
    span = f"{times(near.ratio_low)} to {times(near.ratio_high)}"
    interval = f", 95 % interval {span}" if known else ""
    return f"{other} takes {times(near.ratio)} as much{interval}; {test}"
