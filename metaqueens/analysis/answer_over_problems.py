"""The answer of a comparison over several problems: who leads, who is clearly worse, how sure."""

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from metaqueens.analysis.inference.ranking import OverProblems, Ranking
from metaqueens.metrics import Metric
from metaqueens.text.words import chance, listed

if TYPE_CHECKING:
    import pandas as pd

# A clear verdict is wrong in at most 1 comparison of 100, so that the sentence has 5 % in all.
SIGNIFICANT = 0.04
# By the algorithm that is clearly better and the one that is worse: on which problems.
Clear = dict[tuple[str, str], list[str]]


class Numbers(NamedTuple):
    """What an answer is made of, as in a ``Comparison``; ``noun`` is what problems are called."""

    metric: str
    table: "pd.DataFrame"
    tests: "pd.DataFrame"
    ranking: Ranking | None
    overall: OverProblems | None
    families: "pd.DataFrame"
    noun: str


def over_problems(found: Numbers, metric: Metric) -> str:
    """Return who leads, who is clearly worse, and what a test over all problems says."""
    table, tests, ranking = found.table, found.tests, found.ranking
    pair, noun = found.overall, found.noun
    clear = _clear(tests)
    sizes = _sizes(table[table.problem.isin(tests.problem)])
    wins = _wins(table[table.problem.isin(tests.problem)], found.metric, metric)
    leaders = _first(-ranking.ranks) if ranking else _first(wins)
    crossing = [pair for pair in clear if pair[::-1] in clear]
    if crossing:
        said = _it_depends(clear, sizes, tests.problem.nunique(), noun)
    else:
        problems = f"{tests.problem.nunique()} {noun}"
        said = _who_leads(leaders, wins, ranking is not None, problems, metric)
    if pair and crossing:
        ahead = f"{pair.favours} is" if pair.p < SIGNIFICANT else "neither is"
        said += f"; over all {noun} together {ahead} ahead (Wilcoxon {chance(pair.p)})"
    elif pair:
        equal = wins.min() == tests.problem.nunique()
        said += _pair_in_words(pair, leaders, bool(clear), bool(equal), noun)
    elif ranking:
        said += _rank_in_words(ranking, leaders, noun, bool(crossing))
    if len(found.families):
        said += _of_families(found, [] if crossing else leaders, metric)
    winners = {better for better, _ in clear} if crossing else set()
    said += _clearly_worse(tests, winners, leaders)
    tested = bool(pair or ranking)
    # Of boards of a family the test over all of them is the answer, not what single ones show.
    if not clear and not (tested and noun == "boards"):
        said += "; on none of them is a difference clear"
        said += "" if tested else ", and they are too few for a test over all"
    return f"{said}."


def _clear(tests: "pd.DataFrame") -> Clear:
    pairs = tests[tests.verdict == "clear"].groupby(["better", "other"], sort=False)
    return {pair: list(map(str, rows.problem)) for pair, rows in pairs}


def _sizes(table: "pd.DataFrame") -> dict[str, int]:
    """Return n by problem; nothing where n is unknown or not all that tells the problems apart."""
    rows = table.drop_duplicates("problem")
    names = list(map(str, rows.problem))
    kinds = {re.sub(r"\d+", "", name) for name in names}
    if len(kinds) > 1 or rows.n.isna().any():
        return {}
    return dict(zip(names, map(int, rows.n), strict=True))


def _it_depends(clear: Clear, sizes: dict[str, int], problems: int, noun: str) -> str:
    """Return where two are each clearly better than the other."""
    where: dict[str, list[str]] = {}
    for (better, _), found in clear.items():
        where[better] = list(dict.fromkeys([*where.get(better, ()), *found]))
    what = f"the {noun.removesuffix('s')}"
    said = [f"{one} on {len(found)}" for one, found in where.items()]
    if sizes:
        of_size = {one: sorted(sizes[at] for at in found) for one, found in where.items()}
        order = sorted(of_size, key=lambda one: of_size[one][0])
        if all(of_size[one][-1] < of_size[two][0] for one, two in pairwise(order)):
            what = "n"
            said = [f"{one} {_span(of_size[one])} (on {len(of_size[one])})" for one in order]
    begin = f"It depends on {what}: clearly better than others are"
    return f"{begin} {listed(said, 9)}, of {problems} {noun}"


def _span(sizes: list[int]) -> str:
    low, high = sizes[0], sizes[-1]
    return f"at n = {low:,}" if low == high else f"from n = {low:,} to {high:,}"


