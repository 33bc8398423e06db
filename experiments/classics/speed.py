"""Time to a solution beside a plain C loop of the same search.

    python -m experiments.classics.speed           # the published search: speed.csv
    python -m experiments.classics.speed --best    # the best of our searches: speed_best.csv

It needs a C compiler. Blocks of runs alternate in one process, and seconds are those of the
processor, so other programs slow both alike. A table has the seconds of an iteration and of a
solution; the two programs draw other random numbers, so the seconds of an iteration compare better.
"""

import argparse
import csv
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from measure import make_best, make_problem, make_search  # noqa: E402

from metaqueens import Budget, solve  # noqa: E402

# Problem, size, its name in the C program, blocks; a few long runs decide the mean of the second.
CASES = (
    ("all-interval", 200, "interval", 5),
    ("magic-square", 50, "magic", 24),
    ("costas", 17, "costas", 5),
)
RUNS = 5  # of a block


def run_c(program: Path, name: str, size: int, runs: int, seed: int) -> np.ndarray:
    """Return iterations and seconds of each run of the C program."""
    words = [str(program), name, str(size), str(runs), str(seed)]
    lines = subprocess.run(words, capture_output=True, check=True, text=True).stdout.splitlines()
    return np.array([[float(word) for word in line.split()] for line in lines])[:, [0, 2]]


def run_ours(problem, search, runs: int, seed: int) -> np.ndarray:
    """Return iterations, or steps, and seconds of each run of ours."""
    rows = []
    for k in range(runs):
        result = solve(problem, search, Budget(evaluations=10**13), seed=seed + k)
        rows.append((result.counters.get("iterations", result.steps), result.cpu_seconds))
    return np.array(rows)


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--blocks", type=int, help="blocks of five runs")
    parser.add_argument("--best", action="store_true")
    parser.add_argument("--only", choices=[case[0] for case in CASES], help="one problem; printed")
    chosen = parser.parse_args(words)
    rows = []
    with TemporaryDirectory() as folder:
        program = Path(folder) / "loop"
        source = str(HERE / "loop.c")
        subprocess.run(["cc", "-O3", "-march=native", "-o", str(program), source], check=True)
        for cell, size, name, blocks in CASES:
            if chosen.only not in (None, cell):
                continue
            searches = {"published": (make_problem(cell, size), make_search(cell, size))}
            if chosen.best:
                searches = {"best of ours": make_best(cell, size)}
            for pair in searches.values():
                solve(*pair, 1000, seed=0)  # compiled before it is timed
            found: dict[str, list] = {"C": [], **{label: [] for label in searches}}
            for block in range(chosen.blocks or blocks):
                found["C"].append(run_c(program, name, size, RUNS, 1 + block))
                for label, pair in searches.items():
                    found[label].append(run_ours(*pair, RUNS, 1000 * block))
            for label, parts in found.items():
                iterations, seconds = np.concatenate(parts).T
                spread = seconds.std(ddof=1) / np.sqrt(seconds.size)
                row = {"cell": cell, "size": size, "search": label, "runs": seconds.size}
                row |= {"us_per_iteration": f"{1e6 * seconds.sum() / iterations.sum():.2f}"}
                row |= {"iterations": f"{iterations.mean():.0f}"}
                row |= {"seconds": f"{seconds.mean():.3f}", "error": f"{spread:.3f}"}
                rows.append(row)
                print(row, flush=True)
    if chosen.only:
        return
    name = "speed_best.csv" if chosen.best else "speed.csv"
    with (HERE / name).open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [*rows[0]], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
