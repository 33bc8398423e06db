"""Findings on fresh seeds: ``python -m experiments.classics.headlines`` writes headlines.csv."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from measure import make_problem, make_search  # noqa: E402
from tables import read_authors  # noqa: E402

from experiments.headlines import write  # noqa: E402
from metaqueens import Budget, solve  # noqa: E402

BLOCKS, RUNS, QUEENS = 3, 60, 1000


def mean(cell: str, size: int, block: int) -> float:
    """Return the mean iterations of a block of fresh seeds."""
    problem, search = make_problem(cell, size), make_search(cell, size)
    seeds = range(100_000 * block, 100_000 * block + RUNS)
    runs = [solve(problem, search, Budget(evaluations=10**12), seed=seed) for seed in seeds]
    return float(np.mean([run.counters["iterations"] for run in runs]))


def rows() -> Iterator[tuple[str, int, float]]:
    """Yield the name, the block and the value of each headline."""
    published = read_authors()["queens", QUEENS, 1].mean()
    for block in range(1, BLOCKS + 1):
        ours = mean("queens", QUEENS, block)
        yield "queens", block, ours / published
        yield "pairs", block, mean("queens, pairs", QUEENS, block) / ours


if __name__ == "__main__":
    write(HERE, rows())
