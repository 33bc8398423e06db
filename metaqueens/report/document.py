"""The report of an experiment: everything on one page, the answer on top."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from metaqueens.analysis import families
from metaqueens.analysis.comparison import Comparison, by_family, compare_runs
from metaqueens.analysis.data import anytime, cleaning
from metaqueens.analysis.data.runs import load, traces
from metaqueens.analysis.summary import with_outcomes
from metaqueens.experiment.results.database import FILE
from metaqueens.files.writing import replacing, write_text
from metaqueens.films import page as film
from metaqueens.metrics import METRICS
from metaqueens.pages.charts import Chart, inline
from metaqueens.pages.page import render
from metaqueens.report import tables
from metaqueens.report.charts import charts
from metaqueens.report.facts import Facts, facts
from metaqueens.report.replays import make_films
from metaqueens.text.errors import system_errors
from metaqueens.text.tables import Table
from metaqueens.text.words import join_names, many

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Report:
    """All that a page tells; ``comparison`` is None where no run finished."""

    runs: "pd.DataFrame"
    comparison: Comparison | None
    problem: str
    charts: tuple[Chart, ...]
    facts: tuple[Facts, ...]
    films: tuple[dict[str, Any], ...]
    # Of whose boards the films show one; "" if the problem is none.
    family: str = ""


# In inches; a wider figure has a line of the page to itself.
WIDE = 5.5
# Of a table.
ROWS = 500


def write(
    sources: Sequence[str | Path],
    path: Path,
    figures: Path | None = None,
    formats: Sequence[str] = ("svg", "png"),
    runs: "pd.DataFrame | None" = None,
) -> None:
    """Write the report of ``sources`` (results folders or tidy CSV) as the page ``path``.

    With ``figures`` also each figure in that folder, in each of ``formats`` (svg, png, pdf). Films
    are made by repeating a run: of user code only if this process has imported it. ``runs`` are
    those of the sources if they were loaded before.

    Raises ``UserError`` if a source cannot be read or nothing be written.
    """
    report = gather([Path(source) for source in sources], runs)
    with system_errors():
        write_text(path, page(report))
        if figures:
            figures.mkdir(parents=True, exist_ok=True)
            for chart in report.charts:
                for form in formats:
                    with replacing(figures / f"{chart.name}.{form}") as part:
                        chart.picture.savefig(part, facecolor="#ffffff")


def gather(sources: Sequence[Path], runs: "pd.DataFrame | None" = None) -> Report:
    """Collect what a page needs."""
    runs = load(*sources) if runs is None else runs
    folders = [source.parent if source.name == FILE else source for source in sources]
    folders = [folder for folder in folders if folder.is_dir()]
    of_folders = tuple(map(facts, folders))
    if not (runs.status != "failed").any():
        return Report(runs, None, "", (), of_folders, ())
    comparison = compare_runs(runs, sources)
    shown = by_family(comparison)
    problem = _main_problem(shown.table)
    here = shown.table[shown.table.problem == problem].sort_values(comparison.metric, kind="stable")
    n = here.n.iloc[0]
    alone = len(folders) == len(sources) == 1 and np.isfinite(n)
    instance = _board_of(comparison, problem)
    films = make_films(folders[0], instance, int(n), list(here.algorithm)) if alone else ()
    _, name_of, _ = cleaning.together(runs)
    courses = anytime.of_believed(traces(*sources), runs)
    # By evaluations: of an algorithm under two budgets, traces of one seed are put together.
    courses = cleaning.renamed(courses, name_of).sort_values("evaluations", kind="stable")
    runs = cleaning.renamed(runs, name_of)
    drawn = tuple(charts(shown, shown.runs, families.under_families(courses, runs), problem))
    family = problem if instance != problem else ""
    return Report(runs, comparison, problem, drawn, of_folders, films, family)


def _board_of(found: Comparison, problem: str) -> str:
    """The ``problem``, or of a family the instance that most runs solved: a board to be played."""
    names = families.names_of(found.runs)
    mine = found.table[found.table.problem.map(lambda one: names[str(one)]) == problem]
    solved = mine.groupby(mine.problem.astype(str), sort=False).solved.sum()
    return str(solved.idxmax())


def page(report: Report) -> str:
    """Return the page as HTML."""
    name = join_names([one.name for one in report.facts]) if report.facts else "comparison"
    found = report.comparison
    return render(
        "report.html.j2",
        ["tables.js", *film.SCRIPTS],
        title=f"{name}: report",
        name=name,
        question=question(report.runs),
        report=report,
        found=found,
        tables=_tables(found, report.runs) if found else {},
        scale=_scale(report.runs),
        metric=METRICS[found.metric] if found else None,
        checks=_checks(report.facts),
        figures=[
            (
                chart.caption,
                Markup(inline(chart.picture.svg(), f"c{k}-", chart.picture.alt)),
                chart.picture.get_figwidth() > WIDE,
            )
            for k, chart in enumerate(report.charts)
        ],
    )


def _tables(found: Comparison, runs: "pd.DataFrame") -> dict[str, Table | None]:
    """Return the tables of the page by name; None for those of families if there is none."""
    of_families = of_tests = None
    if len(found.families):
        rows = found.families.rename(columns={"family": "problem"})
        rows = with_outcomes(rows, families.under_families(runs, runs))
        of_families = _shorten(tables.results(found, is_grouped=True, rows=rows))
    if len(found.family_tests):
        of_tests = _shorten(tables.family_tests(found))
    return {
        "results": _shorten(tables.results(found, rows=with_outcomes(found.table, runs))),
        "tests": _shorten(tables.tests(found)),
        "families": of_families,
        "family_tests": of_tests,
    }


def _shorten(table: Table) -> Table:
    """Return the rows that a page can hold; ``compare`` has all."""
    return table.first(ROWS)._replace(left_out=max(0, len(table.rows) - ROWS))


def question(runs: "pd.DataFrame") -> str:
    """Return what the experiment asks, in a sentence."""
    algorithms, problems = (
        list(dict.fromkeys(map(str, runs[name]))) for name in ("algorithm", "problem")
    )
    what = problems[0] if len(problems) == 1 else f"{len(problems)} {families.noun(runs)}"
    if not algorithms:
        return "No run has ended yet."
    if len(algorithms) == 1:
        return f"What does {algorithms[0]} need for {what}?"
    if len(algorithms) == 2:
        return f"{algorithms[0]} or {algorithms[1]}: which does better on {what}?"
    return f"Which of {len(algorithms)} algorithms does best on {what}?"


def _main_problem(table: "pd.DataFrame") -> str:
    """Return the largest problem that somebody solved, else the largest."""
    solved = table[table.solved > 0]
    known = solved if len(solved) else table
    return str(known.problem.iloc[-1])


def _scale(runs: "pd.DataFrame") -> str:
    """Return how much was done, in a line."""
    algorithms, problems = runs.algorithm.nunique(), runs.problem.nunique()
    counts = {"run": len(runs), "algorithm": algorithms, "problem": problems}
    return " \N{MIDDLE DOT} ".join(many(number, what) for what, number in counts.items())


def _checks(told: Sequence[Facts]) -> dict[str, int]:
    """Return how many boards got which verdict, over all folders."""
    kinds = ("validated", "checked", "recounted", "not checked", "rejected")
    return {kind: sum(one.verdicts.get(kind, 0) for one in told) for kind in kinds}
