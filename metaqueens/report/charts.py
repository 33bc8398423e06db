"""The figures of a report."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

from metaqueens.analysis import figures
from metaqueens.analysis.caveats import describe_kinds
from metaqueens.analysis.comparison import Comparison, draw_distributions
from metaqueens.analysis.data.anytime import convergence
from metaqueens.metrics import METRICS
from metaqueens.problem.picture import source_of
from metaqueens.text.words import join_names, many

# A figure with more lines is not readable.
LINES = 7


class Chart(NamedTuple):
    """A figure, the name of its file, and its caption."""

    name: str
    caption: str
    picture: figures.Picture

    @property
    def source(self) -> str:
        """The source of an image on a page."""
        return source_of(self.picture.svg())

    @property
    def width(self) -> int:
        """Its width on a page, in pixels, so that all figures have one size of type."""
        return round(96 * self.picture.get_figwidth())


def charts(
    found: Comparison, traces: pd.DataFrame, problem: str, like: str = ""
) -> Iterator[Chart]:
    """Yield the figures of a comparison: of one ``problem`` first, then over all.

    With ``like``, another problem, only the first, with its order of the algorithms.
    """
    here = {sample.algorithm: sample for sample in found.samples if sample.problem == problem}
    table = found.table[found.table.runs > 0].sort_values(found.metric, kind="stable")
    ranks = [*table[table.problem == (like or problem)].algorithm, *table.algorithm]  # best first
    order = sorted(table[table.problem == problem].algorithm, key=ranks.index)
    others = {*found.table[found.table.solved > 0].problem} - {problem}
    more = of_problem = ""
    if (number := found.table.problem.nunique()) > 1:
        of_problem = "_" + re.sub(r"\W+", "-", problem.replace("=", "")).strip("-")[:60]
        kind = "family" if len(found.families) else "problem"
        draw = "; `report --figures FOLDER` draws others" if others else ""
        more = f" One of {many(number, kind)}{draw}."
    names = order[:LINES]
    best = f"; the best {LINES} of {len(order)}" if len(order) > LINES else ""
    for cost, name in (("evaluations", "run length"), ("seconds", "run time")):
        if picture := draw_distributions({name: here[name] for name in names}, cost):
            caption = f"The share of runs that had solved {problem} by each {name}{best}.{more}"
            yield Chart(f"ecdf_{cost}{of_problem}", caption, picture)
    rejected = (found.runs.problem == problem) & (found.runs.verdict == "rejected")
    less = "; without the runs that the exact check rejected" if rejected.any() else ""
    unit = join_names(here[name].unit for name in names)
    if bands := convergence(traces[(traces.problem == problem) & traces.algorithm.isin(names)]):
        yield Chart(
            f"anytime{of_problem}",
            f"Cost of the best solution over {unit}, {problem}{less}: the median run, and the"
            " middle half of all runs.",
            figures.anytime({name: bands[name] for name in names if name in bands}, unit),
        )
    if not like:
        yield from _against_n(found, order)


def _against_n(found: Comparison, order: list[str]) -> Iterator[Chart]:
    table = found.table[np.isfinite(found.table.n) & (found.table.runs > 0)]
    sizes = table[table.solved > 0].groupby("algorithm", sort=False).n.nunique()
    # In the order of the other figures, so that everybody keeps colour and marker.
    known = [*order, *(name for name in map(str, sizes.index) if name not in order)]
    if not len(sizes) or sizes.max() < 2:
        return
    names = known[:LINES]
    points = {
        name: table[table.algorithm == name].rename(columns={found.metric: "value"})
        for name in names
    }
    metric = METRICS[found.metric]
    first = f", the first {LINES} of {len(known)}" if len(known) > LINES else ""
    caption = f"{metric.title} against n, for {join_names(names)}{first}: {metric.meaning}."
    if any(np.isinf(one.value).any() for one in points.values()):
        caption += " A cross at the top: a size that no run solved."
    if kinds := describe_kinds(map(str, found.runs.family.unique())):
        caption += f" {kinds[0].upper()}{kinds[1:]}."
    yield Chart("against_n", caption, figures.against_n(points, join_names(table.unit)))
