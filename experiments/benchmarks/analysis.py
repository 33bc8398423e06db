"""``metaqueens compare`` on simulated runs in a real results folder: seconds and memory.

python experiments/benchmarks/analysis.py        under a minute
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from metaqueens import config
from metaqueens.experiment.results.store import Store

SECONDS, MEBIBYTES = 5.0, 1000
# (algorithms, sizes, runs of each): few large samples, very many of thirty, most of two.
SHAPES = ((5, 20, 1000), (5, 667, 30), (4, 1, 25_000), (2, 3000, 2))
METRICS = ("ert", "par10", "success", "median_time")
_COLUMNS = (
    "cell, repetition, seed, status, reason, cost, fitness, evaluations, steps, found_at,"
    " seconds, cpu_seconds, verdict, board"
)


def simulated(folder: Path, algorithms: int, sizes: int, runs: int) -> None:
    """Results of exponential run lengths that grow with n^1.5, a few beyond the budget."""
    path = folder.with_suffix(".yaml")
    contestants = {f"a{k}": {"use": "hill_climbing", "sideways": 10 + k} for k in range(algorithms)}
    given = {
        "name": "simulated", "problem": {"n": 8}, "algorithms": contestants,
        "budget": {"evaluations": 10_000_000}, "runs": runs, "seed": 1,
        "sweep": {"problem.n": list(range(8, 8 + sizes))}, "keep_boards": "none",
    }  # fmt: skip
    path.write_text(json.dumps(given))
    experiment = config.load(path)
    rng = np.random.default_rng(1)
    with Store.create(folder, experiment) as store:
        numbers = list(store.add_cells(experiment.cells, experiment.seed).values())
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection, connection:
        for number, cell in zip(numbers, experiment.cells, strict=True):
            scale = 1000 * cell.problem.n**1.5 * (1 + int(cell.label[1:]) / 4)
            needs = rng.exponential(scale, runs).astype(int) + 1
            marks = ", ".join("?" * 14)
            connection.executemany(
                f"INSERT INTO runs ({_COLUMNS}) VALUES ({marks})",
                (_row(number, k, int(need), 10_000_000) for k, need in enumerate(needs)),
            )


def _row(cell: int, repetition: int, need: int, budget: int) -> tuple:
    solved, spent = need <= budget, min(need, budget)
    ended = ("solved", "solved", 0, 1.0) if solved else ("unsolved", "evaluations", 1, 0.99)
    return (cell, repetition, repetition, *ended, spent, spent, spent, spent * 2e-8, spent * 2e-8,
            "validated" if solved else "checked", "not kept")  # fmt: skip


def measured(folder: Path, metric: str) -> tuple[float, float, float]:
    """Seconds, CPU seconds and peak MiB of the whole process."""
    words = ["-m", "metaqueens", "compare", str(folder), "--metric", metric, "--markdown"]
    clock = time.perf_counter()
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    seconds = time.perf_counter() - clock
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    table = Table("runs", "metric", "seconds", "CPU", "bar", "peak MiB", "bar")
    with tempfile.TemporaryDirectory() as where:
        for number, (algorithms, sizes, runs) in enumerate(SHAPES):
            folder = Path(where) / f"results{number}"
            simulated(folder, algorithms, sizes, runs)
            for metric in METRICS:
                seconds, cpu, memory = measured(folder, metric)
                table.add_row(
                    f"{algorithms} algorithms x {sizes} sizes x {runs:,} runs", metric,
                    f"{seconds:.1f}", f"{cpu:.1f}", f"{SECONDS:.0f}", f"{memory:.0f}",
                    f"{MEBIBYTES:,}",
                )  # fmt: skip
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
