"""The tables of ``crossing.py``: expected seconds, and from which size on local search needs less.

crossing.csv has a row for each problem, size and method; crossings.csv one for each problem.
"""

import csv
import sys
from collections import defaultdict
from math import inf
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from tables import write  # noqa: E402

EXACT = ("cp_sat", "clingo", "cadical")
SAMPLES = 2000
# Runs of a method at a size: (solved, seconds).
Runs = dict[tuple[str, int], np.ndarray]


def read() -> dict[str, Runs]:
    """Return the runs of each problem, by method and size."""
    found: dict[str, dict] = defaultdict(lambda: defaultdict(list))
    with (HERE / "crossing_runs.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key = row["method"], int(row["size"])
            found[row["problem"]][key].append((int(row["solved"]), float(row["seconds"])))
    return {name: {key: np.array(runs) for key, runs in cells.items()}
            for name, cells in found.items()}  # fmt: skip


def expect(runs: np.ndarray | None) -> float:
    """Return the expected seconds to a solution: those of all runs, by the number of solved ones.

    Infinite without any solved run, or if a method was stopped at a smaller size.
    """
    if runs is None or not runs[:, 0].sum():
        return inf
    return float(runs[:, 1].sum() / runs[:, 0].sum())


def judged_sizes(runs: Runs) -> list[int]:
    """Return the sizes at which each method was run, or stopped before, and one solved."""
    sizes = sorted({size for _, size in runs})
    for method in {method for method, _ in runs}:
        last = max(size for name, size in runs if name == method)
        if 2 * runs[method, last][:, 0].sum() >= len(runs[method, last]):  # not stopped
            sizes = [size for size in sizes if size <= last]
    return [size for size in sizes if any(cell[:, 0].any() for key, cell in runs.items()
                                          if key[1] == size)]  # fmt: skip


def find_crossing(runs: Runs, sizes: list[int]) -> float:
    """Return the size from which on local search needs less than each exact method, or inf."""
    crossing = inf
    for size in reversed(sizes):
        times = {method: expect(runs.get((method, size))) for method, _ in runs}
        local = min(time for method, time in times.items() if method not in EXACT)
        if local >= min(time for method, time in times.items() if method in EXACT):
            break
        crossing = size
    return crossing


def resample(runs: Runs, rng: np.random.Generator) -> Runs:
    """Return each sample drawn again with replacement."""
    return {key: cell[rng.integers(len(cell), size=len(cell))] for key, cell in runs.items()}


def format_size(size: float) -> str:
    return "none" if size == inf else str(int(size))


def times() -> list[dict]:
    """Return a row for each problem, size and method."""
    rng, rows = np.random.default_rng(2028), []
    for name, runs in read().items():
        for (method, size), cell in runs.items():
            draws = [expect(cell[rng.integers(len(cell), size=len(cell))]) for _ in range(SAMPLES)]
            low, high = np.quantile(draws, [0.025, 0.975], method="inverted_cdf")
            row = {"problem": name, "size": size, "method": method, "runs": len(cell)}
            row |= {"solved": int(cell[:, 0].sum()), "seconds": f"{expect(cell):.3g}"}
            rows.append(row | {"low": f"{low:.3g}", "high": f"{high:.3g}"})
    return rows


def crossings() -> list[dict]:
    """Return a row for each problem: the search, the sizes, the crossing and its interval."""
    rng, rows = np.random.default_rng(2029), []
    for name, runs in read().items():
        sizes = judged_sizes(runs)
        draws = [find_crossing(resample(runs, rng), sizes) for _ in range(SAMPLES)]
        low, high = np.quantile(draws, [0.025, 0.975], method="inverted_cdf")
        search = next(method for method, _ in runs if method not in EXACT)
        row = {"problem": name, "search": search, "sizes": " ".join(map(str, sizes))}
        row |= {"crossing": format_size(find_crossing(runs, sizes))}
        rows.append(row | {"low": format_size(low), "high": format_size(high)})
    return rows


if __name__ == "__main__":
    write("crossing.csv", times())
    write("crossings.csv", crossings())
