"""Make the labelled set: boards near each family's phase transition, all with a solution.

    python -m experiments.hard.boards          # experiments/hard/boards, two files a size
    python -m experiments.hard.boards labels   # the same, and labels.csv

A size has a hundred boards, in the form that `metaqueens instances` writes, with the solution that
forward checking found. They are drawn from a seed: ``sums.csv`` has the SHA-256 of each file, so
that all come out to the same bytes elsewhere. Every second board is one to tune on, the others are
to judge on. ``labels.csv`` says which exact methods found a solution, in which processor seconds.
"""

import csv
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

from metaqueens.exact import methods
from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.exact.instances import ENGINES, instances
from metaqueens.problem.families import Family
from metaqueens.problem.instances import Instance, read

HERE = Path(__file__).parent
FOLDER = HERE / "boards"
BOARDS = 100
SEED = 20261125
SPLITS = ("tune", "judge")
# Wall seconds of a method, for a label.
SECONDS = 4.0
RANDOM = {"use": "random"}
# By n: diagonals excluded; queens placed; squares left free in each row and column.
EXCLUDED = {8: 5, 12: 8, 14: 11, 16: 13, 18: 15, 20: 18, 22: 20, 24: 22}
PLACED = {8: 2, 12: 4, 20: 10, 30: 17, 40: 25, 50: 34, 60: 42}
BLOCKED = {8: 4, 12: 5, 16: 5, 20: 5, 24: 6, 30: 6, 36: 6, 40: 6, 44: 6}
TORUS = {11: 6, 13: 6, 17: 8, 19: 9, 23: 10, 25: 10, 29: 11}
FAMILIES: dict[str, dict[int, dict[str, Any]]] = {
    "excluded": {n: {"excluded": {**RANDOM, "count": k}} for n, k in EXCLUDED.items()},
    "placed": {n: {"placed": {**RANDOM, "count": k}} for n, k in PLACED.items()},
    "blocked": {n: {"blocked": {**RANDOM, "free": k}} for n, k in BLOCKED.items()},
    "torus": {n: {"torus": True, "blocked": {**RANDOM, "free": k}} for n, k in TORUS.items()},
    "regions": {n: {"regions": RANDOM} for n in (7, 8, 9, 10, 11, 12)},
}


class Label(NamedTuple):
    """Which method solved a board, in how many processor seconds; None where time ran out."""

    file: str
    id: str
    engine: str
    seconds: float | None


def path_of(family: str, n: int, split: str, folder: Path = FOLDER) -> Path:
    """Where the boards of a family and size are."""
    return folder / f"{family}_{n}_{split}.jsonl"


def drawn(family: str, n: int, count: int = BOARDS) -> Iterator[Instance]:
    """The first boards of a family and size that have a solution, as forward checking says."""
    rules = FAMILIES[family][n]
    return islice(
        instances(Family(n, instances=count, seed=SEED, satisfiable=True, **rules)), count
    )


def write(folder: Path, family: str, n: int) -> None:
    """Write the two files of a family and size."""
    lines = [one.line for one in drawn(family, n)]
    for first, split in enumerate(SPLITS):
        text = "\n".join(lines[first::2]) + "\n"
        path_of(family, n, split, folder).write_text(text, encoding="utf-8")
    print(family, n, flush=True)


def labels_of(path: Path) -> list[Label]:
    """Say of each board of a file how long each exact method takes."""
    labels = []
    for one in read(path):
        for engine in ENGINES:
            began, seconds = process_time(), None
            with suppress(LimitReached):
                effort = Effort(deadline=perf_counter() + SECONDS)
                assert methods.first(engine, one.problem, effort) is not None, one.line
                seconds = process_time() - began
            labels.append(Label(path.name, one.name, engine, seconds))
    return labels


def main(labels: bool) -> None:
    FOLDER.mkdir(exist_ok=True)
    sizes = [(one, n) for one, rules in FAMILIES.items() for n in sorted(rules, reverse=True)]
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(partial(write, FOLDER), *zip(*sizes, strict=True)))
        paths = sorted(FOLDER.glob("*.jsonl"))
        sums = [(path.name, sha256(path.read_bytes()).hexdigest()) for path in paths]
        table("sums.csv", ("file", "sha256"), sums)
        if labels:
            found = (label for some in pool.map(labels_of, paths) for label in some)
            rows = ((*one[:-1], one.seconds and f"{one.seconds:.2g}") for one in found)
            table("labels.csv", Label._fields, rows)


def table(name: str, columns: Iterable[str], rows: Iterable[tuple]) -> None:
    """Write a table of this study."""
    with (HERE / name).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


if __name__ == "__main__":
    main(labels="labels" in sys.argv[1:])
