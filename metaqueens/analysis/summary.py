"""The table of a results folder: a row per problem and algorithm, or per family and algorithm."""

import csv
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from metaqueens.analysis import families
from metaqueens.analysis.data.runs import Source, load_runs
from metaqueens.analysis.data.samples import samples
from metaqueens.analysis.estimate.intervals import Row, make_rows
from metaqueens.files.writing import replacing
from metaqueens.metrics import select_metrics
from metaqueens.text.printable import harmless

FILE = "summary.csv"


class Summary(NamedTuple):
    """The runs of a results folder, and the rows of its tables.

    rows : a row per problem and algorithm
    families : a row per family and algorithm, and one per problem that is of no family
    """

    runs: pd.DataFrame
    rows: list[Row]
    families: list[Row]


def summarise(source: Source, path: Path) -> Summary:
    """Read the runs of ``source``, write a row per problem and algorithm as the CSV ``path``.

    Its column ``runs`` counts all runs, failed ones too.
    """
    runs = load_runs(source)
    found = samples(runs)
    rows = make_rows(found)
    columns = [
        *("n", "encoding", "algorithm", "runs", "solved", "failed"),
        *select_metrics(),
        *("best_fitness", "validated", "checked", "rejected", "gave_up", "existence"),
        *("problem_label", "success_low", "success_high"),
    ]
    with replacing(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            values = row | {
                "n": int(row["n"]),
                "problem_label": row["problem"],
                "runs": row["runs"] + row["failed"],
            }
            writer.writerow([harmless(values[name]) for name in columns])
    lone = {sample.problem for sample in found if sample.family == sample.problem}
    grouped = [row | {"problem": row["family"]} for row in families.make_table(found, "ert")]
    grouped = [row for row in grouped if row["problem"] not in lone]
    alone = [row for row in rows if row["problem"] in lone]
    return Summary(runs, rows, sorted([*alone, *grouped], key=lambda row: float(row["n"])))
