"""The headlines of the page on fresh blocks of seeds.

python -m experiments.population.headlines RESULTS    # writes headlines.csv
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))  # where fresh.py finds measure.py
from fresh import ROWS_AND_COLUMNS, Cell, Key, claims, read

from experiments.headlines import write

HERE = Path(__file__).parent
BLOCKS = (1, 2)


def blocks(results: Path) -> Iterator[tuple[str, int, float]]:
    """What the page says of each block: the value of each hypothesis, and of the map."""
    for block in BLOCKS:
        cells: dict[Key, Cell] = {}
        for part in ("", "_more"):  # more runs of some cells, which take the place of fewer
            for folder in sorted((results / f"population_block{block}{part}").iterdir()):
                cells |= read(folder, *ROWS_AND_COLUMNS[folder.name])
        found = {(name, one[1]): value(cells, one, other) for name, one, other, *_ in claims()}
        for (name, n), each in found.items():
            yield f"{name}, n = {n}", block, each

        def of(*names: str, found: dict[tuple[str, int], float] = found) -> list[float]:
            return [each for (name, _), each in found.items() if name in names]

        few, many = (
            tuple(("population_mutation", 100, size, one) for one in (0.5, 1.0))
            for size in (10, 300)
        )
        yield "together", block, min(value(cells, *few), value(cells, *many[::-1]))
        yield "crossover", block, max(1 / each for each in of("C1", "C2", "C3"))
        yield "order", block, min(of("C4"))
        yield "shuffle", block, min(of("M1"))
        yield "others", block, max(of("M2", "M3"))
        yield "weak", block, max(of("S1"))
        yield "elites", block, min(of("S2"))
        yield "many elites", block, min(of("S3"))
        yield "cold", block, max(max(each, 1 / each) for each in of("T1"))
        yield "hot", block, min(of("T2"))


def value(cells: dict[Key, Cell], one: Key, other: Key | None) -> float:
    """The ratio of two ERTs, or the share of one cell that solves."""
    if other is None:
        return cells[one].solved / cells[one].runs
    return float(np.exp(cells[one].log_ert.value - cells[other].log_ert.value))


if __name__ == "__main__":
    write(HERE, blocks(Path(sys.argv[1])))
