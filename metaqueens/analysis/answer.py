"""The answer of a comparison in one sentence: which algorithm, by how much, how sure."""

from typing import TYPE_CHECKING, Any

from metaqueens.analysis.estimate.metrics import Metric
from metaqueens.analysis.inference.pairs import SIGNIFICANT
from metaqueens.analysis.inference.ranking import Ranking
from metaqueens.analysis.inference.significance import Test
from metaqueens.words import chance, listed, percent, times

if TYPE_CHECKING:
    import pandas as pd

# Where so many of an algorithm's values rest on heavy tails, all of them are doubtful.
MOSTLY_HEAVY = 1 / 3


def sentence(
    table: "pd.DataFrame",
    tests: "pd.DataFrame",
    ranking: Ranking | None,
    pair: Test | None,
    name: str,
    metric: Metric,
) -> str:
    """One sentence, or two where one would hide something."""
    problems = table.problem.nunique()
    if not table.solved.sum():
        return f"No run solved {_where(table)}: there is nothing to compare but best boards."
    if table.algorithm.nunique() == 1:
        return _alone(table, name, metric)
    if tests.empty:
        return "No two algorithms ran on the same problem: nothing can be compared."
    if problems == 1 or tests.problem.nunique() == 1:
        return _on_one(table, tests, name, metric)
    return _on_many(table, tests, ranking, pair, name, metric)


def value_in_words(value: float, metric: Metric) -> str:
    """A value of the metric with its unit."""
    return (
        f"{metric.text(value)} evaluations" if metric.unit == "evaluations" else metric.text(value)
    )


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
        value += f" (95 % interval {_value(row.low, metric)} to {_value(row.high, metric)})"
    solved = f"solves {row.problem} in {row.solved} of {row.runs} runs"
    return f"{row.algorithm} alone: it {solved}, {value}."


def _value(value: float, metric: Metric) -> str:
    return value_in_words(value, metric).removesuffix(" evaluations")


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
            f" {order.index[0]} wins most single runs ({_typical(near)})."
        )
    mixed = [str(other) for other in order.index if by_other.verdict[other] == "mixed"]
    sure = "" if (by_other.verdict == "clear").all() else "probably "
    said = f"{best} is {sure}best on {problem}: {value}, {against}"
    said += f"; a single run: {_typical(near)}" if metric.less_is_better else ""
    return f"{said}; {listed(mixed)} wins most single runs." if mixed else f"{said}."


def _open(best: str, close: list[str], here: Any, by_other: Any, name: str, metric: Metric) -> str:
    """Where some are as good, or too close to tell."""
    equal = [other for other in close if here[name][other] == here[name][best]]
    rest = [other for other in close if other not in equal]
    leads = f"{listed([best, *equal])} share" if equal else f"{best} has"
    word = "lowest" if metric.less_is_better else "highest"
    said = f"{leads} the {word} {metric.title} {value_in_words(here[name][best], metric)}"
    if rest:
        against = _evidence(by_other.loc[rest[0]], rest[0], here, name, metric)
        said += f", not told apart from {listed(rest)} ({against.removeprefix('while ')})"
        said += _why_open(best, by_other.loc[rest[0]], int(here.runs[best]))
    quick = [one for one in rest if _wins_single_runs(by_other.loc[one])]
    if quick:
        said += f"; yet {quick[0]} wins most single runs ({_typical(by_other.loc[quick[0]])})"
    elif rest and metric.less_is_better and _loses_single_runs(by_other.loc[rest[0]]):
        said += f". In most single runs {best} needs less ({_typical(by_other.loc[rest[0]])})"
    return f"No clear winner on {by_other.problem.iloc[0]}: {said}."


def _why_open(best: str, near: Any, runs: int) -> str:
    """What keeps a difference that looks large from being one."""
    if near.reason == "tail":
        return (
            f"; {runs} runs of {best} cannot rule out rare ones that cost far more, and then it"
            " would not be the better one"
        )
    return "; too few of them solved to tell" if near.reason == "few solved" else ""


def _wins_single_runs(near: Any) -> bool:
    """Whether the other one, which has the worse value, is better in most single runs."""
    return bool(near.a12 < 0.5 and near.p_typical < SIGNIFICANT)


def _loses_single_runs(near: Any) -> bool:
    """Whether the other one is worse in most single runs too."""
    return bool(near.a12 > 0.5 and near.p_typical < SIGNIFICANT)


def _typical(near: Any) -> str:
    return f"A12 = {near.a12:.2f}, {near.effect}, Mann-Whitney {chance(near.p_typical)}"


def _evidence(near: Any, other: str, here: Any, name: str, metric: Metric) -> str:
    test = f"{near.test} test {chance(near.p_holm)}"
    if len(here) > 2:
        test += " after Holm"
    if not metric.less_is_better:
        return f"{other} {value_in_words(here[name][other], metric)}; {test}"
    if near.ratio == float("inf"):
        return f"while {other} solved {here.solved[other]} of {here.runs[other]} runs; {test}"
    known = near.ratio_low == near.ratio_low
    span = f"{times(near.ratio_low)} to {times(near.ratio_high)}"
    interval = f", 95 % interval {span}" if known else ""
    return f"{other} takes {times(near.ratio)} as much{interval}; {test}"


def _on_many(
    table: "pd.DataFrame",
    tests: "pd.DataFrame",
    ranking: Ranking | None,
    pair: Test | None,
    name: str,
    metric: Metric,
) -> str:
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
        verdict = ", which may be chance" if pair.p >= SIGNIFICANT and len(leaders) == 1 else ""
        said += f" (Wilcoxon over the problems {chance(pair.p)}){verdict}"
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
