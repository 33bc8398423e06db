"""A comparison as LaTeX for a paper, the best of each problem in bold; needs booktabs."""

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap

import click

from metaqueens.text.tables import Table

# The number of characters in a line of a page.
CHARACTERS = 84


def latex(answer: str, tables: Sequence[Table], caveats: Sequence[str]) -> None:
    """Print the tables of an answer; the answer itself and its caveats as comments."""
    for text in ("in the preamble: \\usepackage{booktabs}", answer, *caveats):
        for line in wrap(text, 96):
            click.echo(f"% {line}")
    for table in tables:
        _float(table.fit(_is_narrow))  # --json has all columns


def _is_narrow(table: Table) -> bool:
    """Tell whether a table fits on a page."""
    widths = (max(map(len, (column.head, *column.texts))) for column in table.columns)
    return sum(width + 1 for width in widths) <= CHARACTERS


def _float(table: Table) -> None:
    """Print a table that LaTeX places; in marked rows the last name is bold."""
    rows = [[escape(text).replace(" - ", "--") for text in row] for row in table.rows]
    for marked in table.marked:
        rows[marked][table.names - 1] = rf"\textbf{{{rows[marked][table.names - 1]}}}"
    bold = "Bold: the best value, significantly better or not" if table.marked else ""
    texts = (table.title, *table.sentences(), bold)
    sentences = [text.removesuffix(".") for text in texts if text]
    caption = escape(_BEGINNING.sub(lambda letter: letter[0].upper(), ". ".join(sentences)))
    form = "".join("r" if one.is_number else "l" for one in table.columns)
    click.echo("\n\\begin{table}\n\\centering\n\\footnotesize\n\\setlength{\\tabcolsep}{3pt}")
    click.echo(f"\\caption{{{caption}.}}\n\\label{{tab:{table.label}}}")
    click.echo(f"\\begin{{tabular}}{{{form}}}\n\\toprule")
    click.echo(f"{_line(map(escape, table.heads))}\n\\midrule")
    click.echo("\n".join(map(_line, rows)))
    click.echo("\\bottomrule\n\\end{tabular}\n\\end{table}")


def _line(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


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
# The first letter of each sentence, such as the head of a column, but not a symbol such as p.
_BEGINNING = re.compile(r"(?:^|(?<=\. ))[a-z](?=[a-z])")
# Of a law of growth, such as n^1.58, as it is escaped.
_POWER = re.compile(r"\bn\\textasciicircum\{\}(b\b|-?\d[\d.]*)")
_NEGATIVE = re.compile(r"(?:^|(?<= ))(-\d[\d.]*)(?= |$)")


def escape(text: str) -> str:
    """Return ``text`` as LaTeX source."""
    # A cell that begins with a bracket would be read as an argument of the line's end before it.
    safe = "".join(_SPECIAL.get(sign, sign) for sign in text)
    safe = _NEGATIVE.sub(r"$\1$", _POWER.sub(r"$n^{\1}$", safe))
    return "{" + safe[0] + "}" + safe[1:] if safe.startswith(("[", "*")) else safe
