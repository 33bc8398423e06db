"""The tables of this study, out of its results folders.

python -m experiments.shelf.tables RESULTS      # table.csv, large.csv and longest.csv
"""

import csv
import sys
from pathlib import Path

from experiments.hard.tables import write
from metaqueens import load_runs

HERE = Path(__file__).parent
COLUMNS = ["family", "n", "algorithm", "instances", "runs", "solved", "ert", "median_time",
           "dearest"]  # fmt: skip
COMPARED = {
    "table.csv": ("plain", "hard", "torus"),
    "large.csv": ("large", "large_populations"),
}
LONGEST = ("defaults", "variants", "hard16")
LONGEST_COLUMNS = ["study", "algorithm", "encoding", "n", "runs", "solved", "longest", "cost"]


def longest(results: Path) -> None:
    """A row an algorithm, encoding and size: the evaluations of its longest solved run.

    Where a run is unsolved, the most attacking pairs that are left are there too.
    """
    with (HERE / "longest.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(LONGEST_COLUMNS)
        for study in LONGEST:
            runs = load_runs(results / f"shelf_{study}")
            keys = ["algorithm", "encoding", "n"]
            for key, mine in runs.groupby(keys, observed=True, sort=False):
                solved = mine[mine.solved]
                most = int(solved.evaluations.max()) if len(solved) else ""
                left = int(mine.cost.max()) or ""
                table.writerow([study, *key, len(mine), len(solved), most, left])


if __name__ == "__main__":
    home = Path(sys.argv[1])
    for name, studies in COMPARED.items():
        folders = [home / f"shelf_{study}" for study in studies]
        if all(folder.is_dir() for folder in folders):
            write(HERE / name, list(map(str, folders)), COLUMNS)
    longest(home)
