"""What README.template.md says in numbers, out of table.csv."""

import csv
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def numbers() -> dict[str, Any]:
    """What the template names."""
    with (HERE / "table.csv").open(encoding="utf-8") as file:
        rows = {(row["heuristic"], int(row["n"])): row for row in csv.DictReader(file)}

    def per_queen(heuristic: str, n: int) -> str:
        return f"{float(rows[heuristic, n]['evaluations']) / n:.3g}"

    def among(heuristics: list[str]) -> str:
        """The least and the most evaluations a queen of these heuristics at all their sizes."""
        values = [
            float(row["evaluations"]) / n for (name, n), row in rows.items() if name in heuristics
        ]
        return f"{min(values):.1f} to {max(values):.1f}"

    def times_slower(n: int) -> str:
        slow, fast = (
            float(rows[name, n]["seconds"]) for name in ("Sosic & Gu's QS4", "queue search")
        )
        return f"{slow / fast:.1f}"

    def scans(n: int) -> str:
        """Evaluations beyond the greedy start's n^2, in scans of a column."""
        spent = float(rows["min-conflicts", n]["evaluations"])
        return f"{(spent - n * n) / (n - 1):.0f}"

    return {
        "per_queen": per_queen, "among": among, "times_slower": times_slower, "scans": scans,
    }  # fmt: skip
