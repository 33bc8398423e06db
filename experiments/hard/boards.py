"""Make the labelled set: boards near each family's phase transition, all with a solution.

    python -m experiments.hard.boards    # experiments/hard/boards, two files a size

``boards.zip`` has the whole set; those that the configs name are in ``boards`` too.

A size has a hundred boards, in the form that `metaqueens instances` writes, with the solution that
forward checking found. They are drawn from a seed: ``sums.csv`` has the SHA-256 of each file, so
that all come out to the same bytes elsewhere. Every second board is one to tune on, the others are
to judge on: ``table.csv`` has how many of these other exact methods solve, and their seconds.
"""

import csv
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from metaqueens.exact.instances import instances
from metaqueens.queens.families import Family
from metaqueens.queens.instances import Instance

HERE = Path(__file__).parent
FOLDER = HERE / "boards"
BOARDS = 100
SEED = 20261125
SPLITS = ("tune", "judge")
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


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    sizes = [(one, n) for one, rules in FAMILIES.items() for n in sorted(rules, reverse=True)]
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(partial(write, FOLDER), *zip(*sizes, strict=True)))
        paths = sorted(FOLDER.glob("*.jsonl"))
        sums = [(path.name, sha256(path.read_bytes()).hexdigest()) for path in paths]
        table("sums.csv", ("file", "sha256"), sums)


def table(name: str, columns: Iterable[str], rows: Iterable[tuple]) -> None:
    """Write a table of this study."""
    with (HERE / name).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
