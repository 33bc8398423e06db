"""Measures every exact method on every size that takes it some seconds: table.csv and table.md.

python experiments/exact/measure.py             about three minutes
python experiments/exact/measure.py --up-to 10  a few seconds
"""

import argparse
import csv
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from metaqueens import Queens
from metaqueens.exact.counting import count
from metaqueens.exact.effort import Effort
from metaqueens.exact.methods import METHODS
from metaqueens.text.words import duration

# The largest size of each method: some fifteen seconds; of the count alone: a minute.
LARGEST = {
    "bitmask": 16, "cartesian": 12, "permutation": 13, "matrix": 12, "iterative": 13,
    "brute_force": 10, "cp": 13, "cp_sat": 11, "forward_checking": 15, "clingo": 12,
}  # fmt: skip
LARGEST_COUNT = 19
# What a cell tells of a method's work: the first of these that it counts.
WORK = ("attempts", "nodes", "branches")
COLUMNS = ("n", "method", "solutions", "nodes", "attempts", "branches", "failures", "seconds")


def by_boards(method: str, n: int) -> dict[str, Any]:
    """All solutions of ``n`` queens by ``method``, one after the other."""
    effort, began = Effort(), time.perf_counter()
    solutions = sum(1 for _ in METHODS[method].boards(Queens(n), effort))
    seconds = time.perf_counter() - began
    return {"method": method, "solutions": solutions, **effort.counted, "seconds": seconds}


def by_subtrees(n: int) -> dict[str, Any]:
    """The count alone, which needs no board."""
    began = time.perf_counter()
    *_, end = count(Queens(n))
    seconds = time.perf_counter() - began
    found = {"solutions": end.solutions, "nodes": end.nodes}
    return {"method": "bitmask_count", **found, "seconds": seconds}


def shortest(measure: Callable[..., dict[str, Any]], *of: Any) -> dict[str, Any]:
    """The quickest of five measurements, or of fewer where they take long."""
    measured = [measure(*of)]
    while len(measured) < 5 and measured[0]["seconds"] < 1:
        measured.append(measure(*of))
    return min(measured, key=lambda row: row["seconds"])


def rows(up_to: int) -> Any:
    """A row for each size and method, the cheapest sizes first."""
    for method in METHODS:  # imports and compiles
        by_boards(method, 4)
    by_subtrees(4)
    for n in range(4, up_to + 1):
        for method in METHODS:
            if n <= LARGEST[method]:
                yield {"n": n, **shortest(by_boards, method, n)}
        if n <= LARGEST_COUNT:
            yield {"n": n, **shortest(by_subtrees, n)}


def as_markdown(rows: list[dict[str, Any]]) -> str:
    """A line for each size, a column for each method: its time, and below it what it counted."""
    methods = list(dict.fromkeys(row["method"] for row in rows))
    lines = [f"| n | solutions | {' | '.join(methods)} |", "|--:|--:|" + "--:|" * len(methods)]
    for n in sorted({row["n"] for row in rows}):
        of_n = {row["method"]: row for row in rows if row["n"] == n}
        cells = [_cell(of_n[method]) if method in of_n else "" for method in methods]
        (solutions,) = {row["solutions"] for row in of_n.values()}
        lines.append(f"| {n} | {solutions:,} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(row: dict[str, Any]) -> str:
    work = next((f"{row[key]:,} {key}" for key in WORK if key in row), "")
    return f"{duration(float(row['seconds']))}<br>{work}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--up-to", type=int, default=19)
    parser.add_argument("--to", type=Path, default=Path(__file__).with_name("table.csv"))
    options = parser.parse_args()
    measured = []
    with options.to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in rows(options.up_to):
            row["seconds"] = f"{row['seconds']:.3g}"
            measured.append(row)
            writer.writerow(row)
            file.flush()
            print(*(f"{row.get(column, ''):>14}" for column in COLUMNS), flush=True)
    options.to.with_suffix(".md").write_text(as_markdown(measured), encoding="utf-8")


if __name__ == "__main__":
    main()
