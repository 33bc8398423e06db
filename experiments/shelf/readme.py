"""What README.template.md says in numbers, out of table.csv, large.csv and tuned.csv."""

import csv
from math import inf
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from experiments.shelf import longest, tuning

HERE = Path(__file__).parent
# Of a row whose dearest run carries a larger share of all evaluations a sentence warns.
DEAR = 1 / 3
# What stands for the local search of others, in the published factors.
LOCAL = ("iterated local search", "extremal optimisation", "adaptive search")


class Row(NamedTuple):
    """An algorithm on a problem or family."""

    runs: int
    solved: int
    ert: float
    seconds: float
    dearest: float

    def __str__(self) -> str:
        ert = short(self.ert) if self.ert < inf else "none"
        return ert if self.solved == self.runs else f"{ert} ({self.solved}/{self.runs})"


def numbers() -> dict[str, Any]:
    """What the template names."""
    found = _rows("table.csv")
    large = _rows("large.csv")
    _check_words(found, large["n=1000"])
    found |= large
    problems = list(found)
    algorithms = list(dict.fromkeys(name for rows in found.values() for name in rows))
    ranks = {name: mean(_ranks(found[one])[name] for one in problems) for name in algorithms}
    order = sorted(algorithms, key=lambda name: ranks[name])
    runs = sum(row.runs for rows in found.values() for row in rows.values())
    plain = [one for one in problems if "," not in one and one != "n=1000"]
    return {
        **longest.numbers(),
        **tuning.numbers(),
        "span": lambda one, other: _span([_ratio(found[at], one, other) for at in plain]),
        "published": lambda: _published(found, plain),
        "reached": lambda: _listed(
            name for name in order if found["n=1000"][name].solved == found["n=1000"][name].runs
        ),
        "not_reached": lambda: _listed(
            f"{name} ({row.solved}/{row.runs})"
            for name in order if (row := found["n=1000"][name]).solved < row.runs
        ),
        "dear": lambda: _dear(found),
        "table": lambda: _table(found, problems, order, ranks),
        "runs": lambda: f"{runs:,}",
        "sooner": lambda problem: _sooner(found[problem]),
        "best": lambda problem: _best(found[problem]),
        "ert": lambda problem, name: str(found[problem][name]),
        "ratio": lambda problem, one, other: _ratio(found[problem], one, other),
        "all_plain": lambda: _listed(
            name for name in order
            if all(found[one][name].solved == found[one][name].runs for one in plain)
        ),
        "not_all_plain": lambda: _listed(
            name for name in order
            if any(found[one][name].solved < found[one][name].runs for one in plain)
        ),
    }  # fmt: skip


def _span(ratios: list[str]) -> str:
    low, high = min(ratios, key=float), max(ratios, key=float)
    return f"{low} to {high}"


def _published(found: Any, plain: list[str]) -> str:
    """The factors of Masehian et al. (2013), and ours with each of three local searches."""
    head = ["evaluations over those of a local search", "published", *plain]
    lines = [head, ["---"] * len(head)]
    for other, factor in (("annealing", "21"), ("particle swarm", "8")):
        for search in LOCAL:
            ours = [_ratio(found[one], other, search) for one in plain]
            lines.append([f"{other} / {search}", factor, *ours])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _check_words(found: Any, large: dict[str, Row]) -> None:
    """What the words of the template claim."""
    for rows in found.values():
        assert rows["ant colony"].ert < rows["genetic"].ert
    plain = [found[f"n={n}"] for n in (8, 20, 50, 100)]
    assert all(rows["annealing"].ert < rows["particle swarm"].ert for rows in plain)
    for rows in found.values():
        five = sorted(rows, key=lambda name: rows[name].ert)[:5]
        assert {"ant colony", "extremal optimisation", "adaptive search"} <= {*five}
    assert "adaptive search" in sorted(large, key=lambda name: large[name].ert)[:2]
    hard = found["n=12, 8 diagonals excluded"]
    assert hard["annealing"].solved < hard["annealing"].runs
    assert hard["genetic"].solved < hard["hill climbing"].solved
    correlations = [float(word) for word in tuning.numbers()["still"]().split() if "." in word]
    assert correlations[0] < correlations[1]
    assert large["hill climbing"].solved == large["tabu search"].solved == 0
    assert large["iterated local search"].solved == large["iterated local search"].runs


def short(value: float) -> str:
    """Two digits."""
    rounded = float(f"{value:.2g}")
    return f"{rounded:,.0f}" if rounded < 1e5 else f"{rounded:.1e}".replace("e+0", "e")


def _ratio(rows: dict[str, Row], one: str, other: str) -> str:
    return f"{float(f'{rows[one].ert / rows[other].ert:.2g}'):g}"


def _best(rows: dict[str, Row]) -> str:
    order = sorted(rows, key=lambda name: rows[name].ert)
    return f"{order[0]} ({rows[order[0]]}), {order[1]} ({rows[order[1]]})"


def _sooner(rows: dict[str, Row]) -> str:
    """The four of the lowest median time."""
    order = sorted(rows, key=lambda name: rows[name].seconds)
    return ", ".join(f"{name} ({1000 * rows[name].seconds:.2g} ms)" for name in order[:4])


def _ranks(rows: dict[str, Row]) -> dict[str, float]:
    """Ranks by ERT, equal ones (nobody solved) sharing theirs."""
    erts = {name: row.ert for name, row in rows.items()}
    return {
        name: mean(k for k, other in enumerate(sorted(erts.values()), 1) if other == ert)
        for name, ert in erts.items()
    }


def _table(found: Any, problems: list[str], order: list[str], ranks: dict[str, float]) -> str:
    head = ["ERT (solved of all, where not all)", *problems, "mean rank"]
    lines = [head, ["---"] * len(head)]
    for name in order:
        lines.append([name, *(str(found[one][name]) for one in problems), f"{ranks[name]:.1f}"])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _dear(found: dict[str, dict[str, Row]]) -> str:
    """The largest share of the evaluations of a row that one run carries."""
    share = max(row.dearest for rows in found.values() for row in rows.values())
    assert share < DEAR, "this row needs a sentence of its own"
    return f"{100 * share:.2g} %"


def _listed(names: Any) -> str:
    return ", ".join(names) or "none"


def _rows(table: str) -> dict[str, dict[str, Row]]:
    found: dict[str, dict[str, Row]] = {}
    with (HERE / table).open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            ert = float(row["ert"] or inf)
            mine = found.setdefault(row["family"], {})
            seconds = float(row["median_time"] or inf)
            counts = int(row["runs"]), int(row["solved"])
            mine[row["algorithm"]] = Row(*counts, ert, seconds, float(row["dearest"]))
    return found
