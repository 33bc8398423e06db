"""One row a family of boards and algorithm, out of results folders: table.csv.

python -m experiments.hard.tables RESULTS...
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

from metaqueens import load_runs

HERE = Path(__file__).parent
COLUMNS = ["family", "n", "algorithm", "instances", "runs", "solved", "ert", "median",
           "median_time", "dearest"]  # fmt: skip


def write(path: Path, folders: list[str], columns: list[str]) -> None:
    """Write the table, with these of the columns that ``compare`` has."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        for folder in folders:
            for row in rows(folder):
                table.writerow({key: rounded(value) for key, value in row.items()})


def rows(folder: str) -> list[dict]:
    """What ``compare`` says of each family; a problem without instances is a family of one.

    And ``dearest``: the share of all evaluations that one run carries.
    """
    command = [sys.executable, "-m", "metaqueens", "compare", folder, "--json"]
    said = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    found = said.get("families") or [
        {**row, "family": row["problem"], "instances": 1} for row in said["table"]
    ]
    share = dearest(folder)
    return [{**row, "dearest": share[row["family"], row["algorithm"]]} for row in found]


def dearest(folder: str) -> dict[tuple[str, str], float]:
    """The largest share of the evaluations of a family and algorithm that is one run's."""
    runs = load_runs(folder)
    by_row = runs.groupby(["family", "algorithm"], observed=True).evaluations
    shares = by_row.max() / by_row.sum()
    return {(str(one), str(other)): float(value) for (one, other), value in shares.items()}


def rounded(value: object) -> object:
    """Four digits tell all that the runs do."""
    return f"{value:.4g}" if isinstance(value, float) else value


if __name__ == "__main__":
    write(HERE / "table.csv", sys.argv[1:], COLUMNS)
