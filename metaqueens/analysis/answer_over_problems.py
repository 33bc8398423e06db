"""The answer of a comparison over several problems: who leads, who is clearly worse, how sure."""

from typing import TYPE_CHECKING

from metaqueens.analysis.inference.overall import OverProblems
from metaqueens.analysis.inference.ranking import Ranking
from metaqueens.metrics import Metric
from metaqueens.text.words import chance, listed

if TYPE_CHECKING:
    import pandas as pd

# Where so many of an algorithm's values rest on heavy tails, all of them are doubtful.
MOSTLY_HEAVY = 1 / 3
# A clear verdict is wrong in at most 1 comparison of 100, so that the sentence has 5 % in all.
SIGNIFICANT = 0.04
# By the algorithm that is clearly better and the one that is worse: on which problems.
Clear = dict[tuple[str, str], list[str]]


def over_problems(
    table: "pd.DataFrame",
    tests: "pd.DataFrame",
    ranking: Ranking | None,
    pair: OverProblems | None,
    name: str,
    metric: Metric,
    noun: str = "problems",
) -> str:
    """Return who leads, which algorithms are clearly worse, and what a test over all problems says.

    ``tests``, ``ranking`` and ``pair`` are those of a ``Comparison``, ``name`` that of the metric,
    ``noun`` what the problems are called.
    """
    clear = _clear(tests)
    wins = _wins(table[table.problem.isin(tests.problem)], name, metric)
    leaders = _first(-ranking.ranks) if ranking else _first(wins)
    if crossing := [pair for pair in clear if pair[::-1] in clear]:
        said = _it_depends(crossing, clear, table, noun)
    else:
        word = f"{'lowest' if metric.less_is_better else 'highest'} {metric.title}"
        said = _who_leads(leaders, wins, ranking, f"{tests.problem.nunique()} {noun}", word, metric)
    if pair:
        said += _pair_in_words(pair, [] if crossing else leaders, bool(clear), noun)
    elif ranking:
        said += _rank_in_words(ranking, leaders, bool(clear), noun, bool(crossing))
    said += _clearly_worse(tests, crossing, leaders)
    tested = bool(pair or ranking)
    if not clear:
        said += "; on none of them is a difference clear"
        said += "" if tested else ", and they are too few for a test over all"
    return f"{said}{_flattered(table, leaders[0], tested)}."


def _clear(tests: "pd.DataFrame") -> Clear:
    found: Clear = {}
    for row in tests[tests.verdict == "clear"].itertuples():
        found.setdefault((str(row.better), str(row.other)), []).append(str(row.problem))
    return found


def _it_depends(
    crossing: list[tuple[str, str]], clear: Clear, table: "pd.DataFrame", noun: str
) -> str:
    """Where two are each clearly better than the other."""
    sizes = table.drop_duplicates("problem").set_index("problem").n
    of_size = sizes.is_unique and sizes.notna().all()
    on = f"of {table.problem.nunique()} {noun}"
    if len(crossing) == 2 and of_size:
        small, large = sorted(crossing, key=lambda pair: max(sizes[clear[pair]]))
        end, begin = int(max(sizes[clear[small]])), int(min(sizes[clear[large]]))
        if end < begin:
            return (
                f"It depends on n: {small[0]} is clearly better than {small[1]} up to n = {end:,}"
                f" (on {len(clear[small])} {on}), {large[0]} than {large[1]} from n = {begin:,}"
                f" (on {len(clear[large])})"
            )
    on_problem = f"It depends on the {noun.removesuffix('s')}"
    if len(crossing) == 2:
        (one, other), _ = crossing
        return (
            f"{on_problem}: {one} is clearly better than {other} on {len(clear[one, other])} {on},"
            f" {other} than {one} on {len(clear[other, one])}"
        )
    where = {one: {at for pair in crossing if pair[0] == one for at in clear[pair]}
             for one, _ in crossing}  # fmt: skip
    said = [f"{one} on {len(found)}" for one, found in where.items()]
    return f"{on_problem}: clearly better than others are {listed(said)} {on}"