def best_of(metric: Metric) -> str:
    """Return what the best value of a metric is: the ``lowest ERT``."""
    return f"{'lowest' if metric.less_is_better else 'highest'} {metric.title}"


def _who_leads(
    leaders: list[str], wins: "pd.Series", ranked: bool, problems: str, metric: Metric
) -> str:
    won = int(wins[leaders[0]])
    if len(leaders) > 1 and ranked:
        return f"{listed(leaders)} share the first place by {metric.title}"
    if len(leaders) > 1:
        return f"{listed(leaders)} each have the {best_of(metric)} on {won} of {problems}"
    if won < wins.max():  # never far from the best, which is another one each time
        return (
            f"{leaders[0]} has the best average rank by {metric.title}, and leads on {won} of"
            f" {problems}"
        )
    return f"{leaders[0]} has the {best_of(metric)} on {won} of {problems}"


def _of_families(found: Numbers, leaders: list[str], metric: Metric) -> str:
    """Return who has the best value of a family where it is not who leads board by board."""
    said = []
    for family, rows in found.families.groupby("family", sort=False):
        cost = metric.better_first(rows[found.metric])
        first = list(map(str, rows.algorithm[cost == cost.min()]))
        if len(first) == 1 and leaders != first:
            said.append(f"{first[0]} on {family}")
    word = best_of(metric)
    return f"; of a family as a whole the {word} is that of {listed(said)}" if said else ""


def _clearly_worse(tests: "pd.DataFrame", winners: set[str], leaders: list[str]) -> str:
    """Return where each algorithm but the ``winners``, told of, is clearly worse than the best."""
    rows = tests[tests.verdict == "clear"]
    if rows.other.isin(winners).all():
        return ""
    places = rows.other.astype(str).value_counts()
    alike: dict[int, list[str]] = {}
    for one in dict.fromkeys(tests.other.astype(str)):
        if one not in winners and (one in places or one not in leaders):
            alike.setdefault(int(places.get(one, 0)), []).append(one)
    every = tests.problem.nunique()
    said = [
        f"{listed(names, 9)} on {f'all {every}' if found == every else found or 'none'}"
        for found, names in sorted(alike.items(), reverse=True)
    ]
    return f"; clearly worse than the best: {', '.join(said)}"


def _wins(table: "pd.DataFrame", name: str, metric: Metric) -> "pd.Series":
    """On how many problems no other algorithm has a better value; equals all count."""
    cost = metric.better_first(table[name])
    best = (cost == cost.groupby(table.problem).transform("min")) & (table.solved > 0)
    return best.groupby(table.algorithm, sort=False).sum()


def _first(scores: "pd.Series") -> list[str]:
    """Return all that share the highest score."""
    return list(map(str, scores.index[scores == scores.max()]))


def _pair_in_words(
    pair: OverProblems, leaders: list[str], clear: bool, equal: bool, noun: str
) -> str:
    """Return the result of the test over the problems, which may not favour the leader.

    ``equal``: both algorithms have the same value on every problem.
    """
    if pair.p >= SIGNIFICANT:
        if clear:
            return f"; over all {noun} together neither is ahead (Wilcoxon {chance(pair.p)})"
        may_be = "" if equal else ", which may be chance"
        return f"{may_be} (Wilcoxon over the {noun} {chance(pair.p)})"
    if leaders != [pair.favours]:
        return (
            f", but Wilcoxon's signed rank test over the {noun}, which also counts by how much,"
            f" favours {pair.favours} ({chance(pair.p)})"
        )
    return f" (Wilcoxon over the {noun} {chance(pair.p)})"


def _rank_in_words(ranking: Ranking, leaders: list[str], noun: str, crossing: bool) -> str:
    units = f"{ranking.blocks:,} {noun}"
    champion = leaders[0]
    verb = "has" if len(leaders) == 1 else "have"
    has = f"{listed(leaders)} {verb} the best average rank," if crossing else "average rank"
    said = f"; {has} {ranking.ranks[champion]:.2f} of {len(ranking.ranks)} over {units}"
    close = ranking.ranks[ranking.ranks - ranking.ranks[champion] <= ranking.critical_difference]
    same = [str(other) for other in close.index if other not in leaders]
    beaten = [str(other) for other in ranking.ranks.index if other not in close.index]
    if ranking.friedman.p_f >= SIGNIFICANT:
        said += ", ranks that do not differ significantly"
        return f"{said} (Friedman {chance(ranking.friedman.p_f)})"
    if beaten:
        said += f", better than {listed(beaten)} (Nemenyi, 5 %)"
    return f"{said}, not significantly better than {listed(same)}" if same else said
