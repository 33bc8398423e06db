"""What README.template.md says in numbers, out of table.csv."""

import csv
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens.text.words import listed

HERE = Path(__file__).parent
FAMILIES = {"excluded": "diagonals excluded", "torus": "torus", "regions": "regions"}
EXACT = ("forward checking", "clingo", "CP-SAT")
CLOSE = ("tabu search", "extremal optimisation", "breakout", "adaptive search")
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"))
# Of a row whose dearest run carries a larger share of all evaluations a sentence warns.
DEAR = 1 / 3
# Growth is told from here on: below, boards of other remainders scatter.
FIRST = {"excluded": 12, "torus": 13, "regions": 7}


class Row(NamedTuple):
    """An algorithm on the boards of one family and size."""

    runs: int
    solved: int
    ert: float
    seconds: float
    dearest: float

    def __str__(self) -> str:
        ert = f"{self.ert:.2g}" if self.ert < inf else "unsolved"
        left = "" if self.solved == self.runs else f"; {self.solved}/{self.runs}"
        return f"{seconds(self)} ({ert}{left})"


def numbers() -> dict[str, Any]:
    """What the template names."""
    found = {name: _rows(words) for name, words in FAMILIES.items()}
    excluded = found["excluded"]
    assert not any(dear(found[name]) for name in ("torus", "regions"))  # so the template says
    runs = sum(row.runs for rows in found.values() for one in rows.values() for row in one.values())
    return {
        "table": lambda name: table(found[name]),
        "dear": lambda name: dear(found[name]),
        "solved": lambda n, who: "{0.solved} of {0.runs}".format(excluded[who][n]),
        "times": lambda n, one, other: f"{excluded[one][n].ert / excluded[other][n].ert:.1f}",
        "time": lambda n, who: seconds(excluded[who][n]),
        "apart": lambda: apart(excluded),
        "order": lambda n: order(excluded, n),
        "crossings": lambda name: crossings(found[name]),
        "growth": lambda name, who: growth(found[name][who], FIRST[name]),
        "runs": lambda: f"{runs:,}",
    }


def table(rows: dict[str, dict[int, Row]]) -> str:
    """Algorithms by sizes: median seconds, ERT, and how many were solved where not all were."""
    sizes = sorted({n for by_size in rows.values() for n in by_size})
    head = ["median time (ERT; solved)", *(f"n = {n}" for n in sizes)]
    lines = [head, ["---"] * len(head)]
    for name, by_size in rows.items():
        lines.append([name, *(str(by_size.get(n, "")) for n in sizes)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def dear(rows: dict[str, dict[int, Row]]) -> str:
    """The rows of which one run carries more than a third of all evaluations."""
    found = {
        name: [f"{n:,}" for n, row in by_size.items() if row.dearest > DEAR]
        for name, by_size in rows.items()
    }
    return ", ".join(f"{name} (n = {listed(sizes)})" for name, sizes in found.items() if sizes)


def crossings(rows: dict[str, dict[int, Row]]) -> str:
    """For each exact method, the size from which on tabu search has the lower median time."""
    said = []
    for exact in (name for name in EXACT if name in rows):
        sizes = sorted(rows[exact])
        sooner = {n for n in sizes if rows["tabu search"][n].seconds < rows[exact][n].seconds}
        since = next((n for n in sizes if sooner.issuperset(m for m in sizes if m >= n)), None)
        said.append(f"{exact} {f'from n = {since} on' if since else 'not to the end'}")
    return ", ".join(said)


def apart(rows: dict[str, dict[int, Row]]) -> str:
    """The largest ratio of two ERTs of close searches on one size."""
    erts = [[rows[name][n].ert for name in CLOSE] for n in rows[CLOSE[0]]]
    return f"{max(max(one) / min(one) for one in erts):.1f}"


def order(rows: dict[str, dict[int, Row]], n: int) -> str:
    """The close searches on one size, the quickest first."""
    quickest = sorted(CLOSE, key=lambda name: rows[name][n].seconds)
    return ", ".join(f"{name} {seconds(rows[name][n])}" for name in quickest)


def growth(by_size: dict[int, Row], first: int) -> str:
    """The factor by which ERT grows a row."""
    sizes = sorted(n for n in by_size if n >= first)
    factor = by_size[sizes[-1]].ert / by_size[sizes[0]].ert
    return f"{factor ** (1 / (sizes[-1] - sizes[0])):.2f}"


def seconds(row: Row) -> str:
    """The median time, with its unit."""
    if row.seconds == inf:
        return "over half unsolved"
    size, unit = next((one for one in UNITS if row.seconds >= one[0]), UNITS[-1])
    return f"{row.seconds / size:.3g} {unit}"


def _rows(words: str) -> dict[str, dict[int, Row]]:
    """The rows of a family by algorithm and size."""
    found: dict[str, dict[int, Row]] = {}
    with (HERE / "table.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if words in row["family"]:
                values = (float(row[key] or inf) for key in ("ert", "median_time", "dearest"))
                by_size = found.setdefault(row["algorithm"], {})
                by_size[int(float(row["n"]))] = Row(int(row["runs"]), int(row["solved"]), *values)
    return found
