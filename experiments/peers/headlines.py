"""The headlines of the page on fresh blocks of seeds; the cells that they need, as in the table.

python -m experiments.peers.headlines    # five minutes; writes headlines.csv
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from experiments.headlines import write
from experiments.peers.measure import OURS, PEERS, install, our_runs, peer_runs, summary

HERE = Path(__file__).parent
BLOCKS, STRIDE = (1, 2), 1_000
# Most of these runs are short, and few solve nothing.
LUCK_SEEDS, LUCK_SECONDS = 30, 2
Row = dict[str, Any]


def blocks() -> Iterator[tuple[str, int, float]]:
    """What the page says of each block."""
    for package in sorted({peer[2] for peer in PEERS}):
        install(package)
    for block in BLOCKS:
        for name, value in values(1 + STRIDE * block):
            print(name, block, value, file=sys.stderr, flush=True)
            yield name, block, value


def values(first: int) -> Iterator[tuple[str, float]]:
    """What the page says of five seeds from this one on."""

    def ours(use: str, n: int) -> Row:
        return _numbers(summary(n, our_runs(use, n, first)))

    def peer(name: str, n: int) -> Row:
        return _numbers(summary(n, peer_runs(name, n, first)))

    small = [peer(name, 8) for _, name, _ in PEERS]
    yield "solved at 8", min(row["solved"] / row["runs"] for row in small)
    yield "slowest at 8", max(row["seconds"] for row in small)
    annealing, theirs = ours("simulated_annealing", 100), peer("simanneal", 100)
    yield "evaluations", theirs["evaluations"] / annealing["evaluations"]
    yield "price", _price(theirs) / _price(annealing)
    yield "genetic", ours("genetic", 100)["seconds"] / annealing["seconds"]
    deap, mealpy = peer("deap", 20), peer("mealpy", 20)
    yield "coding", (deap["solved"] - mealpy["solved"]) / deap["runs"]
    repair, cp_sat = peer("constraint_min_conflicts", 100), peer("ortools", 100)
    yield "repair", repair["seconds"] / cp_sat["seconds"]
    yield "steady", min(row["solved"] / row["runs"] for row in (cp_sat, peer("ortools", 50)))
    runs = peer_runs("constraint_backtracking", 50, first, LUCK_SEEDS, LUCK_SECONDS)
    seconds = [run["seconds"] if run["queens"] else LUCK_SECONDS for run in runs]
    yield "luck", max(seconds) / median(seconds)
    yield "unlucky", sum(not run["queens"] for run in runs)
    middle, large = (
        sorted(
            (name for name, _ in OURS), key=lambda name, n=n: ours(dict(OURS)[name], n)["seconds"]
        )
        for n in (20, 1000)
    )
    yield "small boards", 1 + middle[::-1].index("metaqueens, queue search")
    yield "large boards", 1 + large.index("metaqueens, queue search")


def _numbers(row: Row) -> Row:
    return row | {"seconds": float(row.get("seconds", "inf"))}


def _price(row: Row) -> float:
    return float(row["seconds"] / row["evaluations"])


if __name__ == "__main__":
    write(HERE, blocks())
