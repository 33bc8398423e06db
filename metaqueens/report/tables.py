"""Results and comparisons as tables of text, for terminals, papers and pages."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from metaqueens.analysis import families
from metaqueens.analysis.inference.verdicts import FAMILY_VERDICTS, VERDICTS
from metaqueens.metrics import METRICS, Metric, meanings, shown
from metaqueens.text.tables import Column, Table, numbers, sort_key, words
from metaqueens.text.words import many, p_value, shares, times

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.comparison import Comparison

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


def of_run(rows: "pd.DataFrame") -> Table:
    """Return the table of ``summary.summarise_families``, with which a run ends."""
    metrics = shown()
    is_grouped = "instances" in rows
    columns = [
        words("problem", map(" ".join, zip(rows.problem, rows.encoding, strict=True))),
        words("algorithm", rows.algorithm),
        *([_instances(rows)] if is_grouped else []),
        _fractions("solved", rows.solved, rows.runs),
        _interval(INTERVAL, rows.success_low, rows.success_high, unit=" %"),
        *_of_metrics(rows, metrics),
        Column("best fitness", list(map(_format_fitness, rows.best_fitness))),
        words("exact check", _describe_checks(rows)),
    ]
    _, *others = metrics.values()
    return Table(
        tuple(columns),
        legend=meanings(metrics),
        dispensable=(*(metric.title for metric in others), "best fitness"),
        names=2,
    )


def results(found: "Comparison", is_grouped: bool = False, rows: Any = None) -> Table:
    """Return a row per problem and algorithm; the best of each problem stands out.

    Parameters
    ----------
    found
        The comparison.
    is_grouped
        Whether a family of instances has one row.
    rows
        Its table with the outcomes of the exact check, as ``summary.with_outcomes`` returns it.
    """
    table = found.families.rename(columns={"family": "problem"}) if is_grouped else found.table
    rows = table if rows is None else rows
    metric, group = METRICS[found.metric], "family" if is_grouped else "problem"
    beside = {k: one for k, one in shown("always", "in comparisons").items() if k != found.metric}
    columns = [*_names(found, rows, group), words("algorithm", rows.algorithm)]
    columns += [_instances(rows)] if is_grouped else []
    columns.append(_fractions("solved", rows.solved, rows.runs))
    if metric.less_is_better:
        columns.append(_interval(SUCCESS, rows.success_low, rows.success_high))
    columns += _of_metrics(rows, {found.metric: metric})
    text = metric.text if metric.less_is_better else None
    columns.append(_interval(INTERVAL, rows.low, rows.high, text))
    columns += _of_metrics(rows, beside)
    if "validated" in rows:
        columns.append(words("exact check", _describe_checks(rows)))
    problems = rows.problem.nunique()
    return Table(
        tuple(columns),
        title=f"Results on {rows.problem.iloc[0] if problems == 1 else many(problems, group)}",
        notes=list(_describe_instances(rows)) if is_grouped else [],
        legend=meanings({found.metric: metric, **beside}) | LEGEND,
        dispensable=_dispensable(beside),
        marked=_find_best(rows, found.metric),
        names=2 if columns[0].head == group else 1,
        label="results",
    )


def tests(found: "Comparison") -> Table:
    """Return the best of each problem against each other algorithm there."""
    rows = found.tests
    ratio = [
        numbers("ratio", rows.ratio, times),
        _interval(INTERVAL, rows.ratio_low, rows.ratio_high, times),
    ]
    columns = (
        *_names(found, rows, "problem"),
        words("better", rows.better),
        words("other", rows.other),
        *(ratio if METRICS[found.metric].less_is_better else []),
        numbers("p (Holm)", rows.p_holm, p_value),
        numbers("A12", rows.a12, "{:.2f}".format),
        words("effect", rows.effect),
        words("verdict", rows.verdict),
    )
    test = f" ({rows.test.iloc[0]} test)" if len(rows) else ""
    return Table(
        columns,
        f"The best algorithm against the others{test}",
        notes=_explain_verdicts(VERDICTS, rows),
        legend=LEGEND,
        dispensable=("effect", "A12", INTERVAL, "ratio"),
        names=3 if columns[0].head == "problem" else 2,
        label="tests",
    )


def family_tests(found: "Comparison") -> Table:
    """Return the best of each family against each other algorithm there, over its instances."""
    rows = found.family_tests
    several = rows.family.nunique() > 1
    return Table(
        (
            *([words("family", rows.family)] if several else []),
            words("better", rows.better),
            words("other", rows.other),
            *(numbers(name, rows[name], "{:,}".format) for name in ("ahead", "level", "behind")),
            numbers("p (Holm)", rows.p_holm, p_value),
            words("verdict", rows.verdict),
        ),
        "The best algorithm against the others, in numbers of instances (Wilcoxon test)",
        notes=_explain_verdicts(FAMILY_VERDICTS, rows),
        legend={"p (Holm)": "p-value, adjusted for all pairs of algorithms in all families"},
        names=3 if several else 2,
        label="families",
    )


def _names(found: "Comparison", rows: "pd.DataFrame", group: str) -> list[Column]:
    """Return the column of problems or families; none if one problem is in the title."""
    if group == "problem" and found.table.problem.nunique() == 1:
        return []
    order = list(map(sort_key, rows.n)) if "n" in rows else ()
    return [Column(group, list(map(str, rows.problem)), is_number=False, order=order)]


def _of_metrics(rows: "pd.DataFrame", metrics: Mapping[str, Metric]) -> list[Column]:
    return [numbers(metric.title, rows[name], metric.text) for name, metric in metrics.items()]


def _instances(rows: "pd.DataFrame") -> Column:
    return _fractions("instances", rows.instances_solved, rows.counted)


def _fractions(head: str, parts: Any, wholes: Any) -> Column:
    """Return a column such as ``28/30``; ``-`` if there is no number."""
    pairs = list(zip(parts, wholes, strict=True))
    texts = ["-" if a != a else f"{int(a):,}/{int(b):,}" for a, b in pairs]
    return Column(head, texts, order=[sort_key(a / b if b else np.nan) for a, b in pairs])


def _interval(
    head: str, lows: Any, highs: Any, text: Callable[[float], str] | None = None, unit: str = ""
) -> Column:
    """Return a column of intervals; of shares, in per cent, without a ``text`` for the ends."""
    pairs = list(zip(lows, highs, strict=True))
    if text:
        texts = ["-" if low != low else f"{text(low)} - {text(high)}" for low, high in pairs]
    else:
        texts = [shares(low, high) + unit for low, high in pairs]
    return Column(head, texts, order=list(map(sort_key, lows)))


def _format_fitness(fitness: float | None) -> str:
    if fitness is None or fitness != fitness:
        return "-"
    # 0.99999 must not be rounded to a solution.
    return f"{fitness:.0f}" if fitness in (0, 1) else f"{min(fitness, 0.99999999):.8f}".rstrip("0")


def _describe_checks(rows: "pd.DataFrame") -> Iterator[str]:
    """Yield the outcomes of the exact check of each row, and what is known of its problem."""
    for row in rows.to_dict("records"):
        parts = [f"{row[name]:,} {word}" for name, word in CHECKS.items() if row[name]]
        if row.get("instances", np.nan) > 1:
            left_out = families.left_out(row)
            parts += [f"no run solved {left_out}"] if left_out else []
        elif isinstance(row["existence"], str) and not row["solved"]:
            has_none = row["existence"] == "proven none"
            parts.append("no solution exists (proven)" if has_none else "a solution exists")
        yield ", ".join(parts) or "-"


def _find_best(rows: "pd.DataFrame", name: str) -> frozenset[int]:
    """Return the places of the rows that have the best value of their problem or family."""
    cost = METRICS[name].better_first(rows[name])
    best = (cost == cost.groupby(rows.problem).transform("min")) & np.isfinite(cost)
    return frozenset(np.flatnonzero(best).tolist())


def _explain_verdicts(verdicts: Mapping[str, str], rows: "pd.DataFrame") -> list[str]:
    """Return a sentence with the meanings of the verdicts in ``rows``."""
    found = set(rows.verdict)
    return ["; ".join(f"{name}: {meaning}" for name, meaning in verdicts.items() if name in found)]


def _describe_instances(rows: "pd.DataFrame") -> Iterator[str]:
    """Yield which instances nobody solved, and which ones count."""
    for row in rows.drop_duplicates("problem").to_dict("records"):
        if left_out := families.left_out(row):
            yield f"{row['problem']}: no run solved {left_out}"
    if (rows["proven none"] + rows["unknown"]).any():
        yield "only instances that are known to have a solution count"
    if rows["target not known"].any():
        yield "all instances count, also those on which no run reached the target"
    yield "each instance counts the same; intervals and tests are over instances"


def _dispensable(beside: Mapping[str, Metric]) -> list[str]:
    """Return first the quantiles, which say more of what ERT says, then the rest from the right."""
    quantiles = [one.title for one in beside.values() if one.quantile and one.cost == "evaluations"]
    others = [one.title for one in beside.values() if one.title not in quantiles]
    return [*reversed(quantiles), SUCCESS, *reversed(others)]
