"""The answer of a comparison over several problems: which algorithm leads, and by which tests."""

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from metaqueens.analysis.inference.ranking import OverProblems, Ranking, count_wins, find_first
from metaqueens.metrics import Metric
from metaqueens.text.words import chance, join_names

if TYPE_CHECKING:
    import pandas as pd

# A clear verdict is wrong in at most 1 comparison of 100, so that the sentence has 5 % in all.
SIGNIFICANT = 0.04
# By the algorithm that is clearly better and the one that is worse: the problems.
Clear = dict[tuple[str, str], list[str]]


class Numbers(NamedTuple):
    """The numbers of an answer, as in a ``Comparison``; ``noun`` is the name of the problems."""

    metric: str
    table: "pd.DataFrame"
    tests: "pd.DataFrame"
    ranking: Ranking | None
    overall: OverProblems | None
    families: "pd.DataFrame"
    noun: str


def answer_over_problems(found: Numbers, metric: Metric) -> str:
    """Return the leader, the result of a test over all problems, and the clear verdicts."""
    tests, ranking, noun = found.tests, found.ranking, found.noun
    table = found.table[found.table.problem.isin(tests.problem)]
    of_all = f"of {tests.problem.nunique()} {noun}"
    wins = count_wins(table, found.metric, metric)
    leaders = find_first(-ranking.ranks if ranking else wins)
    clear = _group_clear(tests)
    crossing = any(pair[::-1] in clear for pair in clear)
    winners = {better for better, _ in clear} if crossing else set()
    if crossing:
        parts = [f"{_describe_crossing(clear, _find_sizes(table), noun)} {of_all}"]
    elif len(leaders) > 1:
        parts = [f"{join_names(leaders)} share the first place by {metric.title}"]
    else:
        parts = [f"{leaders[0]} has the {best_of(metric)} on {wins[leaders[0]]} {of_all}"]
    if pair := found.overall:
        better = pair.p < SIGNIFICANT
        result = (
            f"{pair.favours} is significantly better" if better else "no significant difference"
        )
        parts.append(f"{result} over all {noun} (Wilcoxon {chance(pair.p)})")
    elif ranking:
        parts.append(_describe_ranks(ranking, leaders))
    if len(found.families):
        parts.append(_describe_families(found, [] if crossing else leaders, metric))
    parts.append(_describe_losers(tests[~tests.other.isin(winners)], of_all))
    # Over the instances of a family the test is the answer, not the verdicts on single ones.
    if not clear and not (noun == "instances" and (found.overall or ranking)):
        parts.append("no clear difference on any one of them")
    return "; ".join(filter(None, parts)) + "."


def best_of(metric: Metric) -> str:
    """Return the best value of a metric in words, such as ``lowest ERT``."""
    return f"{'lowest' if metric.less_is_better else 'highest'} {metric.title}"


def _group_clear(tests: "pd.DataFrame") -> Clear:
    pairs = tests[tests.verdict == "clear"].groupby(["better", "other"], sort=False)
    return {pair: list(map(str, rows.problem)) for pair, rows in pairs}


def _find_sizes(table: "pd.DataFrame") -> dict[str, int]:
    """Return n by problem, or nothing if the problems differ in more than n."""
    rows = table.drop_duplicates("problem")
    names = list(map(str, rows.problem))
    kinds = {re.sub(r"\d+", "", name) for name in names}
    if len(kinds) > 1 or rows.n.isna().any():
        return {}
    return dict(zip(names, map(int, rows.n), strict=True))


def _describe_crossing(clear: Clear, sizes: dict[str, int], noun: str) -> str:
    """Return on which problems each of two algorithms or more is clearly better than another."""
    problems: dict[str, list[str]] = {}
    for (better, _), names in clear.items():
        problems[better] = list(dict.fromkeys([*problems.get(better, ()), *names]))
    reason = f"the {noun.removesuffix('s')}"
    parts = [f"{name} on {len(names)}" for name, names in problems.items()]
    if sizes:
        ranges = {name: sorted({sizes[at] for at in names}) for name, names in problems.items()}
        order = sorted(ranges, key=lambda name: ranges[name][0])
        if all(ranges[one][-1] < ranges[two][0] for one, two in pairwise(order)):
            reason = "n"
            texts = {name: ", ".join(f"{n:,}" for n in ranges[name]) for name in order}
            parts = [f"{name} (n = {text})" for name, text in texts.items()]
    return f"The best algorithm depends on {reason}; clearly better are {join_names(parts, 9)}"


def _describe_ranks(ranking: Ranking, leaders: list[str]) -> str:
    best = ranking.ranks[leaders[0]]
    rank = f"the average rank of {join_names(leaders)} is {best:.2f} of {len(ranking.ranks)}"
    if ranking.friedman.p_f >= SIGNIFICANT:
        return f"{rank}, no significant difference (Friedman {chance(ranking.friedman.p_f)})"
    beaten = [name for name, p in ranking.holm.items() if p < 0.05]
    equal = [name for name in ranking.ranks.index if name not in (*leaders, *beaten)]
    parts = [f"significantly better than {join_names(beaten)} (Holm)"] if beaten else []
    parts += [f"not significantly better than {join_names(equal)}"] if equal else []
    return ", ".join([rank, *parts])


def _describe_families(found: Numbers, leaders: list[str], metric: Metric) -> str:
    """Return the best algorithm of each family if it is not the leader over the instances."""
    parts = []
    for family, rows in found.families.groupby("family", sort=False):
        cost = metric.better_first(rows[found.metric])
        best = list(map(str, rows.algorithm[cost == cost.min()]))
        if len(best) == 1 and best != leaders:
            parts.append(f"{best[0]} on {family}")
    return f"the {best_of(metric)} of a family is that of {join_names(parts)}" if parts else ""


def _describe_losers(tests: "pd.DataFrame", of_all: str) -> str:
    """Return on how many problems each other algorithm is clearly worse than the best."""
    problems = tests.other[tests.verdict == "clear"].astype(str).value_counts()
    parts = [f"{name} on {number}" for name, number in problems.items()]
    return f"clearly worse than the best: {join_names(parts, 9)} {of_all}" if parts else ""
