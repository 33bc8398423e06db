"""The tables of a report: what each cell shows, and what it sorts by."""

from collections.abc import Mapping
from math import isinf, isnan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.words import count, duration, p_value, shares, times

if TYPE_CHECKING:
    from metaqueens.analysis.comparison import Comparison


# What a page can hold; whoever has more rows asks ``compare``.
ROWS = 500


class Entry(NamedTuple):
    """A cell of a table: its text, and the number it sorts by; a name sorts by its text."""

    text: str
    by: str | None = None


class Table(NamedTuple):
    """Headings and rows; ``marked`` are the numbers of the rows to stand out.

    ``left_out`` counts the rows that are more than a page can hold.
    """

    heads: list[str]
    rows: list[list[Entry]]
    left_out: int = 0
    marked: frozenset[int] = frozenset()

    def without_constants(self) -> "Table":
        """Without the first column where all rows have the same there."""
        if len({row[0] for row in self.rows}) != 1:
            return self
        return self._replace(heads=self.heads[1:], rows=[row[1:] for row in self.rows])


def results(found: "Comparison", verdicts: Mapping[tuple[str, str], str]) -> Table:
    """A row per problem and algorithm; the best of each problem stands out."""
    heads = [
        "problem",
        "algorithm",
        "solved",
        "95 % interval",
        "ERT (evaluations)",
        "95 % interval",
        "median (evaluations)",
        "median time",
        "exact check",
    ]
    shown = found.table.iloc[:ROWS]
    rows = [
        _result(row, verdicts.get((row.problem, row.algorithm), "-")) for row in shown.itertuples()
    ]
    least = found.table.groupby("problem").ert.transform("min").iloc[:ROWS]
    marked = np.flatnonzero((shown.ert == least) & np.isfinite(shown.ert))
    table = Table(heads, rows, len(found.table) - len(shown), frozenset(marked.tolist()))
    return table.without_constants()


def _result(row: Any, verdict: str) -> list[Entry]:
    return [
        Entry(row.problem, _number(row.n)),
        Entry(row.algorithm),
        Entry(f"{row.solved:,}/{row.runs:,}", _number(row.success)),
        Entry(f"{shares(row.success_low, row.success_high)} %", _number(row.success_low)),
        Entry(count(row.ert), _number(row.ert)),
        Entry(_between(row.low, row.high), _number(row.low)),
        Entry(count(row.median), _number(row.median)),
        Entry(duration(row.median_time), _number(row.median_time)),
        Entry(verdict),
    ]


def tests(found: "Comparison") -> Table:
    """The best of each problem against each other algorithm there."""
    heads = [
        "problem",
        "best",
        "against",
        "takes",
        "95 % interval",
        "test",
        "p after Holm",
        "A12",
        "effect",
        "verdict",
    ]
    rows = [
        [
            Entry(row.problem),
            Entry(row.better),
            Entry(row.other),
            Entry(times(row.ratio), _number(row.ratio)),
            Entry(_between(row.ratio_low, row.ratio_high, times), _number(row.ratio_low)),
            Entry(row.test),
            Entry(p_value(row.p_holm), _number(row.p_holm)),
            Entry(f"{row.a12:.2f}", _number(row.a12)),
            Entry(row.effect),
            Entry(row.verdict),
        ]
        for row in found.tests.iloc[:ROWS].itertuples()
    ]
    left_out = len(found.tests) - len(rows)
    return Table(heads, rows, left_out).without_constants()


def _between(low: float, high: float, say: Any = count) -> str:
    return "-" if isnan(low) or isnan(high) else f"{say(low)} to {say(high)}"


def _number(value: float) -> str:
    """As a script reads it."""
    return "" if isnan(value) else "Infinity" if isinf(value) else repr(float(value))
