"""What there is to print of a comparison: tables of texts, with sentences below."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.estimate.metrics import METRICS, meanings
from metaqueens.analysis.inference.verdicts import VERDICTS
from metaqueens.analysis.models import scaling
from metaqueens.cli.results.additions import additions
from metaqueens.cli.terminal.formats import Section
from metaqueens.words import chance, listed, p_value, percent, shares, times

# What stands beside the metric that was asked for.
BESIDE = ("ert", "median", "q90", "median_time")


def sections(found: Comparison, added: frozenset[str] = frozenset()) -> list[Section]:
    """All that there is to print of a comparison, with the additions asked for."""
    there = [_table(found)]
    if len(found.tests):
        there.append(_tests(found))
    if found.ranking:
        there.append(_ranking(found))
    if found.chances:
        there.append(_chances(found))
    if len(found.scaling.fits):
        there.append(_scaling(found))
    return [*there, *additions(found, added)]


def _table(found: Comparison) -> Section:
    table, several = found.table, found.table.problem.nunique() > 1
    texts = pd.DataFrame({"problem": table.problem} if several else {})
    texts["algorithm"] = table.algorithm
    texts["solved"] = [
        f"{solved}/{runs}" for solved, runs in zip(table.solved, table.runs, strict=True)
    ]
    if found.metric != "success":
        texts["95 % of success"] = list(map(shares, table.success_low, table.success_high))
    metric = METRICS[found.metric]
    texts[metric.title] = table[found.metric].map(metric.text)
    texts["95 % interval"] = (
        _spans(table.low, table.high, metric.text)
        if metric.less_is_better
        else list(map(shares, table.low, table.high))
    )
    beside = [name for name in BESIDE if name != found.metric]
    for name in beside:
        texts[METRICS[name].title] = table[name].map(METRICS[name].text)
    title = "" if several else str(table.problem.iloc[0])
    dispensable = ["90 % quantile", "median", "95 % of success", "median time", "ERT"]
    return Section(
        title,
        texts,
        dispensable=[name for name in dispensable if name != metric.title],
        legend=meanings(found.metric, *beside),
    )


def _spans(lows: Any, highs: Any, text: Callable[[float], str]) -> list[str]:
    return [
        "-" if low != low else f"{text(low)} - {text(high)}"
        for low, high in zip(lows, highs, strict=True)
    ]


def _tests(found: Comparison) -> Section:
    tests, several = found.tests, found.table.problem.nunique() > 1
    texts = pd.DataFrame({"problem": tests.problem} if several else {})
    texts["better"], texts["other"] = tests.better, tests.other
    if found.metric != "success":
        texts["ratio"] = tests.ratio.map(times)
        texts["95 % interval"] = _spans(tests.ratio_low, tests.ratio_high, times)
    texts["p (Holm)"] = tests.p_holm.map(p_value)
    texts["A12"] = tests.a12.map("{:.2f}".format)
    texts["effect"], texts["verdict"] = tests.effect, tests.verdict
    title = f"the best against the others ({tests.test.iloc[0]})"
    meant = [
        f"{verdict}: {VERDICTS[verdict]}" for verdict in VERDICTS if verdict in set(tests.verdict)
    ]
    return Section(title, texts, ["; ".join(meant)], ("effect", "A12", "95 % interval", "ratio"))


def _ranking(found: Comparison) -> Section:
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
    return Section(f"average ranks over {ranking.blocks:,} {unit}", texts, notes)


def _chances(found: Comparison) -> Section:
    rows = [
        {
            "against": name,
            "better": percent(one.below),
            "equal": percent(one.equal),
            "worse": percent(one.above),
        }
        for name, one in found.chances.items()
    ]
    return Section(
        "chances that the best ranked is practically better, equal or worse", pd.DataFrame(rows)
    )


def _scaling(found: Comparison) -> Section:
    fits = found.scaling.fits
    texts = pd.DataFrame({"algorithm": fits.algorithm, "model": fits.formula})
    texts["a"] = fits.a.map("{:.3g}".format)
    texts["b"] = fits.b.map(lambda b: "-" if b != b else f"{b:.3g}")
    texts["b, 95 % interval"] = _spans(fits.b_low, fits.b_high, "{:.3g}".format)
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
    return Section("growth with n", texts, notes, ("misses by", "a", "held out"))
