"""``summary.csv``, for those who read a table elsewhere."""

import csv
from collections.abc import Sequence
from pathlib import Path

from metaqueens.analysis.summary.results import summarise
from metaqueens.analysis.summary.row import CellSummary
from metaqueens.experiment.export.files import harmless
from metaqueens.experiment.results.store import Store
from metaqueens.files.writing import replacing
from metaqueens.metrics import shown


def write_summary(store: Store) -> list[CellSummary]:
    """Write ``summary.csv`` of all runs in ``store``, in its folder; the summaries."""
    found = summarise(store)
    write_csv(store.folder / "summary.csv", found)
    return found


def write_csv(path: Path, summaries: Sequence[CellSummary]) -> None:
    """Write the summaries as ``path``, a row each."""
    before = ("n", "encoding", "algorithm", "runs", "solved", "failed")
    after = (
        "best_fitness",
        "validated",
        "checked",
        "rejected",
        "gave_up",
        "existence",
        "problem_label",
    )
    with replacing(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*before, *shown(), *after, "success_low", "success_high"])
        for one in summaries:
            row = (
                *(getattr(one, name) for name in before),
                *(one.metrics[name] for name in shown()),
                *(getattr(one, name) for name in after),
                *one.success_ci95,
            )
            writer.writerow([harmless(value) for value in row])
