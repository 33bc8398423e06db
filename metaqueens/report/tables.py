"""Results and comparisons as tables of text, for terminals, papers and pages."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite, isnan, nan
from typing import TYPE_CHECKING, Any

from metaqueens.analysis import families
from metaqueens.analysis.data.anytime import summarise_costs
from metaqueens.analysis.estimate.intervals import Row
from metaqueens.analysis.inference.verdicts import FAMILY_VERDICTS, VERDICTS
from metaqueens.metrics import METRICS, Metric, meanings, select_metrics
from metaqueens.text.tables import Column, Table, numbers, sort_key, words
from metaqueens.text.words import chance, join_names, many, p_value, shares, times

if TYPE_CHECKING:
    from metaqueens.analysis.comparison import Comparison
    from metaqueens.analysis.inference.ranking import Ranking

INTERVAL, SUCCESS = "95 % interval", "95 % of success"
LEGEND = {
    "instances": "those that a run of the algorithm solved, of those known to have a solution",
    "ratio": "cost of the other divided by that of the better",
    "p (Holm)": "p-value, adjusted for all pairs of algorithms on all problems",
    "A12": "share of pairs of runs in which the better needs less",
}
# Of the exact check, in the order of a cell.
CHECKS = {
    "validated": "validated",
    "checked": "checked",
    "rejected": "REJECTED",
    "failed": "failed",
}


def tabulate_run(rows: Sequence[Row]) -> Table:
    """Return the table at the end of a run, from the rows of ``summary.join_families``."""
    metrics = select_metrics()
    problems = [f"{row['problem']} {row['encoding']}" for row in rows]
    has_families = any("instances" in row for row in rows)
    _, *others = metrics.values()
    columns = (
        words("problem", problems),
        words("algorithm", _values(rows, "algorithm")),
        *([_instances(rows)] if has_families else []),
        _fractions("solved", rows, "solved", "runs"),
        _interval(INTERVAL, rows, "success", unit=" %"),
        *_metric_columns(rows, metrics),
        Column("best fitness", list(map(_format_fitness, _values(rows, "best_fitness")))),
        words("exact check", map(_describe_check, rows)),
    )
    return Table(
        columns,
        legend=meanings(metrics),
        dispensable=(*(metric.title for metric in others), "best fitness"),
        names=2,
    )


def tabulate_comparison(
    found: "Comparison", opened: bool = False, cut: bool = False
) -> list[Table]:
    """Return the tables of a comparison; with ``cut``, at a fixed budget, also the costs reached.

    Families of instances have a row each, unless they are ``opened``.
    """
    grouped = len(found.families) > 0 and not opened
    tables = [tabulate_results(found, grouped)]
    if grouped and len(found.family_tests):
        tables.append(tabulate_family_tests(found))
    elif not grouped and len(found.tests):
        tables.append(tabulate_tests(found))
    if found.ranking:
        tables.append(_tabulate_ranking(found.ranking))
    if len(found.growth):
        tables.append(_tabulate_growth(found))
    return [*tables, _tabulate_costs(found)] if cut else tables


def tabulate_results(
    found: "Comparison", is_grouped: bool = False, with_checks: bool = False
) -> Table:
    """Return a row per problem and algorithm; the best of each problem is marked.

    Parameters
    ----------
    found
        The comparison.
    is_grouped
        Whether a family of instances has one row.
    with_checks
        Whether there is a column with the outcomes of the exact check.
    """
    table = found.families.rename(columns={"family": "problem"}) if is_grouped else found.table
    rows: list[Row] = table.to_dict("records")
    metric, group = METRICS[found.metric], "family" if is_grouped else "problem"
    beside = {
        k: one for k, one in select_metrics("always", "in comparisons").items() if k != found.metric
    }
    columns = [*_names(found, rows, group), words("algorithm", _values(rows, "algorithm"))]
    columns += [_instances(rows)] if is_grouped else []
    columns.append(_fractions("solved", rows, "solved", "runs"))
    if metric.less_is_better:
        columns.append(_interval(SUCCESS, rows, "success"))
    columns += _metric_columns(rows, {found.metric: metric})
    columns.append(_interval(INTERVAL, rows, "", metric.text if metric.less_is_better else None))
    columns += _metric_columns(rows, beside)
    if with_checks:
        columns.append(words("exact check", map(_describe_check, rows)))
    problems = list(dict.fromkeys(_values(rows, "problem")))
    return Table(
        tuple(columns),
        title=f"Results on {problems[0] if len(problems) == 1 else many(len(problems), group)}",
        notes=list(_describe_instances(rows)) if is_grouped else [],
        legend=meanings({found.metric: metric, **beside}) | LEGEND,
        dispensable=_dispensable(beside),
        marked=_find_best(rows, found.metric),
        names=2 if columns[0].head == group else 1,
        label="results",
    )


def tabulate_tests(found: "Comparison") -> Table:
    """Return the tests of the best algorithm of each problem against the others."""
    rows: list[Row] = found.tests.to_dict("records")
    ratio = [
        numbers("ratio", _values(rows, "ratio"), times),
        _interval(INTERVAL, rows, "ratio", times),
    ]
    columns = (
        *_names(found, rows, "problem"),
        words("better", _values(rows, "better")),
        words("other", _values(rows, "other")),
        *(ratio if METRICS[found.metric].less_is_better else []),
        numbers("p (Holm)", _values(rows, "p_holm"), p_value),
        numbers("A12", _values(rows, "a12"), "{:.2f}".format),
        words("effect", _values(rows, "effect")),
        words("verdict", _values(rows, "verdict")),
    )
    test = f" ({rows[0]['test']} test)" if rows else ""
    return Table(
        columns,
        f"The best algorithm against the others{test}",
        notes=_explain_verdicts(VERDICTS, rows),
        legend=LEGEND,
        dispensable=("effect", "A12", INTERVAL, "ratio"),
        names=3 if columns[0].head == "problem" else 2,
        label="tests",
    )


def tabulate_family_tests(found: "Comparison") -> Table:
    """Return the tests of the best algorithm of each family against the others."""
    rows: list[Row] = found.family_tests.to_dict("records")
    several = found.family_tests.family.nunique() > 1
    counts = ("ahead", "level", "behind")
    return Table(
        (
            *([words("family", _values(rows, "family"))] if several else []),
            words("better", _values(rows, "better")),
            words("other", _values(rows, "other")),
            *(numbers(name, _values(rows, name), "{:,}".format) for name in counts),
            numbers("p (Holm)", _values(rows, "p_holm"), p_value),
            words("verdict", _values(rows, "verdict")),
        ),
        "The best algorithm against the others, in numbers of instances (Wilcoxon test)",
        notes=_explain_verdicts(FAMILY_VERDICTS, rows),
        legend={"p (Holm)": "p-value, adjusted for all pairs of algorithms in all families"},
        names=3 if several else 2,
        label="families",
    )


def _tabulate_ranking(ranking: "Ranking") -> Table:
    names = ranking.ranks.index
    columns = (
        words("algorithm", names),
        numbers("rank", ranking.ranks, "{:.2f}".format),
        numbers("p against the best (Holm)", ranking.holm.reindex(names), p_value),
    )
    notes = [
        f"Friedman {chance(ranking.friedman.p)}, Iman-Davenport {chance(ranking.friedman.p_f)};"
        f" Nemenyi's critical difference {ranking.critical_difference:.2f} (5 %)",
        *(
            f"within the critical difference: {join_names(list(clique), 9)}"
            for clique in ranking.cliques
        ),
    ]
    title = f"Average ranks over {ranking.blocks:,} problems"
    return Table(columns, title, notes, label="ranks")


def _tabulate_growth(found: "Comparison") -> Table:
    rows: list[Row] = found.growth.to_dict("records")
    columns = (
        words("algorithm", _values(rows, "algorithm")),
        numbers("sizes", _values(rows, "sizes"), str),
        Column("a n^b", [f"{row['a']:.3g} n^{row['b']:.3g}" for row in rows]),
        Column("b, 95 % interval", [f"{row['b_low']:.3g} - {row['b_high']:.3g}" for row in rows]),
    )
    note = "fitted by least squares to the logarithms; the interval assumes a power law"
    return Table(columns, "Growth with n", [note], label="growth")


def _tabulate_costs(found: "Comparison") -> Table:
    rows: list[Row] = summarise_costs(found.runs).to_dict("records")
    titles = {"best": "best", "q25": "25 %", "median": "median", "q75": "75 %", "worst": "worst"}
    columns = (
        *(words(name, _values(rows, name)) for name in ("problem", "algorithm")),
        Column("solved", [f"{row['solved']}/{row['runs']}" for row in rows]),
        *(numbers(title, _values(rows, name), _format_cost) for name, title in titles.items()),
    )
    note = "over all runs but rejected ones"
    title = "Cost of the best solution of each run"
    return Table(columns, title, [note], dispensable=("25 %", "75 %"), names=2, label="left")


def _values(rows: Sequence[Row], name: str) -> list[Any]:
    return [row[name] for row in rows]


def _names(found: "Comparison", rows: Sequence[Row], group: str) -> list[Column]:
    """Return the column of problems or families; none if one problem is in the title."""
    if group == "problem" and found.table.problem.nunique() == 1:
        return []
    order = [sort_key(row["n"]) for row in rows if "n" in row]
    return [Column(group, [str(row["problem"]) for row in rows], is_number=False, order=order)]


def _metric_columns(rows: Sequence[Row], metrics: Mapping[str, Metric]) -> list[Column]:
    return [numbers(one.title, _values(rows, name), one.text) for name, one in metrics.items()]


def _instances(rows: Sequence[Row]) -> Column:
    return _fractions("instances", rows, "instances_solved", "counted")


def _fractions(head: str, rows: Sequence[Row], part: str, whole: str) -> Column:
    """Return a column such as ``28/30``; ``-`` if there is no number."""
    pairs = [(row.get(part, nan), row.get(whole, nan)) for row in rows]
    texts = ["-" if isnan(a) else f"{int(a):,}/{int(b):,}" for a, b in pairs]
    return Column(head, texts, order=[sort_key(a / b if b else nan) for a, b in pairs])


def _interval(
    head: str,
    rows: Sequence[Row],
    name: str,
    text: Callable[[float], str] | None = None,
    unit: str = "",
) -> Column:
    """Return a column of intervals; of shares, in per cent, without a ``text`` for the ends."""
    keys = [f"{name}_{end}".removeprefix("_") for end in ("low", "high")]
    pairs = [(row[keys[0]], row[keys[1]]) for row in rows]
    if text:
        texts = ["-" if isnan(low) else f"{text(low)} - {text(high)}" for low, high in pairs]
    else:
        texts = [shares(low, high) + unit for low, high in pairs]
    return Column(head, texts, order=[sort_key(low) for low, _ in pairs])


def _format_cost(value: float) -> str:
    return "-" if isnan(value) else f"{value:,.4g}"


def _format_fitness(fitness: float | None) -> str:
    if fitness is None:
        return "-"
    # 0.99999 must not be rounded to a solution.
    return f"{fitness:.0f}" if fitness in (0, 1) else f"{min(fitness, 0.99999999):.8f}".rstrip("0")


def _describe_check(row: Row) -> str:
    """Return the outcomes of the exact check of a row, and the existence of a solution."""
    parts = [f"{row[name]:,} {word}" for name, word in CHECKS.items() if row[name]]
    if row.get("instances", 0) > 1:
        unsolved = families.describe_unsolved(row)
        parts += [f"no run solved {unsolved}"] if unsolved else []
    elif isinstance(row["existence"], str) and not row["solved"]:
        has_none = row["existence"] == "proven none"
        parts.append("no solution exists (proven)" if has_none else "a solution exists")
    return ", ".join(parts) or "-"


def _find_best(rows: Sequence[Row], name: str) -> frozenset[int]:
    """Return the places of the rows that have the best value of their problem or family."""
    costs = [METRICS[name].better_first(row[name]) for row in rows]
    best: dict[str, float] = {}
    for row, cost in zip(rows, costs, strict=True):
        if isfinite(cost):
            best[row["problem"]] = min(cost, best.get(row["problem"], cost))
    return frozenset(
        place
        for place, (row, cost) in enumerate(zip(rows, costs, strict=True))
        if cost == best.get(row["problem"])
    )


def _explain_verdicts(verdicts: Mapping[str, str], rows: Sequence[Row]) -> list[str]:
    """Return a sentence with the meanings of the verdicts in ``rows``."""
    found = set(_values(rows, "verdict"))
    return ["; ".join(f"{name}: {meaning}" for name, meaning in verdicts.items() if name in found)]


def _describe_instances(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the numbers of unsolved instances, and which instances count."""
    first: dict[str, Row] = {}
    for row in rows:
        first.setdefault(row["problem"], row)
    for problem, row in first.items():
        if unsolved := families.describe_unsolved(row):
            yield f"{problem}: no run solved {unsolved}"
    if any(row["proven none"] + row["unknown"] for row in rows):
        yield "only instances that are known to have a solution count"
    if any(row["target not known"] for row in rows):
        yield "all instances count, also those on which no run reached the target"
    yield "each instance counts the same; intervals and tests are over instances"


def _dispensable(beside: Mapping[str, Metric]) -> list[str]:
    """Return the titles of the columns that can be left out, the first ones first.

    The quantiles come first, because ERT has similar information, then the rest from the right.
    """
    quantiles = [one.title for one in beside.values() if one.quantile and one.cost == "evaluations"]
    others = [one.title for one in beside.values() if one.title not in quantiles]
    return [*reversed(quantiles), SUCCESS, *reversed(others)]
