"""The tables of a comparison in which a family of instances has one row."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from metaqueens.analysis import families
from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.inference.verdicts import FAMILY_VERDICTS
from metaqueens.metrics import METRICS, Metric, meanings, shown
from metaqueens.text.tables import Table
from metaqueens.text.words import p_value, shares

WORDS = {"family", "algorithm", "better", "other", "verdict"}


def table(found: Comparison) -> Table:
    """Return a row per family and algorithm."""
    rows, metric = found.families, METRICS[found.metric]
    texts = pd.DataFrame({"family": rows.family, "algorithm": rows.algorithm})
    texts["instances"] = _of(rows.instances_solved, rows.counted)
    texts["solved"] = _of(rows.solved, rows.runs)
    if metric.less_is_better:
        texts["95 % of success"] = list(map(shares, rows.success_low, rows.success_high))
    texts[metric.title] = rows[found.metric].map(metric.text)
    text = metric.text if metric.less_is_better else None
    texts["95 % interval"] = (
        spans(rows.low, rows.high, text) if text else list(map(shares, rows.low, rows.high))
    )
    beside = {k: one for k, one in shown("always", "in comparisons").items() if k != found.metric}
    for name, other in beside.items():
        texts[other.title] = rows[name].map(other.text)
    told = meanings({found.metric: metric, **beside})
    told["instances"] = "those that a run of the algorithm solved, of all that count"
    return Table.of(texts, "", WORDS)._replace(
        dispensable=dispensable(beside), legend=told, notes=_notes(rows)
    )


def _notes(rows: pd.DataFrame) -> list[str]:
    """Return what nobody solved, family by family, and where the single instances are."""
    said = [
        f"{row['family']}: no run solved {words}"
        for row in rows.drop_duplicates("family").to_dict("records")
        if (words := families.left_out(row))
    ]
    if (rows["proven none"] + rows["unknown"]).any():
        said.append("instances count that are known to have a solution")
    if rows["target not known"].any():
        said.append(
            "all instances count: of those that no run brought to the target it is not known"
            " whether it can be reached"
        )
    return [
        *said,
        "each instance counts the same, intervals and tests are over instances; --instances shows"
        " each of them",
    ]


def tests(found: Comparison) -> Table:
    """Return the best of each family against the others, instance by instance."""
    rows = found.family_tests
    texts = pd.DataFrame({"family": rows.family} if rows.family.nunique() > 1 else {})
    texts["better"], texts["other"] = rows.better, rows.other
    for name in ("ahead", "level", "behind"):
        texts[name] = rows[name].map("{:,}".format)
    texts["p (Holm)"] = ["-" if p != p else p_value(p) for p in rows.p_holm]
    texts["verdict"] = rows.verdict
    title = "the best against the others, on how many instances (Wilcoxon)"
    meant = [
        f"{one}: {FAMILY_VERDICTS[one]}" for one in FAMILY_VERDICTS if one in set(rows.verdict)
    ]
    return Table.of(texts, title, WORDS)._replace(notes=["; ".join(meant)])


def _of(some: Any, all_of_them: Any) -> list[str]:
    return [f"{a:,}/{b:,}" for a, b in zip(some, all_of_them, strict=True)]


def dispensable(beside: Mapping[str, Metric]) -> list[str]:
    """First the quantiles, which say more of what ERT says, then the rest from the right."""
    quantiles = [one.title for one in beside.values() if one.quantile and one.cost == "evaluations"]
    others = [one.title for one in beside.values() if one.title not in quantiles]
    return [*reversed(quantiles), "95 % of success", *reversed(others)]


def spans(lows: Any, highs: Any, text: Callable[[float], str]) -> list[str]:
    """Intervals as texts; ``-`` for none."""
    return [
        "-" if low != low else f"{text(low)} - {text(high)}"
        for low, high in zip(lows, highs, strict=True)
    ]
