"""Run the cells of the study: ``python -m experiments.classics.measure [CELL...] [--runs N]``.

It adds the missing runs to runs.csv, a row a run; ``tables.py`` makes the tables. With ``--again``
it repeats the runs that it has, and says in how many each count is the same.
"""

import argparse
import csv
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from published import Published  # noqa: E402
from queens import QueensOfAuthors  # noqa: E402

from metaqueens import (  # noqa: E402
    AdaptiveSearch,
    AllInterval,
    Budget,
    Costas,
    MagicSquare,
    Queens,
    solve,
)

RUNS = HERE / "runs.csv"
COLUMNS = (
    "cell", "size", "seed", "iterations", "local_minima", "swaps", "resets", "evaluations",
    "cpu_seconds",
)  # fmt: skip
SIZES = {
    "all-interval": {50: 200, 100: 100, 150: 60, 200: 40, 250: 30, 300: 30},
    "magic-square": {30: 100, 40: 60, 50: 60, 60: 40, 70: 40, 80: 40, 90: 30, 100: 30},
    "queens": {1000: 100, 2000: 60, 4000: 30, 5000: 30, 6000: 30},
    "queens, pairs": {1000: 100, 2000: 60, 4000: 30, 5000: 30, 6000: 30},
    "costas": {13: 200, 14: 200, 15: 200, 16: 60, 17: 30},
}

# Hours; run once, with --long.
LONG_SIZES = {
    "all-interval": {700: 20},
    "magic-square": {200: 20},
    "costas": {18: 20, 19: 20, 21: 20},
}
LAST = (("magic-square", 90), ("all-interval", 300), ("magic-square", 100))  # started last


class Run(NamedTuple):
    """One run to do."""

    cell: str
    size: int
    seed: int


def make_problem(cell: str, size: int) -> Any:
    """Return the problem of a cell, with the cost of the authors' program."""
    if cell == "all-interval":
        return AllInterval(n=size, form="largest")
    if cell == "magic-square":
        return MagicSquare(order=size)
    if cell == "costas":
        return Costas(n=size, form="weighted")
    return QueensOfAuthors(n=size) if cell == "queens" else Queens(size)


def make_search(cell: str, size: int) -> Published:
    """Return the search with the authors' parameters."""
    if cell == "all-interval":
        return Published(pairs=True, first=True, local_minimum=0.66, reset_share=0.25)
    if cell == "magic-square":
        return Published(local_minimum=0.06, reset_limit=int(1.2 * size), reset_share=0.25)
    if cell == "costas":
        return Published(local_minimum=0.5, reset_share=0.05, costas=True)
    return Published(
        first=True, local_minimum=0.06, freeze=3, reset_limit=size // 5, reset_share=0.1
    )


def make_best(cell: str, size: int) -> tuple[Any, Any]:
    """Return a problem and the search that solved it in the least seconds, tuned on other seeds."""
    if cell == "all-interval":
        search = Published(pairs=True, first=True, local_minimum=0.9, reset_share=0.05)
        return AllInterval(n=size, form="largest"), search
    if cell == "magic-square":
        frozen = round(2.8 * size)
        return MagicSquare(order=size), AdaptiveSearch(
            improvement="best", tenure=frozen, reset_after=frozen, reset_share=0.006
        )
    return make_problem(cell, size), make_search(cell, size)


def do(run: Run) -> tuple:
    """Do a run until it is solved; return its row."""
    problem, search = make_problem(run.cell, run.size), make_search(run.cell, run.size)
    result = solve(problem, search, Budget(evaluations=10**13), seed=run.seed)
    counts = result.counters
    assert result.solved
    return (
        *run,
        *(counts[name] for name in ("iterations", "local_minima", "swaps", "resets")),
        result.evaluations,
        f"{result.cpu_seconds:.4f}",
    )


def read() -> list[list[str]]:
    """Return the rows of runs.csv, without its head."""
    if not RUNS.exists():
        return []
    with RUNS.open(encoding="utf-8") as file:
        return [*csv.reader(file)][1:]


def forget(sizes: Mapping[str, Mapping[int, int]]) -> dict[tuple[str, ...], list[str]]:
    """Remove the runs of these sizes from runs.csv; return their counts."""
    rows = read()
    old = [row for row in rows if int(row[1]) in sizes.get(row[0], ())]
    with RUNS.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(
            [COLUMNS, *(row for row in rows if row not in old)]
        )
    return {tuple(row[:3]): row[3:-1] for row in old}


def missing(sizes: Mapping[str, Mapping[int, int]], limit: int | None) -> Iterator[Run]:
    """Yield the runs that the table does not have, at most ``limit`` of a size."""
    done = {tuple(row[:3]) for row in read()}
    for cell in sizes:
        for size, runs in sizes[cell].items():
            for seed in range(min(runs, limit or runs)):
                if (cell, str(size), str(seed)) not in done:
                    yield Run(cell, size, seed)


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cells", nargs="*", metavar="CELL", help=", ".join(SIZES))
    parser.add_argument("--runs", type=int, help="at most so many runs of each size")
    parser.add_argument("--largest", type=int, default=10**9, help="sizes up to this one")
    parser.add_argument("--again", action="store_true", help="repeat the runs of runs.csv")
    parser.add_argument("--long", action="store_true", help="the sizes that take hours")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    chosen = parser.parse_args(words)
    sizes = LONG_SIZES if chosen.long else SIZES
    sizes = {cell: sizes[cell] for cell in chosen.cells or sizes}
    old = forget(sizes) if chosen.again else {}
    runs = [run for run in missing(sizes, chosen.runs) if run.size <= chosen.largest]
    for cell in dict.fromkeys(run.cell for run in runs):  # compiled once, before the workers start
        solve(make_problem(cell, 5), make_search(cell, 5), 1000, seed=1)
    if chosen.long:
        # Some runs of each size, if it is stopped; those of Costas 21 take half an hour each.
        runs.sort(key=lambda run: ((run.cell, run.size) == ("costas", 21), run.seed))
    else:
        runs.sort(key=lambda run: (run.cell, run.size) in LAST)
    is_new = not RUNS.exists()
    with RUNS.open("a", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        if is_new:
            table.writerow(COLUMNS)
        with ProcessPoolExecutor(chosen.workers, mp_context=get_context("spawn")) as pool:
            for future in as_completed([pool.submit(do, run) for run in runs]):
                table.writerow(future.result())
                file.flush()
    if old:
        new = {tuple(row[:3]): row[3:-1] for row in read()}
        equal = sum(new.get(run) == counts for run, counts in old.items())
        print(f"{equal} of {len(old)} repeated runs have the same counts")


if __name__ == "__main__":
    main(sys.argv[1:])
