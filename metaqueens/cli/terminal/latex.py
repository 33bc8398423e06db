"""A comparison as LaTeX for a paper: algorithms by problems, the best in bold; needs booktabs."""

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from textwrap import wrap
from typing import Any

import click
import numpy as np
import pandas as pd

from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.data import labels
from metaqueens.metrics import METRICS, Metric
from metaqueens.text.tables import Table
from metaqueens.text.words import count, three_digits

# More columns than this are wider than a page: the rest stand below, under heads of their own.
PROBLEMS = 6
# Of the tables behind it: the longest text in a cell, and the characters of a line.
SENTENCE, CHARACTERS = 40, 84
_SCALES = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


def print_latex(found: Comparison, more: Sequence[Table]) -> None:
    """Print the results, then the tables of ``more``; the answer and the caveats as comments."""
    _comment("in the preamble: \\usepackage{booktabs}")
    _comment(found.answer)
    for caveat in found.caveats:
        _comment(f"note: {caveat}")
    _results(found)
    for table in more:
        _section(table)


def _results(found: Comparison) -> None:
    metric = METRICS[found.metric]
    unit, scale = _scaled(found, metric)
    cells = _cells(found, metric, scale)
    open_ones = found.tests[found.tests.verdict == "open"]
    title = metric.title[:1].upper() + metric.title[1:]
    caption = f"{title} ({unit}): {metric.meaning}. Bold: the best on each problem"
    caption += "; italic: not told apart from it." if len(open_ones) else "."
    if (found.table.solved < found.table.runs).any():
        caption += " In parentheses: solved runs of all, where some did not solve."
    runs = sorted(set(found.table.runs))
    many = count(runs[0]) if len(runs) == 1 else f"{count(runs[0])} to {count(runs[-1])}"
    caption += f" {many} runs each."
    _float(caption, found.metric, _panels(cells, labels.sizes(found.table)))


def _scaled(found: Comparison, metric: Metric) -> tuple[str, float]:
    """Return one unit for the whole table, and how large it is."""
    if not metric.less_is_better:
        return "%", 0.01
    if metric.unit != "seconds":
        return metric.unit, 1.0
    finite = found.table[found.metric][np.isfinite(found.table[found.metric])]
    typical = float(finite.median()) if len(finite) else 1.0
    return next(((name, size) for name, size in _SCALES if typical >= size), _SCALES[-1])


def _cells(found: Comparison, metric: Metric, scale: float) -> pd.DataFrame:
    """Algorithms by problems, each cell as LaTeX."""
    table, name = found.table, found.metric
    best = metric.better_first(table[name]).groupby(table.problem).transform("min")
    near = {(row.problem, row.other) for row in found.tests.itertuples() if row.verdict == "open"}
    texts = []
    for row, least in zip(table.to_dict("records"), best, strict=True):
        text = _number(row[name] / scale)
        if row["solved"] and metric.better_first(row[name]) == least:
            text = rf"\textbf{{{text}}}"
        elif (row["problem"], row["algorithm"]) in near:
            text = rf"\textit{{{text}}}"
        if row["solved"] < row["runs"] and metric.less_is_better:
            text += rf"\,({row['solved']}/{row['runs']})"
        texts.append(text)
    cells = table.assign(text=texts).pivot(index="algorithm", columns="problem", values="text")
    order = list(dict.fromkeys(table.algorithm)), list(dict.fromkeys(table.problem))
    return cells.reindex(index=order[0], columns=order[1]).fillna("--")


def _number(value: float) -> str:
    if not isfinite(value):
        return r"$\infty$" if value > 0 else "--"
    return three_digits(value)


def _panels(cells: pd.DataFrame, sizes: Mapping[str, int]) -> list[str]:
    """Return the lines of a tabular with at most so many problems side by side."""
    width = min(PROBLEMS, cells.shape[1])
    lines = [rf"\begin{{tabular}}{{l{'r' * width}}}", r"\toprule"]
    for first in range(0, cells.shape[1], PROBLEMS):
        panel = cells.iloc[:, first : first + PROBLEMS]
        lines += [r"\midrule"] if first else []
        lines += [*_heads([str(name) for name in panel], sizes), r"\midrule"]
        for algorithm, *texts in panel.itertuples():
            lines.append(" & ".join([escape(algorithm), *texts]) + r" \\")
    return [*lines, r"\bottomrule", r"\end{tabular}"]


def _heads(problems: list[str], sizes: Mapping[str, int]) -> list[str]:
    if not all(problem in sizes for problem in problems):
        return [" & ".join(["algorithm", *map(escape, problems)]) + r" \\"]
    last = 1 + len(problems)
    return [
        rf" & \multicolumn{{{len(problems)}}}{{c}}{{$n$}} \\ \cmidrule(lr){{2-{last}}}",
        " & ".join(["algorithm", *(f"{sizes[problem]:,}" for problem in problems)]) + r" \\",
    ]


def _section(table: Table) -> None:
    shown = _fitting(table)
    lines = [
        rf"\begin{{tabular}}{{{''.join('r' if one.is_number else 'l' for one in shown.columns)}}}",
        r"\toprule",
        " & ".join(map(escape, shown.heads)) + r" \\",
        r"\midrule",
        *(
            " & ".join(escape(text).replace(" - ", "--") for text in row) + r" \\"
            for row in shown.rows
        ),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    caption = ". ".join(text[:1].upper() + text[1:] for text in (table.title, *table.notes)) + "."
    _float(caption, table.title, [r"\footnotesize", r"\setlength{\tabcolsep}{3pt}", *lines])


def _fitting(table: Table) -> Table:
    """Return the columns that a page has room for, sentences left out; --json has all."""
    widths = {one.head: max(map(len, (one.head, *one.texts))) for one in table.columns}
    table = table.without(head for head, width in widths.items() if width > SENTENCE)
    for head in table.dispensable:
        if sum(widths[one] + 1 for one in table.heads) > CHARACTERS:
            table = table.without([head])
    return table


def _float(caption: str, label: str, body: Sequence[str]) -> None:
    """A table that LaTeX places, with its caption above, as tables have it."""
    slug = "-".join(re.findall(r"[a-z0-9]+", label.lower())[:3])
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escape(caption)}}}",
        rf"\label{{tab:{slug}}}",
        r"\smallskip",
        *body,
        r"\end{table}",
    ]
    click.echo("\n" + "\n".join(lines))


def _comment(text: str) -> None:
    for line in wrap(text, 96):
        click.echo(f"% {line}")


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "µ": r"$\mu$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def escape(text: Any) -> str:
    """``text`` as LaTeX shows it."""
    # A cell that begins with a bracket would be read as an argument of the line's end before it.
    safe = "".join(_SPECIAL.get(sign, sign) for sign in str(text))
    return "{" + safe[0] + "}" + safe[1:] if safe.startswith(("[", "*")) else safe
