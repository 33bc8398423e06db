"""Measures every exact method on every size that it does in a minute, and writes table.csv.

python experiments/exact/measure.py             about ten minutes
python experiments/exact/measure.py --up-to 10  a few seconds
"""

import argparse
import csv
import os
import time
from pathlib import Path
from typing import Any

from metaqueens.exact.counting import count
from metaqueens.exact.effort import Effort
from metaqueens.exact.methods import COUNT_NODE_SECONDS, METHODS, seconds_for_all

LONGEST = 60.0
COLUMNS = ("n", "method", "solutions", "nodes", "attempts", "branches", "failures", "seconds")


def by_boards(method: str, n: int) -> dict[str, Any]:
    """All solutions of ``n`` queens by ``method``, one after the other."""
    effort, began = Effort(), time.perf_counter()
    solutions = sum(1 for _ in METHODS[method].boards(n, effort))
    seconds = time.perf_counter() - began
    return {"method": method, "solutions": solutions, **effort.told, "seconds": seconds}


def by_subtrees(n: int) -> dict[str, Any]:
    """The count alone, which needs no board."""
    began = time.perf_counter()
    *_, end = count(n)
    seconds = time.perf_counter() - began
    found = {"solutions": end.solutions, "nodes": end.nodes}
    return {"method": "bitmask_count", **found, "seconds": seconds}


def rows(up_to: int) -> Any:
    """A row for each size and method, the cheapest sizes first."""
    for method in METHODS:  # imports and compiles
        by_boards(method, 4)
    by_subtrees(4)
    for n in range(4, up_to + 1):
        for method in METHODS:
            if seconds_for_all(method, n) < LONGEST:
                yield {"n": n, **by_boards(method, n)}
        if seconds_for_all("bitmask", n, COUNT_NODE_SECONDS / (os.cpu_count() or 1)) < LONGEST:
            yield {"n": n, **by_subtrees(n)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--up-to", type=int, default=17)
    parser.add_argument("--to", type=Path, default=Path(__file__).with_name("table.csv"))
    options = parser.parse_args()
    with options.to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in rows(options.up_to):
            row["seconds"] = f"{row['seconds']:.3g}"
            writer.writerow(row)
            file.flush()
            print(*(f"{row.get(column, ''):>14}" for column in COLUMNS), flush=True)


if __name__ == "__main__":
    main()
