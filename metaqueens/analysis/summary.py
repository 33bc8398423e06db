"""The table of a results folder: a row per problem and algorithm, or per family and algorithm."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from metaqueens.analysis import families
from metaqueens.analysis.data.samples import Sample
from metaqueens.analysis.estimate.intervals import Row, make_rows
from metaqueens.files.writing import replacing
from metaqueens.metrics import select_metrics
from metaqueens.text.printable import harmless

FILE = "summary.csv"


def summarise_families(found: Sequence[Sample]) -> list[Row]:
    """Return a row per family and algorithm, and one per problem that is of no family."""
    names = families.name_families(found)
    alone = [row for row in make_rows(found) if names[row["problem"]] == row["problem"]]
    rows = [row | {"problem": row["family"]} for row in families.make_table(found, "ert")]
    lone = {row["problem"] for row in alone}
    return sorted([*alone, *(row for row in rows if row["problem"] not in lone)], key=_size_of)


def _size_of(row: Row) -> float:
    return float(row["n"])


def write_summary(folder: Path, found: Sequence[Sample]) -> None:
    """Write ``summary.csv`` in the results ``folder``, of whose runs these are the samples."""
    write_csv(folder / FILE, make_rows(found))


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
            values: dict[str, Any] = row | {
                "n": int(row["n"]),
                "problem_label": row["problem"],
                "runs": row["runs"] + row["failed"],
            }
            writer.writerow([harmless(values[name]) for name in columns])
