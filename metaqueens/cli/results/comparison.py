"""A comparison as tables of text, with sentences below."""

from math import isnan

from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.data.anytime import left
from metaqueens.analysis.inference.ranking import Ranking
from metaqueens.report import tables
from metaqueens.text.tables import Column, Table, numbers, words
from metaqueens.text.words import chance, join_names, p_value


def sections(found: Comparison, opened: bool = False, cut: bool = False) -> list[Table]:
    """Return the tables of a comparison; with ``cut``, at a fixed budget, also the costs reached.

    Families of instances have a row each, unless they are ``opened``.
    """
    grouped = len(found.families) > 0 and not opened
    printed = [tables.results(found, grouped)]
    if grouped and len(found.family_tests):
        printed.append(tables.family_tests(found))
    elif not grouped and len(found.tests):
        printed.append(tables.tests(found))
    if found.ranking:
        printed.append(_ranking(found.ranking))
    if len(found.growth):
        printed.append(_growth(found))
    return [*printed, _left(found)] if cut else printed


def _ranking(ranking: Ranking) -> Table:
    names = ranking.ranks.index
    columns = (
        words("algorithm", names),
        numbers("rank", ranking.ranks, "{:.2f}".format),
        numbers("p against the best (Holm)", ranking.holm.reindex(names), p_value),
    )
    notes = [
        f"Friedman {chance(ranking.friedman.p)}, Iman-Davenport {chance(ranking.friedman.p_f)};"
        f" Nemenyi's critical difference {ranking.critical_difference:.2f} (5 %)",
        *(
            f"within the critical difference: {join_names(list(clique), 9)}"
            for clique in ranking.cliques
        ),
    ]
    title = f"Average ranks over {ranking.blocks:,} problems"
    return Table(columns, title, notes, label="ranks")


def _growth(found: Comparison) -> Table:
    rows = found.growth
    intervals = zip(rows.b_low, rows.b_high, strict=True)
    columns = (
        words("algorithm", rows.algorithm),
        numbers("sizes", rows.sizes, str),
        Column("a n^b", [f"{a:.3g} n^{b:.3g}" for a, b in zip(rows.a, rows.b, strict=True)]),
        Column("b, 95 % interval", [f"{low:.3g} - {high:.3g}" for low, high in intervals]),
    )
    note = "fitted by least squares to the logarithms; the interval assumes a power law"
    return Table(columns, "Growth with n", [note], label="growth")


def _left(found: Comparison) -> Table:
    rows = left(found.runs)
    titles = {"best": "best", "q25": "25 %", "median": "median", "q75": "75 %", "worst": "worst"}
    columns = (
        *(words(name, rows[name]) for name in ("problem", "algorithm")),
        Column("solved", [f"{a}/{b}" for a, b in zip(rows.solved, rows.runs, strict=True)]),
        *(numbers(title, rows[name], _format_cost) for name, title in titles.items()),
    )
    note = "over all runs but rejected ones"
    title = "Cost of the best solution of each run"
    return Table(columns, title, [note], dispensable=("25 %", "75 %"), names=2, label="left")


def _format_cost(value: float) -> str:
    return "-" if isnan(value) else f"{value:,.4g}"
