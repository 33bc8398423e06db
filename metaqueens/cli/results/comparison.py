"""A comparison as tables of text, with sentences below."""

import pandas as pd

from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.data.anytime import left
from metaqueens.analysis.inference.ranking import Ranking
from metaqueens.report import tables
from metaqueens.text.tables import Table
from metaqueens.text.words import chance, listed, p_value

# The columns of words in the tables below; the others hold numbers.
WORDS = {"problem", "algorithm", "verdict"}


def sections(found: Comparison, opened: bool = False, cut: bool = False) -> list[Table]:
    """Return all that there is to print of a comparison; of one at a fixed budget, what is left.

    Families of instances have a row each, unless they are ``opened``.
    """
    grouped = len(found.families) > 0 and not opened
    there = [tables.results(found, grouped)]
    if grouped and len(found.family_tests):
        there.append(tables.family_tests(found))
    elif not grouped and len(found.tests):
        there.append(tables.tests(found))
    if found.ranking:
        there.append(_ranking(found.ranking))
    if len(found.growth):
        there.append(_growth(found))
    return [*there, _left(found)] if cut else there


def _ranking(ranking: Ranking) -> Table:
    texts = pd.DataFrame(
        {"algorithm": ranking.ranks.index, "rank": ranking.ranks.map("{:.2f}".format)}
    )
    ps = ranking.holm.reindex(ranking.ranks.index)
    texts["p against the best (Holm)"] = list(map(p_value, ps))
    notes = [
        f"Friedman {chance(ranking.friedman.p)}, Iman-Davenport {chance(ranking.friedman.p_f)};"
        f" Nemenyi's critical difference {ranking.critical_difference:.2f} (5 %)",
        *(
            f"within the critical difference: {listed(list(clique), 9)}"
            for clique in ranking.cliques
        ),
    ]
    title = f"average ranks over {ranking.blocks:,} problems"
    return Table.of(texts, title, WORDS)._replace(notes=notes)


def _growth(found: Comparison) -> Table:
    texts = found.growth[["algorithm", "sizes"]].copy()
    texts["a n^b"] = [
        f"{a:.3g} n^{b:.3g}" for a, b in zip(found.growth.a, found.growth.b, strict=True)
    ]
    texts["b, 95 % interval"] = [
        f"{low:.3g} - {high:.3g}"
        for low, high in zip(found.growth.b_low, found.growth.b_high, strict=True)
    ]
    notes = ("a line through the logarithms; the interval holds where growth is a power of n",)
    return Table.of(texts, "growth with n", WORDS)._replace(notes=notes)


def _left(found: Comparison) -> Table:
    table = left(found.runs)
    texts = table[["problem", "algorithm"]].copy()
    texts["solved"] = [f"{a}/{b}" for a, b in zip(table.solved, table.runs, strict=True)]
    titles = {"best": "best", "q25": "25 %", "median": "median", "q75": "75 %", "worst": "worst"}
    for name, title in titles.items():
        texts[title] = table[name].map("{:,.4g}".format).where(table[name].notna(), "-")
    note = "attacking pairs of the best board of each run, over all runs but rejected ones"
    pairs = Table.of(texts, "attacking pairs that are left", WORDS)
    return pairs._replace(notes=(note,), dispensable=("25 %", "75 %"))
