"""The answer of a comparison over several problems: who leads, on how many, how sure."""

from typing import TYPE_CHECKING

from metaqueens.analysis.inference.overall import OverProblems
from metaqueens.analysis.inference.ranking import Ranking
from metaqueens.analysis.inference.verdicts import SIGNIFICANT
from metaqueens.metrics import Metric
from metaqueens.words import chance, listed

if TYPE_CHECKING:
    import pandas as pd

# Where so many of an algorithm's values rest on heavy tails, all of them are doubtful.
MOSTLY_HEAVY = 1 / 3


def over_problems(
    table: "pd.DataFrame",
    tests: "pd.DataFrame",
    ranking: Ranking | None,
    pair: OverProblems | None,
    name: str,
    metric: Metric,
) -> str:
    """Which algorithm leads over all problems, and what test says so.

    ``tests``, ``ranking`` and ``pair`` are those of a ``Comparison``, ``name`` that of the metric.
    """
    problems = tests.problem.nunique()
    wins = _wins(table[table.problem.isin(tests.problem)], name, metric)
    leaders = _first(-ranking.ranks) if ranking else _first(wins)
    won = int(wins[leaders[0]])
    word = f"{'lowest' if metric.less_is_better else 'highest'} {metric.title}"
    if len(leaders) > 1 and ranking:
        said = f"{listed(leaders)} share the first place by {metric.title}"
    elif len(leaders) > 1:
        said = f"{listed(leaders)} each have the {word} on {won} of {problems} problems"
    elif won < wins.max():  # never far from the best, which is another one each time
        said = f"{leaders[0]} has the best average rank by {metric.title}, and leads on {won} of"
        said += f" {problems} problems"
    else:
        said = f"{leaders[0]} has the {word} on {won} of {problems} problems, clearly on"
        said += f" {_clear(tests, leaders[0])}"
    if pair:
        said += _pair_in_words(pair, leaders)
    else:
        said += _rank_in_words(ranking, leaders)
    return f"{said}{_flattered(table, leaders[0])}."


def _wins(table: "pd.DataFrame", name: str, metric: Metric) -> "pd.Series":
    """On how many problems no other algorithm has a better value; equals all count."""
    cost = metric.better_first(table[name])
    best = (cost == cost.groupby(table.problem).transform("min")) & (table.solved > 0)
    return best.groupby(table.algorithm, sort=False).sum()


def _flattered(table: "pd.DataFrame", leader: str) -> str:
    """What tests over problems do not see: they take each value as it was measured."""
    heavy = (table[table.algorithm == leader].made_of == "heavy tail").mean()
    if heavy <= MOSTLY_HEAVY:
        return ""
    return (
        f"; but {leader} has heavy tails, which few runs miss: its values may be too low, and what"
        " tests over problems find may be no more than that"
    )


def _first(scores: "pd.Series") -> list[str]:
    """All that share the highest score."""
    return list(map(str, scores.index[scores == scores.max()]))


def _clear(tests: "pd.DataFrame", champion: str) -> int:
    """On how many problems ``champion`` is clearly better than every other."""
    against = tests[tests.better == champion]
    return int((against.verdict == "clear").groupby(against.problem.astype(str)).all().sum())


def _pair_in_words(pair: OverProblems, leaders: list[str]) -> str:
    """What the test over the problems says; it need not favour who leads on most of them."""
    if pair.p < SIGNIFICANT and leaders != [pair.favours]:
        return (
            ", but Wilcoxon's signed rank test over the problems, which also counts by how much,"
            f" favours {pair.favours} ({chance(pair.p)})"
        )
    verdict = ", which may be chance" if pair.p >= SIGNIFICANT and len(leaders) == 1 else ""
    return f" (Wilcoxon over the problems {chance(pair.p)}){verdict}"


def _rank_in_words(ranking: Ranking | None, leaders: list[str]) -> str:
    if ranking is None:
        return "; too few problems for a test over all of them"
    units = f"{ranking.blocks:,} {'problems' if ranking.unit == 'problem' else 'paired seeds'}"
    champion = leaders[0]
    said = f"; average rank {ranking.ranks[champion]:.2f} of {len(ranking.ranks)} over {units}"
    close = ranking.ranks[ranking.ranks - ranking.ranks[champion] <= ranking.critical_difference]
    same = [str(other) for other in close.index if other not in leaders]
    beaten = [str(other) for other in ranking.ranks.index if other not in close.index]
    if ranking.friedman.p_f >= SIGNIFICANT:
        return (
            f"{said}, but all ranks may differ by chance (Friedman {chance(ranking.friedman.p_f)})"
        )
    if beaten:
        said += f", better than {listed(beaten)} (Nemenyi, 5 %)"
    return f"{said}, not told apart from {listed(same)}" if same else said
