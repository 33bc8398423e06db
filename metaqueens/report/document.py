"""The report of an experiment: everything on one page, the answer on top."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from metaqueens.analysis import families
from metaqueens.analysis.comparison import Comparison, by_family, compare
from metaqueens.analysis.data import anytime, cleaning
from metaqueens.analysis.data.runs import load, traces
from metaqueens.analysis.inference.verdicts import FAMILY_VERDICTS, VERDICTS
from metaqueens.experiment.results import sums
from metaqueens.experiment.results.database import FILE
from metaqueens.files.writing import replacing, write_text
from metaqueens.films import page as film
from metaqueens.metrics import METRICS, meanings, shown
from metaqueens.pages.charts import Chart, inline
from metaqueens.pages.page import render
from metaqueens.report import tables
from metaqueens.report.charts import charts
from metaqueens.report.facts import Facts, facts
from metaqueens.report.replays import replays
from metaqueens.text.errors import system_errors
from metaqueens.text.tables import Table
from metaqueens.text.words import listed, many

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
    # Of whose boards the films show one; "" where the problem is none.
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
) -> None:
    """Write the report of ``sources`` (results folders or tidy CSV) as the page ``path``.

    With ``figures`` also each figure in that folder, in each of ``formats`` (svg, png, pdf). Films
    are made by running the algorithm again: one from outside only where this process has run it.

    Raises ``UserError`` where a source cannot be read or nothing be written.
    """
    report = gather([Path(source) for source in sources])
    with system_errors():
        write_text(path, page(report))
        sums.update(path)
        if figures:
            figures.mkdir(parents=True, exist_ok=True)
            for chart in report.charts:
                for form in formats:
                    with replacing(figures / f"{chart.name}.{form}") as part:
                        chart.picture.savefig(part, facecolor="#ffffff")


def gather(sources: Sequence[Path]) -> Report:
    """Look up and work out what a page needs."""
    runs = load(*sources)
    courses = anytime.of_believed(traces(*sources), runs)
    _, name_of, _ = cleaning.together(runs)
    runs = cleaning.renamed(runs, name_of)
    folders = [source.parent if source.name == FILE else source for source in sources]
    folders = [folder for folder in folders if folder.is_dir()]
    told = tuple(map(facts, folders))
    if not (runs.status != "failed").any():
        return Report(runs, None, "", (), told, ())
    comparison = compare(*sources)
    shown = by_family(comparison)
    problem = _main_problem(shown.table)
    here = shown.table[shown.table.problem == problem].sort_values(comparison.metric, kind="stable")
    n = here.n.iloc[0]
    alone = len(folders) == len(sources) == 1 and np.isfinite(n)
    names = list(here.algorithm)
    one = _board_of(comparison, problem)
    filmed = replays(folders[0], one, int(n), names) if alone else nullcontext(tuple)
    family = problem if one != problem else ""
    with filmed as films:
        # In their order: of one algorithm under two budgets, traces of one seed are put together.
        along = cleaning.renamed(courses, name_of).sort_values("evaluations", kind="stable")
        along = families.under_families(along, runs)
        drawn = tuple(charts(shown, shown.runs, along, problem))
        return Report(runs, comparison, problem, drawn, told, films(), family)


def _board_of(found: Comparison, problem: str) -> str:
    """The ``problem``, or of a family the instance that most runs solved: a board to be played."""
    names = families.names_of(found.runs)
    mine = found.table[found.table.problem.map(lambda one: names[str(one)]) == problem]
    solved = mine.groupby(mine.problem.astype(str), sort=False).solved.sum()
    return str(solved.idxmax())


def page(report: Report) -> str:
    """Return the page as HTML."""
    name = listed([one.name for one in report.facts]) if report.facts else "comparison"
    found = report.comparison
    return render(
        "report.html.j2",
        ["tables.js", *film.SCRIPTS],
        title=f"{name}: report",
        name=name,
        question=question(report.runs),
        report=report,
        found=found,
        results=_short(tables.results(found, checks=_verdicts(report.runs))) if found else None,
        tests=_short(tables.tests(found)) if found else None,
        **_families(found, report.runs),
        scale=_scale(report.runs),
        metric=METRICS[found.metric] if found else None,
        legend=meanings(shown("always", "in comparisons")),
        verdicts=VERDICTS,
        family_verdicts=FAMILY_VERDICTS,
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


def _short(table: Table) -> Table:
    """Return the rows that a page can hold; whoever has more asks ``compare``."""
    return table.first(ROWS)._replace(left_out=max(0, len(table.rows) - ROWS))


def _families(found: Comparison | None, runs: "pd.DataFrame") -> dict[str, Any]:
    """Return what a page has of families of instances; nothing where there is none."""
    if not found or not len(found.families):
        return {"families": None, "family_tests": None, "nobody_solved": []}
    names = families.names_of(runs)
    verdicts = _verdicts(runs.assign(problem=runs.problem.astype(str).map(names)))
    nobody = found.families.drop_duplicates("family").to_dict("records")
    said = [(row["family"], families.left_out(row)) for row in nobody]
    return {
        "families": _short(tables.results(found, grouped=True, checks=verdicts)),
        "family_tests": _short(tables.family_tests(found)) if len(found.family_tests) else None,
        "nobody_solved": [one for one in said if one[1]],
    }


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


def _verdicts(runs: "pd.DataFrame") -> dict[tuple[str, str], str]:
    """Return what the exact check found, by problem and algorithm, in words."""
    words = {"rejected": "REJECTED", "validated": "confirmed", "checked": "recounted"}
    counts = runs.groupby(["problem", "algorithm", "verdict"], observed=True).size()
    found: dict[tuple[str, str], list[str]] = {}
    for verdict, word in words.items():
        for (problem, algorithm, this), count in counts.items():
            if this == verdict and count:
                found.setdefault((str(problem), str(algorithm)), []).append(
                    f"{count:,}\N{NO-BREAK SPACE}{word}"
                )
    return {cell: ", ".join(texts) for cell, texts in found.items()}


def _checks(told: Sequence[Facts]) -> dict[str, int]:
    """Return how many boards got which verdict, over all folders."""
    kinds = ("validated", "checked", "recounted", "not checked", "rejected")
    return {kind: sum(one.verdicts.get(kind, 0) for one in told) for kind in kinds}
