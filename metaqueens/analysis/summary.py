"""The table of a results folder: a row per problem and algorithm, or per family and algorithm."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from metaqueens.analysis import families
from metaqueens.analysis.data.runs import load
from metaqueens.analysis.data.samples import Sample, samples
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


def summarise(folder: Path) -> Summary:
    """Read the runs of a results ``folder``, write its ``summary.csv``, and return its rows."""
    runs = load(folder)
    found = samples(runs)
    rows = make_rows(found)
    write_csv(folder / FILE, rows)
    return Summary(runs, rows, join_families(rows, found))


def join_families(rows: Sequence[Row], found: Sequence[Sample]) -> list[Row]:
    """Return the ``rows`` of the samples ``found``, those of a family as one row per algorithm."""
    names = families.name_families(found)
    lone = {problem for problem, family in names.items() if problem == family}
    grouped = [row | {"problem": row["family"]} for row in families.make_table(found, "ert")]
    alone = [row for row in rows if row["problem"] in lone]
    return sorted(
        [*alone, *(row for row in grouped if row["problem"] not in lone)],
        key=lambda row: float(row["n"]),
    )


def write_csv(path: Path, rows: Sequence[Row]) -> None:
    """Write ``rows`` as CSV; the column ``runs`` counts all runs, failed ones too."""
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
