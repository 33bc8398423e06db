"""The answer of a comparison in one sentence: which algorithm, by how much, how sure."""

from typing import TYPE_CHECKING, Any

from metaqueens.analysis.answer_over_problems import over_problems
from metaqueens.analysis.inference.ranking import OverProblems, Ranking
from metaqueens.metrics import Metric
from metaqueens.text.words import chance, listed, percent, times

if TYPE_CHECKING:
    import pandas as pd


# Of fewer runs the share of pairs in which one needs less tells nothing.
FEW_RUNS = 10


def sentence(
    table: "pd.DataFrame",
    tests: "pd.DataFrame",
    ranking: Ranking | None,
    pair: OverProblems | None,
    name: str,
    metric: Metric,
    noun: str = "problems",
    families: "pd.DataFrame | None" = None,
) -> str:
    """Return one sentence, or two where one would hide something."""
    problems = table.problem.nunique()
    if not table.solved.sum():
        return f"No run solved {_where(table)}: there is nothing to compare but best boards."
    done = table[table.runs > 0]
    if done.algorithm.nunique() == 1:
        failed = [one for one in dict.fromkeys(table.algorithm) if one not in set(done.algorithm)]
        said = f"Every run of {listed(failed)} failed. " if failed else ""
        return said + _alone(done, name, metric)
    if tests.empty:
        return f"{_never_met(done, len(done) < len(table))}: nothing can be compared."
    if problems == 1 or tests.problem.nunique() == 1:
        return _on_one(table, tests, name, metric)
    return over_problems(table, tests, ranking, pair, name, metric, noun, families)


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


def _on_one(table: "pd.DataFrame", tests: "pd.DataFrame", name: str, metric: Metric) -> str:
    problem, best = tests.problem.iloc[0], tests.better.iloc[0]
    here = table[table.problem == problem].set_index("algorithm")
    order = metric.better_first(here[name].loc[list(tests.other)]).sort_values(kind="stable")
    by_other = tests.set_index("other")
    near = by_other.loc[order.index[0]]
    value = f"{metric.title} {value_in_words(here[name][best], metric)}"
    if not metric.less_is_better and (here[name] == here[name][best]).all():
        rate = percent(here[name][best])
        return (
            f"All have a success rate of {rate} on {problem}: compare them by ert or median_time."
        )
    close = [str(other) for other in order.index if by_other.verdict[other] == "open"]
    if close:
        return _open(best, close, here, by_other, name, metric)
    against = _evidence(near, str(order.index[0]), here, name, metric)
    if near.verdict == "mixed":
        return (
            f"It depends on {problem}: {best} needs less in the long run ({value}, {against}),"
            f" {order.index[0]} wins most single runs ({_typical(near, here, metric)})."
        )
    mixed = [str(other) for other in order.index if by_other.verdict[other] == "mixed"]
    sure = "" if (by_other.verdict == "clear").all() else "probably "
    said = f"{best} is {sure}best on {problem}: {value}, {against}"
    said += f"; a single run: {_typical(near, here, metric)}" if metric.less_is_better else ""
    return f"{said}; {listed(mixed)} wins most single runs." if mixed else f"{said}."


def _open(best: str, close: list[str], here: Any, by_other: Any, name: str, metric: Metric) -> str:
    """Where some are as good, or too close to tell."""
    equal = [other for other in close if here[name][other] == here[name][best]]
    rest = [other for other in close if other not in equal]
    leads = f"{listed([best, *equal])} share" if equal else f"{best} has"
    word = "lowest" if metric.less_is_better else "highest"
    said = f"{leads} the {word} {metric.title}, {value_in_words(here[name][best], metric)}"
    if rest:
        against = _evidence(by_other.loc[rest[0]], rest[0], here, name, metric)
        said += f", not told apart from {listed(rest)} ({against.removeprefix('while ')})"
        if by_other.ratio_low[rest[0]] > 1:
            said += "; the test, which decides, is stricter than the interval"
    if rest and metric.less_is_better and here.runs[[best, rest[0]]].min() >= FEW_RUNS:
        said += _of_single_runs(best, rest[0], float(by_other.a12[rest[0]]))
    return f"No clear winner on {by_other.problem.iloc[0]}: {said}."


def _of_single_runs(best: str, other: str, chance: float) -> str:
    """Return what was seen of single runs. No claim: the metric has the whole error rate."""
    less = best if chance >= 0.5 else other
    share = percent(max(chance, 1 - chance))
    return f"; of two runs, one of each, that of {less} needs less in {share} (A12 = {chance:.2f})"


def _typical(near: Any, here: Any, metric: Metric) -> str:
    known = metric.cost != "seconds" and here.deterministic[[near.better, near.name]].any()
    test = "sign test" if known else "Mann-Whitney"
    return f"A12 = {near.a12:.2f}, {near.effect}, {test} {chance(near.p_typical)}"


def _evidence(near: Any, other: str, here: Any, name: str, metric: Metric) -> str:
    test = f"{near.test} test {chance(near.p_holm)}"
    if len(here) > 2:
        test += " after Holm"
    if not metric.less_is_better:
        return f"{other} {value_in_words(here[name][other], metric)}; {test}"
    if here[name][other] == float("inf"):
        return f"while {other} solved {here.solved[other]} of {here.runs[other]} runs; {test}"
    if near.ratio == float("inf"):  # the best costs nothing
        return f"while {other} takes {value_in_words(here[name][other], metric)}; {test}"
    known = near.ratio_low == near.ratio_low
    span = f"{times(near.ratio_low)} to {times(near.ratio_high)}"
    interval = f", 95 % interval {span}" if known else ""
    return f"{other} takes {times(near.ratio)} as much{interval}; {test}"
