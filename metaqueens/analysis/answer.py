"""The answer of a comparison in one or two sentences, as in the results section of a paper."""

from math import inf, isfinite
from typing import Any

import pandas as pd

from metaqueens.analysis.inference.ranking import Ranking, count_wins
from metaqueens.analysis.inference.significance import SIGNIFICANT
from metaqueens.metrics import METRICS, Metric
from metaqueens.text.words import chance, join_names, many, percent, times

# A clear verdict is wrong in at most 1 comparison of 100, so that the sentence has 5 % in all.
OVER_PROBLEMS = 0.04
# Problems of one algorithm that are named; of more their number.
MOST_NAMES = 4
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


def write_answer(found: Any) -> str:
    """Return the answer of a ``Comparison``: a sentence for each verdict, or one over problems."""
    table, tests, metric = found.table, found.tests, METRICS[found.metric]
    done = table[table.runs > 0]
    if not table.solved.sum() and not metric.of_solutions:
        return f"No run solved {join_names(table.problem)}."
    failed = [name for name in table.algorithm.unique() if name not in set(done.algorithm)]
    failures = f"Every run of {join_names(failed)} failed. " if failed else ""
    if done.algorithm.nunique() == 1:
        row, solved = done.iloc[0], f"{done.solved.sum():,} of {done.runs.sum():,} runs"
        if len(done) > 1:
            some = f"{(done.solved > 0).sum()} of " if (done.solved == 0).any() else ""
            return f"{failures}{row.algorithm} solves {some}{len(done)} problems in {solved}."
        value = f"{metric.title} {metric.text(row[found.metric])}"
        if row.low == row.low:
            value += f", 95 % CI {metric.text(row.low)} to {metric.text(row.high)}"
        return f"{failures}{row.algorithm} solves {row.problem} in {solved} ({value})."
    if done.unit.nunique() > 1:
        units = done.groupby("unit", sort=False).algorithm.unique()
        parts = [f"{unit} of {join_names(names)}" for unit, names in units.items()]
        cannot = f"{join_names(parts)} cannot be compared; use --metric median_time"
        return f"{failures}No comparison by {metric.title}: {cannot}."
    if tests.empty:
        return "No problem was solved on which two algorithms have finished runs."
    if tests.problem.nunique() > 1:
        return _compare_over_problems(found, metric)
    here = table[table.problem == tests.problem.iloc[0]].set_index("algorithm")
    return _compare_on_one(here, here[found.metric], tests.set_index("other"), metric)


def _compare_on_one(
    table: pd.DataFrame, values: pd.Series, tests: pd.DataFrame, metric: Metric
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
                "others": join_names(rows.index),
                "value": _name_best(metric),
                "evidence": _describe_evidence(table, values, rows, metric),
                "pairs": f"{percent(a12)} of pairs of runs (A12 = {a12:.2f})",
            }
            sentences.append(text.format(**words))
    undecided = tests[(tests.verdict == "open") & (tests.p_success < SIGNIFICANT)]
    for other, p in undecided.p_success.items():
        more, fewer = sorted((best, str(other)), key=lambda name: -table.success[name])
        counts = [f"{table.solved[name]:,} of {table.runs[name]:,} runs" for name in (more, fewer)]
        test = f"Fisher's test {'adjusted ' if len(table) > 2 else ''}{chance(p)}"
        evidence = f"{' against '.join(counts)}, {test}"
        sentences.append(
            f"{more} solved more often than {fewer} ({evidence}): see --metric success."
        )
    return " ".join(sentences)


