"""The report of an experiment: everything on one page, the answer first."""

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pandas as pd

from metaqueens.analysis import families
from metaqueens.analysis.comparison import Comparison, compare_runs, replace_instances
from metaqueens.analysis.data import anytime
from metaqueens.analysis.data.labels import name_sources
from metaqueens.analysis.data.runs import find_folder, load_runs, traces
from metaqueens.files.writing import replacing, write_text
from metaqueens.metrics import METRICS
from metaqueens.pages.page import render
from metaqueens.report import tables
from metaqueens.report.charts import Chart, charts
from metaqueens.report.facts import Facts, facts
from metaqueens.text.errors import system_errors
from metaqueens.text.printable import printable
from metaqueens.text.tables import Table
from metaqueens.text.words import join_names, many


@dataclass(frozen=True)
class Report:
    """The content of a page; ``comparison`` is None if no run finished."""

    sources: str  # as arguments of a command
    runs: pd.DataFrame
    comparison: Comparison | None
    problem: str
    charts: tuple[Chart, ...]
    facts: tuple[Facts, ...]
    others: Iterable[Chart] = ()  # of other problems, drawn only for files


# The rows of a table, the formats of the files of a figure, and the problems that have such files.
ROWS, FORMATS, MOST_PROBLEMS = 500, ("svg", "png", "pdf"), 12


def write(
    sources: Sequence[str | Path],
    path: Path,
    figures: Path | None = None,
    runs: pd.DataFrame | None = None,
) -> None:
    """Write the report of ``sources`` (results folders or tidy CSV) as the page ``path``.

    With ``figures`` also each figure in that folder, in each of ``FORMATS``, of the largest
    ``MOST_PROBLEMS`` that a run solved. ``runs`` are those of the sources if they were read before.

    Raises ``UserError`` if a source cannot be read or nothing be written.
    """
    report = gather([Path(source) for source in sources], runs)
    with system_errors():
        write_text(path, page(report))
        if figures:
            figures.mkdir(parents=True, exist_ok=True)
            for chart in chain(report.charts, report.others):
                for form in FORMATS:
                    with replacing(figures / f"{chart.name}.{form}") as part:
                        chart.picture.savefig(part, facecolor="#ffffff")


def gather(sources: Sequence[Path], runs: pd.DataFrame | None = None) -> Report:
    """Return the content of a page."""
    runs = load_runs(*sources) if runs is None else runs
    names = zip(map(find_folder, sources), name_sources(sources), strict=True)
    words = printable(shlex.join(map(str, sources)))
    of_folders = tuple(facts(folder, name) for folder, name in names if folder)
    if not (runs.status != "failed").any():
        return Report(words, runs, None, "", (), of_folders)
    grouped = comparison = compare_runs(runs, sources)
    points = traces(*sources)
    if (runs.verdict == "rejected").any():
        points = anytime.drop_rejected(points, runs)
    if len(comparison.families):
        grouped = replace_instances(comparison)
        points = families.replace_instances(points, comparison.samples)
    # The largest problem that a run solved, else the largest.
    solved = grouped.table[grouped.table.solved > 0]
    problem = str((solved if len(solved) else grouped.table).problem.iloc[-1])
    figures = tuple(charts(grouped, points, problem))
    labels = solved.problem.unique()[-MOST_PROBLEMS:-1]
    others = chain.from_iterable(charts(grouped, points, label, like=problem) for label in labels)
    return Report(words, runs, comparison, problem, figures, of_folders, others)


def page(report: Report) -> str:
    """Return the page as HTML."""
    found, runs = report.comparison, report.runs
    name = join_names(runs.source.unique())
    shown: dict[str, Table | None] = dict.fromkeys(("results", "tests", "families", "family_tests"))
    if found:
        shown["results"] = tables.tabulate_results(found, with_checks=True)
        if len(found.tests):
            shown["tests"] = tables.tabulate_tests(found)
        if len(found.families):
            shown["families"] = tables.tabulate_results(found, is_grouped=True, with_checks=True)
        if len(found.family_tests):
            shown["family_tests"] = tables.tabulate_family_tests(found)
    # ``compare`` has all rows.
    shortened = {name: table and table.first(ROWS) for name, table in shown.items()}
    counts = {"run": len(runs)} | {noun: runs[noun].nunique() for noun in ("algorithm", "problem")}
    return render(
        "report.html.j2",
        ["tables.js"],
        title=f"{name}: report",
        name=name,
        report=report,
        found=found,
        tables=shortened,
        scale=" \N{MIDDLE DOT} ".join(many(number, noun) for noun, number in counts.items()),
        metric=METRICS[found.metric] if found else None,
        checks=sum((Counter(facts.verdicts) for facts in report.facts), Counter[str]()),
    )
