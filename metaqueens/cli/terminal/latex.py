"""A comparison as LaTeX for a paper: algorithms by problems, the best in bold; needs booktabs."""

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

import click

from metaqueens.analysis.comparison import Comparison
from metaqueens.metrics import METRICS, Metric
from metaqueens.text.tables import Table
from metaqueens.text.words import count

# More columns than this are wider than a page.
PROBLEMS = 6
# Of the tables behind it: the longest text in a cell, and the characters of a line.
SENTENCE, CHARACTERS = 40, 84


def print_latex(found: Comparison, more: Sequence[Table]) -> None:
    """Print the results, then the tables of ``more``; the answer and the caveats as comments."""
    for text in ("in the preamble: \\usepackage{booktabs}", found.answer, *found.caveats):
        for line in wrap(text, 96):
            click.echo(f"% {line}")
    _results(found)
    for table in more:
        shown = _fitting(table)
        rows = [[escape(text).replace(" - ", "--") for text in row] for row in shown.rows]
        said = ". ".join(text[:1].upper() + text[1:] for text in (table.title, *table.notes))
        form = "".join("r" if one.is_number else "l" for one in shown.columns)
        _float(f"{said}.", table.title, form, [list(map(escape, shown.heads)), *rows])


def _results(found: Comparison) -> None:
    """Print algorithms by problems; of many problems a row each."""
    metric, table = METRICS[found.metric], found.table
    cells = table.assign(text=list(_cells(found, metric)))
    cells = cells.pivot(index="algorithm", columns="problem", values="text").fillna("--")
    cells = cells.loc[table.algorithm.unique(), table.problem.unique()]
    if len(cells.columns) > PROBLEMS:
        cells = cells.T
    caption = f"{metric.title[:1].upper()}{metric.title[1:]} ({metric.unit}): {metric.meaning}."
    caption += " Bold: the best on each problem; italic: not told apart from it. In parentheses:"
    caption += " solved runs of all, where some did not solve."
    few, most = count(table.runs.min()), count(table.runs.max())
    caption += f" {few if few == most else f'{few} to {most}'} runs each."
    rows = [[escape(name), *texts] for name, *texts in cells.itertuples()]
    heads = [str(cells.index.name), *map(escape, cells.columns)]
    _float(caption, found.metric, f"l{'r' * len(cells.columns)}", [heads, *rows])


def _cells(found: Comparison, metric: Metric) -> Iterator[str]:
    """Yield each row of the table as the LaTeX of a cell."""
    table, name = found.table, found.metric
    best = metric.better_first(table[name]).groupby(table.problem).transform("min")
    near = {(row.problem, row.other) for row in found.tests.itertuples() if row.verdict == "open"}
    for row, least in zip(table.to_dict("records"), best, strict=True):
        text = escape(metric.text(row[name]))
        if row["solved"] and metric.better_first(row[name]) == least:
            text = rf"\textbf{{{text}}}"
        elif (row["problem"], row["algorithm"]) in near:
            text = rf"\textit{{{text}}}"
        if row["solved"] < row["runs"] and metric.less_is_better:
            text += rf"\,({row['solved']}/{row['runs']})"
        yield text


def _fitting(table: Table) -> Table:
    """Return the columns that a page has room for, sentences left out; --json has all."""
    widths = {one.head: max(map(len, (one.head, *one.texts))) for one in table.columns}
    table = table.without(head for head, width in widths.items() if width > SENTENCE)
    for head in table.dispensable:
        if sum(widths[one] + 1 for one in table.heads) > CHARACTERS:
            table = table.without([head])
    return table


def _float(caption: str, label: str, form: str, rows: Sequence[Sequence[str]]) -> None:
    """Print a table that LaTeX places, its heads being the first of ``rows``."""
    slug = "-".join(re.findall(r"[a-z0-9]+", label.lower())[:3])
    head, *body = (" & ".join(row) + r" \\" for row in rows)
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escape(caption)}}}",
        rf"\label{{tab:{slug}}}",
        r"\footnotesize",
        r"\setlength{\tabcolsep}{3pt}",
        rf"\begin{{tabular}}{{{form}}}",
        r"\toprule",
        head,
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    click.echo("\n" + "\n".join(lines))


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def escape(text: Any) -> str:
    """``text`` as LaTeX shows it."""
    # A cell that begins with a bracket would be read as an argument of the line's end before it.
    safe = "".join(_SPECIAL.get(sign, sign) for sign in str(text))
    return "{" + safe[0] + "}" + safe[1:] if safe.startswith(("[", "*")) else safe
