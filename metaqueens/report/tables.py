"""The tables of a report: what each cell shows, and what it sorts by."""

from math import isinf, isnan
from typing import TYPE_CHECKING, Any, NamedTuple

from metaqueens.analysis.words import chance, count, duration, percent, times

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.comparison import Comparison


class Entry(NamedTuple):
    """A cell of a table: its text, and the number it sorts by; a name sorts by its text."""

    text: str
    by: str | None = None


class Table(NamedTuple):
    """Headings and rows; ``marked`` are the numbers of the rows to stand out."""

    heads: list[str]
    rows: list[list[Entry]]
    marked: frozenset[int] = frozenset()

    def without_constants(self) -> "Table":
        """Without the first column where all rows have the same there."""
        if len({row[0] for row in self.rows}) != 1:
            return self
        return Table(self.heads[1:], [row[1:] for row in self.rows], self.marked)


def results(found: "Comparison", verdicts: "pd.Series") -> Table:
    """A row per problem and algorithm; the best of each problem stands out."""
    heads = [
        "problem", "algorithm", "solved", "95 % interval", "expected evaluations (ERT)",
        "95 % interval", "median evaluations", "median time", "exact check",
    ]  # fmt: skip
    rows, marked = [], set()
    least = found.table.groupby("problem").ert.transform("min")
    for k, row in enumerate(found.table.itertuples()):
        verdict = verdicts.get((row.problem, row.algorithm), "-")
        rows.append(
            [
                Entry(row.problem, _number(row.n)),
                Entry(row.algorithm),
                Entry(f"{row.solved:,}/{row.runs:,}", _number(row.success)),
                Entry(f"{percent(row.success_low)} to {percent(row.success_high)}",
                      _number(row.success_low)),
                Entry(count(row.ert), _number(row.ert)),
                Entry(_between(row.low, row.high), _number(row.low)),
                Entry(count(row.median), _number(row.median)),
                Entry(duration(row.median_time), _number(row.median_time)),
                Entry(verdict),
            ]
        )  # fmt: skip
        if row.ert == least.iloc[k] and not isinf(row.ert):
            marked.add(k)
    return Table(heads, rows, frozenset(marked)).without_constants()


def tests(found: "Comparison") -> Table:
    """The best of each problem against each other algorithm there."""
    heads = ["problem", "best", "against", "takes", "95 % interval", "test", "p after Holm", "A12",
             "effect", "verdict"]  # fmt: skip
    rows = [
        [
            Entry(row.problem),
            Entry(row.better),
            Entry(row.other),
            Entry(times(row.ratio), _number(row.ratio)),
            Entry(_between(row.ratio_low, row.ratio_high, times), _number(row.ratio_low)),
            Entry(row.test),
            Entry(chance(row.p_holm).removeprefix("p = ").removeprefix("p "), _number(row.p_holm)),
            Entry(f"{row.a12:.2f}", _number(row.a12)),
            Entry(row.effect),
            Entry(row.verdict),
        ]
        for row in found.tests.itertuples()
    ]
    return Table(heads, rows).without_constants()


def _between(low: float, high: float, say: Any = count) -> str:
    return "-" if isnan(low) or isnan(high) else f"{say(low)} to {say(high)}"


def _number(value: float) -> str:
    """As a script reads it."""
    return "" if isnan(value) else "Infinity" if isinf(value) else repr(float(value))
