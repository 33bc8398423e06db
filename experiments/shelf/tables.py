"""One row an algorithm and problem, out of results folders: table.csv.

python -m experiments.shelf.tables RESULTS...
"""

import csv
import sys
from pathlib import Path

from experiments.hard.tables import rounded, rows

HERE = Path(__file__).parent
COLUMNS = ["family", "n", "algorithm", "instances", "runs", "solved", "ert", "median_time"]


def main(folders: list[str]) -> None:
    """Write the table."""
    with (HERE / "table.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        for folder in folders:
            for row in rows(folder):
                table.writerow({key: rounded(value) for key, value in row.items()})


if __name__ == "__main__":
    main(sys.argv[1:])
