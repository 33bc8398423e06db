"""The tables of a comparison, for terminals and pages: results, and the tests behind the answer."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from metaqueens.analysis import families
from metaqueens.analysis.inference.verdicts import FAMILY_VERDICTS, VERDICTS
from metaqueens.metrics import METRICS, Metric, meanings, shown
from metaqueens.pages.columns import for_script, numbers, words
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import p_value, shares, times

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.comparison import Comparison

INTERVAL = "95 % interval"


def results(
    found: "Comparison",
    grouped: bool = False,
    checks: Mapping[tuple[str, str], str] | None = None,
) -> Table:
    """Return a row per problem and algorithm; the best of each problem stands out.

    Parameters
    ----------
    found
        What is shown.
    grouped
        Whether a family of instances has one row.
    checks
        By problem and algorithm what the exact check found.
    """
    rows, group = (found.families, "family") if grouped else (found.table, "problem")
    metric = METRICS[found.metric]
    beside = {k: one for k, one in shown("always", "in comparisons").items() if k != found.metric}
    columns = [*_names(found, rows, group), words("algorithm", rows.algorithm)]
    if grouped:
        columns.append(_of("instances", rows.instances_solved, rows.counted))
    columns.append(_of("solved", rows.solved, rows.runs))
    if metric.less_is_better:
        columns.append(_interval("95 % of success", rows.success_low, rows.success_high))
    columns.append(numbers(metric.title, rows[found.metric], metric.text))
    columns.append(
        _interval(INTERVAL, rows.low, rows.high, metric.text if metric.less_is_better else None)
    )
    columns += [numbers(one.title, rows[name], one.text) for name, one in beside.items()]
    if checks is not None:
        cells = zip(rows[group], rows.algorithm, strict=True)
        columns.append(words("exact check", [checks.get(cell, "-") for cell in cells]))
    legend = meanings({found.metric: metric, **beside})
    legend["instances"] = "those that a run of the algorithm solved, of all that count"
    return Table(
        tuple(columns),
        title="" if grouped or rows.problem.nunique() > 1 else str(rows.problem.iloc[0]),
        notes=list(_of_families(rows)) if grouped else [],
        legend=legend,
        dispensable=_dispensable(beside),
        marked=_best(rows, group, found.metric),
        names=2 if columns[0].head == group else 1,
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
    test = f" ({rows.test.iloc[0]})" if len(rows) else ""
    return Table(
        columns,
        f"the best against the others{test}",
        notes=_meant(VERDICTS, rows),
        dispensable=("effect", "A12", INTERVAL, "ratio"),
        names=3 if columns[0].head == "problem" else 2,
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
        "the best against the others, on how many instances (Wilcoxon)",
        notes=_meant(FAMILY_VERDICTS, rows),
        names=3 if several else 2,
    )


def _names(found: "Comparison", rows: "pd.DataFrame", group: str) -> list[Column]:
    """Return the column of problems or families; none where one problem is in the title."""
    if group == "problem" and found.table.problem.nunique() == 1:
        return []
    order = list(map(for_script, rows.n)) if "n" in rows else ()
    return [Column(group, list(map(str, rows[group])), is_number=False, order=order)]


def _of(head: str, some: Any, of_all: Any) -> Column:
    pairs = list(zip(some, of_all, strict=True))
    texts = [f"{a:,}/{b:,}" for a, b in pairs]
    return Column(head, texts, order=[for_script(a / b if b else np.nan) for a, b in pairs])


def _interval(
    head: str, lows: Any, highs: Any, text: Callable[[float], str] | None = None
) -> Column:
    """Return a column of intervals; of shares without a ``text`` for the ends."""
    texts = [
        shares(low, high) if not text else "-" if low != low else f"{text(low)} - {text(high)}"
        for low, high in zip(lows, highs, strict=True)
    ]
    return Column(head, texts, order=list(map(for_script, lows)))


def _best(rows: "pd.DataFrame", group: str, name: str) -> frozenset[int]:
    """Return the places of the rows that have the best value of their group."""
    cost = METRICS[name].better_first(rows[name])
    marked = (cost == cost.groupby(rows[group]).transform("min")) & np.isfinite(cost)
    return frozenset(np.flatnonzero(marked).tolist())


def _meant(verdicts: Mapping[str, str], rows: "pd.DataFrame") -> list[str]:
    """Return what the verdicts that are there mean."""
    found = set(rows.verdict)
    return ["; ".join(f"{one}: {meaning}" for one, meaning in verdicts.items() if one in found)]


def _of_families(rows: "pd.DataFrame") -> Iterator[str]:
    """Yield what nobody solved, family by family, and where the single instances are."""
    for row in rows.drop_duplicates("family").to_dict("records"):
        if left_out := families.left_out(row):
            yield f"{row['family']}: no run solved {left_out}"
    if (rows["proven none"] + rows["unknown"]).any():
        yield "instances count that are known to have a solution"
    if rows["target not known"].any():
        yield (
            "all instances count: of those that no run brought to the target it is not known"
            " whether it can be reached"
        )
    yield (
        "each instance counts the same, intervals and tests are over instances; --instances shows"
        " each of them"
    )


def _dispensable(beside: Mapping[str, Metric]) -> list[str]:
    """First the quantiles, which say more of what ERT says, then the rest from the right."""
    quantiles = [one.title for one in beside.values() if one.quantile and one.cost == "evaluations"]
    others = [one.title for one in beside.values() if one.title not in quantiles]
    return [*reversed(quantiles), "95 % of success", *reversed(others)]
