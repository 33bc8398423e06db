"""From the fresh runs to what is kept of them: fresh.csv and hypotheses.csv.

for study in experiments/population/fresh/*.yaml; do
    metaqueens run $study -o results/fresh/$(basename $study .yaml)
done
python experiments/population/fresh.py results/fresh
"""

import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from measure import MAPS, setting
from scipy import stats

from metaqueens.analysis.estimate import limits

HERE = Path(__file__).parent
LEVEL = 0.05
ROWS_AND_COLUMNS = {
    **MAPS,
    "crossover": MAPS["crossover_mutation"],
    "order": MAPS["crossover_mutation"],
}
Key = tuple[str, int, Any, Any]
Claim = tuple[str, Key, Key | None, float, float]


class Cell(NamedTuple):
    """What the runs of one setting say of its ERT, and how many there are and solved."""

    log_ert: limits.ConfidenceLimits
    runs: int
    solved: int

    def share(self, level: float) -> tuple[float, float]:
        """Clopper and Pearson's interval of the share that solves."""
        found = stats.binomtest(self.solved, self.runs).proportion_ci(1 - level, "exact")
        return float(found.low), float(found.high)


def claims() -> Iterator[Claim]:
    """HYPOTHESES.md: two cells and the range of their ratio, or one and that of its success."""

    def mapped(population: int, mutation: float) -> Key:
        return "population_mutation", 100, population, mutation

    yield "P1", mapped(10, 0.3), mapped(10, 1.0), 2, inf
    yield "P2", mapped(300, 1.0), mapped(300, 0.5), 3, inf
    yield "P3", mapped(1000, 1.0), mapped(1000, 0.3), 5, inf
    yield "P4", mapped(300, 0.1), mapped(300, 0.5), 2, inf
    for name, use, share, sizes, low, high in (
        ("C1", "pmx", 0.7, (20, 50), 1.5, inf),
        ("C2", "pmx", 0.3, (100, 200), 1 / 1.5, 1.5),
        ("C3", "cycle", 0.3, (100, 200), 1 / 1.5, 1.5),
        ("C4", "order", 0.3, (50, 100, 200), 1.3, inf),
    ):
        for n in sizes:
            yield name, ("crossover", n, use, share), ("crossover", n, "pmx", 0.0), low, high
    yield "C5", ("order", 100, "order", 1.0), None, 0, 0.2
    swap, *others = (
        ("operators", 100, "pmx", use) for use in ("swap", "shuffle", "inversion", "insertion")
    )
    yield "M1", others[0], swap, 1.5, inf
    yield "M2", others[1], None, 0, 0.5
    yield "M3", others[2], None, 0, 0.2
    for n in (100, 200):
        yield "S1", ("selection", n, 0, 2), None, 0, 0.2
        yield "S2", ("selection", n, 2, 2), None, 0.8, 1
    yield "S3", ("selection", 200, 50, 5), ("selection", 200, 2, 5), 1.5, inf
    yield "S4", ("selection", 200, 0, 5), ("selection", 200, 2, 5), 1 / 1.5, 1.5
    for n in (20, 100, 1000):
        yield "T1", ("annealing", n, n, 0.01), ("annealing", n, n, 0.1), 1 / 1.25, 1.25
    yield "T2", ("annealing", 100, 100, 0.3), ("annealing", 100, 100, 0.1), 10, inf
    yield "T3", ("annealing", 1000, 1000, 0.2), None, 0, 0.1


def main(results: Path) -> None:
    cells: dict[Key, Cell] = {}
    for folder in sorted(results.iterdir()):
        cells |= read(folder, *ROWS_AND_COLUMNS[folder.name])
    pd.DataFrame(table(cells)).to_csv(HERE / "fresh.csv", index=False, float_format="%.6g")
    pd.DataFrame(judged(cells)).to_csv(HERE / "hypotheses.csv", index=False, float_format="%.4g")


def read(folder: Path, row: str, column: str) -> dict[Key, Cell]:
    """The runs of each cell of one study."""
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection:
        runs = pd.read_sql(
            "SELECT cell, n, parameters, evaluations, status = 'solved' AS solved"
            " FROM runs JOIN cells USING (cell)",
            connection,
        )
    found = {}
    for _, cell in runs.groupby("cell"):
        n, parameters = int(cell.n.iloc[0]), json.loads(cell.parameters.iloc[0])
        key = (folder.name, n, setting(parameters, row, n), setting(parameters, column, n))
        spent, solved = cell.evaluations.to_numpy(float), cell.solved.to_numpy(bool)
        log_ert = limits.limit_mean(spent[solved], spent[~solved], per_solved=True)
        found[key] = Cell(log_ert, len(cell), int(solved.sum()))
    return found


def table(cells: dict[Key, Cell]) -> Iterator[dict[str, Any]]:
    """A line per cell: ERT with its own 95 % interval, and whether it may be its map's best."""
    best = set(
        maybe_best({key: cell for key, cell in cells.items() if key[0] == "population_mutation"})
    )
    for key, cell in cells.items():
        low, high = cell.log_ert.interval()
        yield {
            **dict(zip(("study", "n", "row", "column"), key, strict=True)),
            "runs": cell.runs, "solved": cell.solved, "ert": float(np.exp(cell.log_ert.value)),
            "low": low, "high": high,
            "maybe_best": int(key in best) if key[0] == "population_mutation" else "",
        }  # fmt: skip


def maybe_best(cells: dict[Key, Cell]) -> Iterator[Key]:
    """The cells of which none is shown to be cheaper; the best is among them with 95 %.

    The true best is left out only if one of the others errs; each of these is given its share.
    """
    level = 2 * LEVEL / (len(cells) - 1)
    for key, cell in cells.items():
        if all(ratio(cell, other, level)[0] <= 1 for other in cells.values() if other is not cell):
            yield key


def judged(cells: dict[Key, Cell]) -> Iterator[dict[str, Any]]:
    """A line per comparison of each hypothesis, with its simultaneous interval."""
    found = list(claims())
    for name, one, other, low, high in found:
        mine, level = cells[one], LEVEL / len(found)
        if other is None:
            value, (least, most) = mine.solved / mine.runs, mine.share(level)
        else:
            value = float(np.exp(mine.log_ert.value - cells[other].log_ert.value))
            least, most = ratio(mine, cells[other], level)
        yield {
            "hypothesis": name, "n": one[1], "what": "ratio" if other else "solved", "value": value,
            "low": least, "high": most, "claimed_low": low, "claimed_high": high,
        }  # fmt: skip


def ratio(one: Cell, other: Cell, level: float) -> tuple[float, float]:
    """An interval of the ratio of two finite ERTs: `metaqueens compare`'s, at another level."""
    at = int(np.flatnonzero(level / 2 >= limits.LEVELS)[0])
    mine, theirs = one.log_ert, other.log_ert
    gap = mine.value - theirs.value
    low = gap - np.hypot(mine.value - mine.lower[at], theirs.upper[at] - theirs.value)
    high = gap + np.hypot(mine.upper[at] - mine.value, theirs.value - theirs.lower[at])
    return float(np.exp(low)), float(np.exp(high))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
