"""The tables of a report: the results, and the tests behind the answer."""

from collections.abc import Callable, Iterator, Mapping
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from metaqueens.metrics import Metric, shown
from metaqueens.pages.columns import for_script, numbers, words
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import count, p_value, shares, times

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.comparison import Comparison

# What a page can hold; whoever has more rows asks ``compare``.
ROWS = 500


def results(found: "Comparison", verdicts: Mapping[tuple[str, str], str]) -> Table:
    """Return a row per problem and algorithm; the best of each problem stands out."""
    rows = found.table.iloc[:ROWS]
    solved = [f"{a:,}/{b:,}" for a, b in zip(rows.solved, rows.runs, strict=True)]
    wilson = [
        f"{shares(low, high)} %"
        for low, high in zip(rows.success_low, rows.success_high, strict=True)
    ]
    cells = zip(rows.problem, rows.algorithm, strict=True)
    return without_constant_problem(
        Table(
            (
                Column("problem", list(rows.problem), order=list(map(for_script, rows.n))),
                words("algorithm", rows.algorithm),
                Column("solved", solved, order=list(map(for_script, rows.success))),
                Column("95 % interval", wilson, order=list(map(for_script, rows.success_low))),
                *_metrics(rows, found.metric),
                words("exact check", [verdicts.get(cell, "-") for cell in cells]),
            ),
            left_out=len(found.table) - len(rows),
            marked=_best(found.table, "problem", found.metric),
            names=2,
        )
    )


def families(found: "Comparison", verdicts: Mapping[tuple[str, str], str]) -> Table:
    """Return a row per family of instances and algorithm; the best of each family stands out."""
    rows = found.families.iloc[:ROWS]
    solved = zip(rows.solved, rows.runs, rows.instances_solved, rows.counted, strict=True)
    texts = [(f"{a:,}/{b:,}", f"{c:,}/{d:,}") for a, b, c, d in solved]
    cells = zip(rows.family, rows.algorithm, strict=True)
    return Table(
        (
            Column("family", list(rows.family), order=list(map(for_script, rows.n))),
            words("algorithm", rows.algorithm),
            Column("instances", [two for _, two in texts], order=_shares(rows, "instances")),
            Column("solved", [one for one, _ in texts], order=_shares(rows, "success")),
            *_metrics(rows, found.metric),
            words("exact check", [verdicts.get(cell, "-") for cell in cells]),
        ),
        left_out=len(found.families) - len(rows),
        marked=_best(found.families, "family", found.metric),
        names=2,
    )


def _metrics(rows: "pd.DataFrame", chosen: str) -> Iterator[Column]:
    """Yield a column of each metric that is shown, the ``chosen`` one with its interval."""
    for name, metric in shown().items():
        yield numbers(_head(metric), rows[name], metric.text)
        if name == chosen:
            yield _interval(rows.low, rows.high, metric.text)


def _best(rows: "pd.DataFrame", group: str, metric: str) -> frozenset[int]:
    """The places of the rows that have the least ``metric`` of their group, of those shown."""
    least = rows.groupby(group)[metric].transform("min")
    marked = (rows[metric] == least) & np.isfinite(rows[metric])
    return frozenset(np.flatnonzero(marked.iloc[:ROWS]).tolist())


def _shares(rows: Any, name: str) -> list[str]:
    shares_of = rows.instances_solved / rows.counted if name == "instances" else rows[name]
    return list(map(for_script, shares_of))


def family_tests(found: "Comparison") -> Table:
    """Return the best of each family against each other algorithm there, over its instances."""
    rows = found.family_tests.iloc[:ROWS]
    return Table(
        (
            words("family", rows.family),
            words("best", rows.better),
            words("against", rows.other),
            *(numbers(name, rows[name], "{:,}".format) for name in ("ahead", "level", "behind")),
            numbers("p after Holm", rows.p_holm, lambda p: "-" if isnan(p) else p_value(p)),
            words("verdict", rows.verdict),
        ),
        left_out=len(found.family_tests) - len(rows),
        names=3,
    )


def tests(found: "Comparison") -> Table:
    """Return the best of each problem against each other algorithm there."""
    rows = found.tests.iloc[:ROWS]
    return without_constant_problem(
        Table(
            (
                words("problem", rows.problem),
                words("best", rows.better),
                words("against", rows.other),
                numbers("takes", rows.ratio, times),
                _interval(rows.ratio_low, rows.ratio_high, times),
                words("test", rows.test),
                numbers("p after Holm", rows.p_holm, p_value),
                numbers("A12", rows.a12, "{:.2f}".format),
                words("effect", rows.effect),
                words("verdict", rows.verdict),
            ),
            left_out=len(found.tests) - len(rows),
            names=3,
        )
    )


def without_constant_problem(table: Table) -> Table:
    """``table`` without its first column where all rows have the same there."""
    alike = len(set(table.columns[0].texts)) == 1
    return table._replace(columns=table.columns[1:], names=table.names - 1) if alike else table


def _head(metric: Metric) -> str:
    """Return its title and unit; seconds are told with each value."""
    return metric.title if metric.cost == "seconds" else f"{metric.title} ({metric.unit})"


def _interval(lows: Any, highs: Any, text: Callable[[Any], str] = count) -> Column:
    texts = [
        "-" if isnan(low) or isnan(high) else f"{text(low)} to {text(high)}"
        for low, high in zip(lows, highs, strict=True)
    ]
    return Column("95 % interval", texts, order=list(map(for_script, lows)))