def _who_leads(
    leaders: list[str],
    wins: "pd.Series",
    ranking: Ranking | None,
    problems: str,
    word: str,
    metric: Metric,
) -> str:
    won = int(wins[leaders[0]])
    if len(leaders) > 1 and ranking:
        return f"{listed(leaders)} share the first place by {metric.title}"
    if len(leaders) > 1:
        return f"{listed(leaders)} each have the {word} on {won} of {problems}"
    if won < wins.max():  # never far from the best, which is another one each time
        return (
            f"{leaders[0]} has the best average rank by {metric.title}, and leads on {won} of"
            f" {problems}"
        )
    return f"{leaders[0]} has the {word} on {won} of {problems}"


def _clearly_worse(
    tests: "pd.DataFrame", crossing: list[tuple[str, str]], leaders: list[str]
) -> str:
    """Return on how many problems each algorithm is clearly worse than the best there."""
    rows = tests[tests.verdict == "clear"]
    told = {one for pair in crossing for one in pair}
    if rows.other.isin(told).all():
        return ""
    counts = rows.other.astype(str).value_counts()
    problems = tests.problem.nunique()
    others = [one for one in dict.fromkeys(tests.other.astype(str)) if one not in told]
    others = [one for one in others if one in counts or one not in leaders]
    times = {one: int(counts.get(one, 0)) for one in others}
    words = {problems: f"all {problems}", 0: "none"}
    said = [
        f"{listed([one for one in others if times[one] == k])} on {words.get(k, k)}"
        for k in sorted(set(times.values()), reverse=True)
    ]
    return f"; clearly worse than the best: {', '.join(said)}"


def _wins(table: "pd.DataFrame", name: str, metric: Metric) -> "pd.Series":
    """On how many problems no other algorithm has a better value; equals all count."""
    cost = metric.better_first(table[name])
    best = (cost == cost.groupby(table.problem).transform("min")) & (table.solved > 0)
    return best.groupby(table.algorithm, sort=False).sum()


def _flattered(table: "pd.DataFrame", leader: str, tested: bool) -> str:
    """What tests over problems do not see: they take each value as it was measured."""
    heavy = (table[table.algorithm == leader].made_of == "heavy tail").mean()
    if heavy <= MOSTLY_HEAVY:
        return ""
    more = ", and what tests over problems find may be no more than that" if tested else ""
    return f"; but {leader} has heavy tails, which few runs miss: its values may be too low{more}"


def _first(scores: "pd.Series") -> list[str]:
    """All that share the highest score."""
    return list(map(str, scores.index[scores == scores.max()]))


def _pair_in_words(pair: OverProblems, leaders: list[str], clear: bool, noun: str) -> str:
    """What the test over the problems says; it need not favour who leads on most of them."""
    if pair.p >= SIGNIFICANT:
        if clear:
            return f"; over all {noun} together neither is ahead (Wilcoxon {chance(pair.p)})"
        may_be = ", which may be chance" if len(leaders) == 1 else ""
        return f"{may_be} (Wilcoxon over the {noun} {chance(pair.p)})"
    if leaders != [pair.favours]:
        return (
            f", but Wilcoxon's signed rank test over the {noun}, which also counts by how much,"
            f" favours {pair.favours} ({chance(pair.p)})"
        )
    return f" (Wilcoxon over the {noun} {chance(pair.p)})"


def _rank_in_words(
    ranking: Ranking, leaders: list[str], clear: bool, noun: str, crossing: bool
) -> str:
    units = f"{ranking.blocks:,} {noun if ranking.unit == 'problem' else 'paired seeds'}"
    champion = leaders[0]
    verb = "has" if len(leaders) == 1 else "have"
    has = f"{listed(leaders)} {verb} the best average rank," if crossing else "average rank"
    said = f"; {has} {ranking.ranks[champion]:.2f} of {len(ranking.ranks)} over {units}"
    close = ranking.ranks[ranking.ranks - ranking.ranks[champion] <= ranking.critical_difference]
    same = [str(other) for other in close.index if other not in leaders]
    beaten = [str(other) for other in ranking.ranks.index if other not in close.index]
    if ranking.friedman.p_f >= SIGNIFICANT:
        said += ", but all ranks may differ by chance" if not clear else ", which tells none apart"
        return f"{said} (Friedman {chance(ranking.friedman.p_f)})"
    if beaten:
        said += f", better than {listed(beaten)} (Nemenyi, 5 %)"
    return f"{said}, not told apart from {listed(same)}" if same else said
