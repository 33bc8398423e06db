"""The headlines of the page on fresh blocks of seeds, and its heavy tails with more runs.

python -m experiments.heuristics.headlines blocks   # five minutes of one core; writes headlines.csv
python -m experiments.heuristics.headlines small    # two minutes of one core; writes small.csv
"""

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from experiments.heuristics.hypotheses import CELL, CLASSIC, FOCUSED
from metaqueens import Budget, Queens, solve
from metaqueens.analysis.estimate import limits
from metaqueens.config.contestant import contestant

HERE = Path(__file__).parent
BLOCKS, STRIDE = 3, 10**6
BUDGET = Budget(evaluations=300_000_000)
# On small boards some runs of these are very dear.
SMALL, SMALL_RUNS, MORE_RUNS = (8, 20, 50), 3_000, 20_000
MEDIUM, LARGE = (100, 200, 500), (1_000, 3_000, 10_000, 100_000, 1_000_000)
PAIR = ("annealing_conflicted", "climbing_conflicted")


def block_runs() -> dict[CELL, int]:
    """How many runs a cell has in a block: the fewer, the less they scatter and the dearer."""
    runs = {("annealing", 8): 3_000, ("climbing", 8): 3_000}
    runs |= {("queue_search", 50): 1_000, ("annealing_conflicted", 50): 3_000}
    runs |= {(name, n): 1_000 for name in PAIR for n in MEDIUM}
    runs |= {("annealing", n): 300 for n in MEDIUM} | {("genetic", n): 30 for n in MEDIUM}
    runs |= {("climbing", 100): 300}
    for n, each in zip(LARGE, (100, 30, 30, 10, 1), strict=True):
        runs |= {(name, n): each for name in FOCUSED}
    runs |= {(name, 1_000): 100 for name in CLASSIC} | {(name, 3_000): 10 for name in CLASSIC}
    # Steepest ascent does not solve 3,000 queens within the budget.
    del runs["climbing", 3_000]
    return runs | {("climbing", 1_000): 3, ("genetic", 1_000): 10, ("genetic", 3_000): 3}


def spent(cell: CELL, seeds: range) -> np.ndarray:
    """The evaluations of a run of each seed; all solve."""
    name, n = cell
    given = _algorithms()[name]
    encoding = given.pop("encoding", "permutation")
    algorithm = contestant(**given)
    results = [solve(Queens(n), algorithm, BUDGET, seed, encoding=encoding) for seed in seeds]
    assert all(result.solved for result in results), cell
    return np.array([result.evaluations for result in results], float)


def _algorithms() -> dict[str, dict[str, Any]]:
    configs = (HERE / f"{part}.yaml" for part in ("classic", "focused"))
    parts = [yaml.safe_load(path.read_text(encoding="utf-8"))["algorithms"] for path in configs]
    return parts[0] | parts[1]


def blocks() -> Iterator[dict[str, Any]]:
    """Each headline as a ratio of expected evaluations, by ``HYPOTHESES.md`` where it is one."""
    for block in range(1, 1 + BLOCKS):
        first = STRIDE * block
        ert = {
            cell: spent(cell, range(first, first + runs)).mean()
            for cell, runs in block_runs().items()
        }

        def times(name: str, other: str, n: int, ert: dict[CELL, Any] = ert) -> float:
            return float(ert[name, n] / ert[other, n])

        beaten = [cell for cell in ert if cell[1] >= 1_000 and cell[0] != "queue_search"]
        close = [times(*PAIR, n) for name, n in ert if name == PAIR[0] and n >= 100]
        values = {
            "cheapest": min(times(name, "queue_search", n) for name, n in beaten),
            "small": times("queue_search", "annealing_conflicted", 50),
            "large": times("annealing_conflicted", "queue_search", 1_000_000),
            "annealing": times("annealing", "annealing_conflicted", 1_000),
            "climbing": times("climbing_stochastic", "climbing_conflicted", 1_000),
            "close": max(max(one, 1 / one) for one in close),
            "genetic": min(times("genetic", "annealing", n) for n in (*MEDIUM, 1_000, 3_000)),
            "eight": times("climbing", "annealing", 8),
            "growth": float(ert["climbing", 1_000] / ert["climbing", 100]),
            "steepest": times("climbing", "climbing_stochastic", 1_000),
        }
        for name, value in values.items():
            yield {"headline": name, "block": block, "value": value}


def small() -> Iterator[dict[str, Any]]:
    """Small boards with more runs, and what share of all evaluations the dearest of them is."""
    for n in SMALL:
        for name in FOCUSED:
            runs = MORE_RUNS if name in PAIR else SMALL_RUNS
            costs = spent((name, n), range(runs))
            low, high = limits.limit_mean(costs, np.array([]), per_solved=True).interval()
            row = {"algorithm": name, "n": n, "runs": runs, "ert": costs.mean()}
            share = costs.max() / costs.sum()
            yield row | {"low": low, "high": high, "dearest": float(share)}


def main(part: str) -> None:
    names = {"blocks": "headlines", "small": "small"}
    rows = list({"blocks": blocks, "small": small}[part]())
    with (HERE / f"{names[part]}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow(
                {key: f"{one:.4g}" if isinstance(one, float) else one for key, one in row.items()}
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
