"""A comparison as tables of text, with sentences below."""

import pandas as pd

from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.inference.verdicts import VERDICTS
from metaqueens.analysis.models import scaling
from metaqueens.cli.results import family_tables
from metaqueens.cli.results.additions import WORDS, additions
from metaqueens.cli.results.family_tables import dispensable, spans
from metaqueens.metrics import METRICS, meanings, shown
from metaqueens.text.tables import Table
from metaqueens.text.words import chance, listed, p_value, shares, times


def sections(
    found: Comparison, added: frozenset[str] = frozenset(), opened: bool = False
) -> list[Table]:
    """Return all that there is to print of a comparison, with the additions asked for.

    Families of instances have a row each, unless they are ``opened``.
    """
    grouped = len(found.families) > 0 and not opened
    there = [family_tables.table(found) if grouped else _table(found)]
    if grouped and len(found.family_tests):
        there.append(family_tables.tests(found))
    elif not grouped and len(found.tests):
        there.append(_tests(found))
    if found.ranking:
        there.append(_ranking(found))
    if len(found.scaling.fits):
        there.append(_scaling(found))
    return [*there, *additions(found, added)]


def _table(found: Comparison) -> Table:
    table, several = found.table, found.table.problem.nunique() > 1
    texts = pd.DataFrame({"problem": table.problem} if several else {})
    texts["algorithm"] = table.algorithm
    texts["solved"] = [
        f"{solved}/{runs}" for solved, runs in zip(table.solved, table.runs, strict=True)
    ]
    metric = METRICS[found.metric]
    if metric.less_is_better:
        texts["95 % of success"] = list(map(shares, table.success_low, table.success_high))
    texts[metric.title] = table[found.metric].map(metric.text)
    texts["95 % interval"] = (
        spans(table.low, table.high, metric.text)
        if metric.less_is_better
        else list(map(shares, table.low, table.high))
    )
    beside = {k: one for k, one in shown("always", "in comparisons").items() if k != found.metric}
    for name, other in beside.items():
        texts[other.title] = table[name].map(other.text)
    title = "" if several else str(table.problem.iloc[0])
    return Table.of(texts, title, WORDS)._replace(
        dispensable=dispensable(beside), legend=meanings({found.metric: metric, **beside})
    )


def _tests(found: Comparison) -> Table:
    tests, several = found.tests, found.table.problem.nunique() > 1
    texts = pd.DataFrame({"problem": tests.problem} if several else {})
    texts["better"], texts["other"] = tests.better, tests.other
    if METRICS[found.metric].less_is_better:
        texts["ratio"] = tests.ratio.map(times)
        texts["95 % interval"] = spans(tests.ratio_low, tests.ratio_high, times)
    texts["p (Holm)"] = tests.p_holm.map(p_value)
    texts["A12"] = tests.a12.map("{:.2f}".format)
    texts["effect"], texts["verdict"] = tests.effect, tests.verdict
    title = f"the best against the others ({tests.test.iloc[0]})"
    meant = [
        f"{verdict}: {VERDICTS[verdict]}" for verdict in VERDICTS if verdict in set(tests.verdict)
    ]
    return Table.of(texts, title, WORDS)._replace(
        notes=["; ".join(meant)], dispensable=("effect", "A12", "95 % interval", "ratio")
    )


def _ranking(found: Comparison) -> Table:
    ranking = found.ranking
    assert ranking is not None
    texts = pd.DataFrame(
        {"algorithm": ranking.ranks.index, "rank": ranking.ranks.map("{:.2f}".format)}
    )
    ps = ranking.holm.reindex(ranking.ranks.index)
    texts["p against the best (Holm)"] = list(map(p_value, ps))
    unit = "problems" if ranking.unit == "problem" else "paired seeds"
    notes = [
        f"Friedman {chance(ranking.friedman.p)}, Iman-Davenport {chance(ranking.friedman.p_f)};"
        f" Nemenyi's critical difference {ranking.critical_difference:.2f} (5 %)",
        *(
            f"within the critical difference: {listed(list(clique), 9)}"
            for clique in ranking.cliques
        ),
    ]
    title = f"average ranks over {ranking.blocks:,} {unit}"
    return Table.of(texts, title, WORDS)._replace(notes=notes)


def _scaling(found: Comparison) -> Table:
    fits = found.scaling.fits
    texts = pd.DataFrame({"algorithm": fits.algorithm, "model": fits.formula})
    texts["a"] = fits.a.map("{:.3g}".format)
    texts["b"] = fits.b.map(lambda b: "-" if b != b else f"{b:.3g}")
    texts["b, 95 % interval"] = spans(fits.b_low, fits.b_high, "{:.3g}".format)
    texts["p of residuals"] = fits.p.map(p_value)
    texts["held out"] = [f"{c} of {h}" for c, h in zip(fits.covered, fits.held_out, strict=True)]
    texts["misses by"] = fits.error.map(times)
    notes = [
        scaling.in_words(rows.to_dict("records"))
        for _, rows in fits.groupby("algorithm", sort=False)
    ]
    notes += [
        "residuals: p < 0.05 rules a model out; held out: how many of the largest sizes meet the"
        " band"
    ]
    return Table.of(texts, "growth with n", WORDS)._replace(
        notes=notes, dispensable=("misses by", "a", "held out")
    )
