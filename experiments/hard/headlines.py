"""The headlines of the page on fresh blocks of boards and seeds.

python -m experiments.hard.headlines RESULTS    # writes headlines.csv
"""

import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path

from experiments.hard.readme import CLOSE, EXACT, FAMILIES, FIRST, Row, growth
from experiments.hard.tables import rows
from experiments.headlines import write

HERE = Path(__file__).parent
BLOCKS = (1, 2)
# The largest size of the blocks; beyond it a block takes too long.
HARDEST = 20
Table = dict[str, dict[int, Row]]


def blocks(results: Path) -> Iterator[tuple[str, int, float]]:
    """What the page says of each block."""
    for block in BLOCKS:
        found = _tables(results, block)
        excluded, torus, regions = found["excluded"], found["torus"], found["regions"]
        blind, seeing = (excluded[name][HARDEST] for name in ("annealing", "conflicted annealing"))
        yield "view", block, blind.ert / seeing.ert
        erts = [[excluded[name][n].ert for name in CLOSE] for n in excluded["tabu search"]]
        yield "close", block, max(max(one) / min(one) for one in erts)
        tabu = excluded["tabu search"]
        for name in ("clingo", "CP-SAT"):
            times = [excluded[name][n].seconds / tabu[n].seconds for n in tabu]
            yield f"sooner than {name}", block, min(times)
        slower = excluded["forward checking"][HARDEST].seconds / tabu[HARDEST].seconds
        yield "sooner than forward checking", block, slower
        exact = [excluded[name][n] for name in EXACT for n in tabu]
        yield "all solved", block, min(row.solved / row.runs for row in exact)
        yield "worse", block, tabu[HARDEST].solved / tabu[HARDEST].runs
        grown = [_growth(torus, name, "torus") for name in ("annealing", *CLOSE)]
        yield "torus, grows", block, min(grown) / _growth(torus, "forward checking", "torus")
        checking, tabu = torus["forward checking"], torus["tabu search"]
        large = [n for n in tabu if n >= FIRST["torus"]]
        times = [checking[n].seconds / tabu[n].seconds for n in large]
        yield "torus, sooner", block, min(times)
        yield (
            "regions",
            block,
            _growth(regions, "annealing", "regions") / _growth(regions, "tabu search", "regions"),
        )


def _growth(table: Table, name: str, family: str) -> float:
    return float(growth(table[name], FIRST[family]))


def _tables(results: Path, block: int) -> dict[str, Table]:
    found: dict[str, Table] = {name: {} for name in FAMILIES}
    for folder in sorted(results.glob(f"hard_*_block{block}")):
        for row in rows(str(folder)):
            family = next(name for name, words in FAMILIES.items() if words in row["family"])
            ert, seconds = (
                inf if row[key] is None else float(row[key]) for key in ("ert", "median_time")
            )
            by_size = found[family].setdefault(row["algorithm"], {})
            counts = int(row["runs"]), int(row["solved"])
            by_size[int(row["n"])] = Row(*counts, ert, seconds, float(row["dearest"]))
    return found


if __name__ == "__main__":
    write(HERE, blocks(Path(sys.argv[1])))
