"""Write the headlines.csv of a study: what its page says in bold letters, on fresh blocks."""

import csv
from collections.abc import Iterable
from pathlib import Path


def write(folder: Path, rows: Iterable[tuple[str, int, float]]) -> None:
    """Write a line for each headline, block and value."""
    with (folder / "headlines.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["headline", "block", "value"])
        table.writerows((name, block, f"{value:.4g}") for name, block, value in rows)
