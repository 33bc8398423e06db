"""A comparison as tables of text, with sentences below."""

from collections.abc import Callable

import pandas as pd

from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.inference.ranking import LEAST_BLOCKS
from metaqueens.analysis.models import planning
from metaqueens.report import tables
from metaqueens.text.tables import Table
from metaqueens.text.words import chance, listed, p_value, percent

# The columns of words in the tables below; the others hold numbers.
WORDS = {"problem", "algorithm", "verdict"}


def sections(
    found: Comparison, added: frozenset[str] = frozenset(), opened: bool = False
) -> list[Table]:
    """Return all that there is to print of a comparison, with the additions asked for.

    Families of instances have a row each, unless they are ``opened``.
    """
    grouped = len(found.families) > 0 and not opened
    there = [tables.results(found, grouped)]
    if grouped and len(found.family_tests):
        there.append(tables.family_tests(found))
    elif not grouped and len(found.tests):
        there.append(tables.tests(found))
    if found.ranking:
        there.append(_ranking(found))
    if len(found.growth):
        there.append(_growth(found))
    return [*there, *(make(found) for name, make in ADDITIONS.items() if name in added)]


def _ranking(found: Comparison) -> Table:
    ranking = found.ranking
    assert ranking is not None
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


def _plan(found: Comparison) -> Table:
    return _plan_boards(found) if len(found.families) else _plan_runs(found)


def _plan_boards(found: Comparison) -> Table:
    table = found.plan_boards()
    texts = table[["family", "better", "other"]].copy()
    texts["boards so far"] = table.pilot
    most = planning.RUNS[-1]
    texts["boards"] = [
        "-" if pilot < LEAST_BLOCKS else f"> {most:,}" if boards != boards else f"{boards:,.0f}"
        for pilot, boards in zip(table.pilot, table.boards, strict=True)
    ]
    notes = (
        "boards of the family, all else as here, on which Wilcoxon's test sees the difference in"
        f" {percent(planning.POWER)} of comparisons; all pairs of this one are allowed for",
        "it takes the difference so far for the true one, which few boards say little of",
    )
    return Table.of(texts, "how many boards it takes", WORDS)._replace(notes=notes)


def _plan_runs(found: Comparison) -> Table:
    table = found.plan()
    texts = table[["problem", "algorithm"]].drop_duplicates().reset_index(drop=True)
    texts["runs so far"] = table.groupby(["problem", "algorithm"], sort=False).pilot.first().values
    for factor, rows in table.groupby("factor"):
        texts[f"for {factor:g}x"] = [
            f"> {planning.RUNS[-1]:,}" if runs != runs else f"{runs:,.0f}" for runs in rows.runs
        ]
    notes = (
        "runs of each of two such algorithms at which a true ratio of ERTs is seen in"
        f" {percent(planning.POWER)} of comparisons; all pairs of this one are allowed for",
        "few runs so far have not shown a heavy tail: take it for the least",
    )
    return Table.of(texts, "how many runs it takes", WORDS)._replace(notes=notes)


def _left(found: Comparison) -> Table:
    table = found.left()
    texts = table[["problem", "algorithm"]].copy()
    texts["solved"] = [f"{a}/{b}" for a, b in zip(table.solved, table.runs, strict=True)]
    titles = {"best": "best", "q25": "25 %", "median": "median", "q75": "75 %", "worst": "worst"}
    for name, title in titles.items():
        texts[title] = table[name].map("{:,.4g}".format).where(table[name].notna(), "-")
    note = "attacking pairs of the best board of each run, over all runs but rejected ones"
    pairs = Table.of(texts, "attacking pairs that are left", WORDS)
    return pairs._replace(notes=(note,), dispensable=("25 %", "75 %"))


# What is added where it is asked for; the name is that of the method, too.
ADDITIONS: dict[str, Callable[[Comparison], Table]] = {
    "plan": _plan,
    "left": _left,
}
