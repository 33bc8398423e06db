"""What ``compare`` adds where it is asked for: restarts, plans, what is left at a budget."""

import json
import re
from collections.abc import Callable
from typing import Any

import pandas as pd

from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.models import planning, restarts
from metaqueens.text.tables import Table
from metaqueens.text.words import count, listed, percent, times

# The columns of words, in all tables of a comparison; the others hold numbers.
WORDS = {"problem", "algorithm", "better", "other", "against", "effect", "verdict", "model"}


def additions(found: Comparison, names: frozenset[str]) -> list[Table]:
    """Return the sections of the additions called ``names``, in the order of the table below."""
    return [
        section
        for name, sections in ADDITIONS.items()
        if name in names
        for section in sections(found)
    ]


def _restarts(found: Comparison) -> list[Table]:
    table = found.restarts()
    texts = table[["problem", "algorithm"]].copy()
    texts["ERT"], texts["best cutoff"] = table.ert.map(count), table.cutoff.map(count)
    texts["gain"] = _factors(table, "cutoff_gain")
    texts["verdict"] = [restarts.in_words(row) for row in table.to_dict("records")]
    texts["Luby"] = table.luby.map(count)
    for name in (name for name in table if re.fullmatch(r"speed_up_\d+", str(name))):
        texts[f"{name.removeprefix('speed_up_')} walks"] = _factors(table, name)
    notes = [
        "gain: ERT over the cost of restarting at a cutoff that other runs chose"
        " (cross-validated), with its 95 % interval",
        f"walks: fewer than {restarts.RUNS_PER_WALK} runs a walk cannot tell",
    ]
    if again := _restarted(found):
        notes.append(f"{listed(again)}: made with `restarts:`, so this is of restarts beside those")
    title = "restarts, and the speed-up of independent walks"
    dispensable = ("Luby", "16 walks", "4 walks", "2 walks")
    return [Table.of(texts, title, WORDS)._replace(notes=notes, dispensable=dispensable)]


def _restarted(found: Comparison) -> list[str]:
    """Return the algorithms whose runs were made with restarts already."""
    if "parameters" not in found.runs:
        return []
    cells = found.runs.drop_duplicates(["algorithm", "parameters"]).dropna(subset="parameters")
    return sorted(
        {
            str(name)
            for name, text in zip(cells.algorithm, cells.parameters, strict=True)
            if isinstance(json.loads(text).get("restarts"), dict)
        }
    )


def _factors(table: pd.DataFrame, name: str) -> list[str]:
    return [
        "cannot tell" if value != value else f"{times(value)} ({times(low)} - {times(high)})"
        for value, low, high in zip(
            table[name], table[f"{name}_low"], table[f"{name}_high"], strict=True
        )
    ]


def _plan(found: Comparison) -> list[Table]:
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
    return [Table.of(texts, "how many runs it takes", WORDS)._replace(notes=notes)]


def _left(found: Comparison) -> list[Table]:
    table = found.left()
    texts = table[["problem", "algorithm"]].copy()
    texts["solved"] = [f"{a}/{b}" for a, b in zip(table.solved, table.runs, strict=True)]
    for name, title in (
        ("best", "best"),
        ("q25", "25 %"),
        ("median", "median"),
        ("q75", "75 %"),
        ("worst", "worst"),
    ):
        texts[title] = table[name].map("{:,.4g}".format).where(table[name].notna(), "-")
    note = "attacking pairs of the best board of each run, over all runs but rejected ones"
    pairs = Table.of(texts, "attacking pairs that are left", WORDS)
    return [pairs._replace(notes=(note,), dispensable=("25 %", "75 %"))]


ADDITIONS: dict[str, Callable[[Comparison], list[Table]]] = {
    "restarts": _restarts,
    "plan": _plan,
    "left": _left,
}


def as_records(
    found: Comparison, names: frozenset[str], records: Callable[[Any], list[dict[str, Any]]]
) -> dict[str, Any]:
    """Return the same for JSON, by name; ``records`` makes plain rows of a data frame."""
    report: dict[str, Any] = {}
    for name in ADDITIONS:
        if name in names:
            report[name] = records(getattr(found, name)())
    return report