def _describe_evidence(
    table: pd.DataFrame, values: pd.Series, rows: pd.DataFrame, metric: Metric
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
    numbers = test.ratio, test.ratio_low, test.ratio_high
    ratio, low, high = (times(number).removesuffix("x") for number in numbers)
    if metric.less_is_better and isfinite(test.ratio):
        parts.append(f"ratio {ratio}")
        if isfinite(test.ratio_low):
            parts.append(f"95 % CI {low} to {high}")
    parts.append(f"{'adjusted ' if len(table) > 2 else ''}{chance(test.p_holm)}")
    if test.verdict == "open" and 1 < test.ratio_low < inf:
        parts.append("the test is stricter than the interval")
    return ", ".join(parts)


def _compare_over_problems(found: Any, metric: Metric) -> str:
    """Return the leader, the result of a test over all problems, and the clear verdicts."""
    tests, ranking = found.tests, found.ranking
    is_of_instances = all(sample.family != sample.problem for sample in found.samples)
    noun = "instances" if is_of_instances else "problems"
    table = found.table[found.table.problem.isin(tests.problem)]
    of_all = f"of {tests.problem.nunique()} {noun}"
    wins = count_wins(table, found.metric, metric)
    scores = -ranking.ranks if ranking else wins.wins
    leaders = list(map(str, scores.index[scores == scores.max()]))
    first = _find_clearly_best(tests)
    crossing = len(first) > 1
    if crossing:
        parts = [f"{_describe_crossing(first, noun)} {of_all}"]
    elif len(leaders) > 1:
        parts = [f"{join_names(leaders)} share the first place by {metric.title}"]
    else:
        number, shared = wins.loc[leaders[0]]
        ties = f" (shared on {shared})" if shared else ""
        parts = [f"{leaders[0]} has the {_name_best(metric)} on {number} {of_all}{ties}"]
    if pair := found.overall:
        better = f"{pair.favours} is significantly better"
        result = better if pair.p < OVER_PROBLEMS else "no significant difference"
        parts.append(f"{result} over all {noun} (Wilcoxon {chance(pair.p)})")
    elif ranking:
        parts.append(_describe_ranks(ranking, leaders))
    if len(found.families):
        parts.append(_describe_families(found, [] if crossing else leaders, metric))
    them = of_all.replace("of", "of the") if len(leaders) > 1 and not any(parts[1:]) else "of them"
    # Over the instances of a family the test is the answer, not the verdicts on single ones.
    is_answered = noun == "instances" and (found.overall or ranking)
    single = _describe_verdicts(tests, [] if crossing else leaders, of_all)
    parts += single or ([] if is_answered else [f"no clear difference on any one {them}"])
    solved = found.table.groupby("problem").solved.sum() > 0
    if not (metric.of_solutions or solved.all()):
        parts.append(f"no run solved {many(int((~solved).sum()), 'other ' + noun[:-1])}")
    return "; ".join(filter(None, parts)) + "."


def _describe_verdicts(tests: pd.DataFrame, leaders: list[str], of_all: str) -> list[str]:
    """Return the algorithms that are clearly worse, and the problems that a leader loses."""
    is_led = tests.other.isin(leaders)
    losers = tests.other[(tests.verdict == "clear") & ~is_led].astype(str)
    worse = [f"{name} on {number}" for name, number in losers.value_counts().items()]
    parts = [f"clearly worse than the best: {join_names(worse, 9)} {of_all}"] if worse else []
    for verdict, word in (("clear", "clearly"), ("likely", "probably")):
        lost = tests[(tests.verdict == verdict) & is_led]
        if len(lost):
            where = [f"{row.better} on {row.problem}" for row in lost.itertuples()]
            better = join_names(where, MOST_NAMES)
            parts.append(f"but {word} better than {join_names(lost.other)}: {better}")
    return parts


def _name_best(metric: Metric) -> str:
    """Return the best value of a metric in words, such as ``lowest ERT``."""
    return f"{'lowest' if metric.less_is_better else 'highest'} {metric.title}"


def _find_clearly_best(tests: pd.DataFrame) -> dict[str, list[str]]:
    """Return the problems on which an algorithm is clearly better than every other, by its name."""
    problems: dict[str, list[str]] = {}
    for (problem, best), rows in tests.groupby(["problem", "better"], sort=False):
        if (rows.verdict == "clear").all():
            problems.setdefault(str(best), []).append(str(problem))
    return problems


def _describe_crossing(problems: dict[str, list[str]], noun: str) -> str:
    """Return on which problems each of two algorithms or more is clearly better than the others."""
    if noun == "problems" and max(map(len, problems.values())) <= MOST_NAMES:
        parts = [f"{name} ({', '.join(names)})" for name, names in problems.items()]
    else:
        parts = [f"{name} on {len(names)}" for name, names in problems.items()]
    kind = noun.removesuffix("s")
    return f"The best algorithm depends on the {kind}; clearly best are {join_names(parts, 9)}"


def _describe_ranks(ranking: Ranking, leaders: list[str]) -> str:
    best = ranking.ranks[leaders[0]]
    rank = f"the average rank of {join_names(leaders)} is {best:.2f} of {len(ranking.ranks)}"
    if ranking.friedman.p_f >= OVER_PROBLEMS:
        return f"{rank}, no significant difference (Friedman {chance(ranking.friedman.p_f)})"
    beaten = [name for name, p in ranking.holm.items() if p < SIGNIFICANT]
    equal = [name for name in ranking.ranks.index if name not in (*leaders, *beaten)]
    parts = [f"significantly better than {join_names(beaten)} (Holm)"] if beaten else []
    parts += [f"not significantly better than {join_names(equal)}"] if equal else []
    return ", ".join([rank, *parts])


def _describe_families(found: Any, leaders: list[str], metric: Metric) -> str:
    """Return the best algorithm of each family if it is not the leader over the instances."""
    best_of = {}
    for family, rows in found.families.groupby("family", sort=False):
        cost = metric.better_first(rows[found.metric])
        best = list(map(str, rows.algorithm[cost == cost.min()]))
        if len(best) == 1 and best != leaders:
            best_of[family] = best[0]
    parts = [f"{name} on {family}" for family, name in best_of.items()]
    if len(set(best_of.values())) == 1 < len(parts) == found.families.family.nunique():
        parts = [f"{best[0]} on each of the {len(parts)} families"]
    return f"the {_name_best(metric)} of a family is that of {join_names(parts)}" if parts else ""
