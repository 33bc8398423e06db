"""What README.template.md says of the tuned shelf, out of tuned.csv."""

import csv
import json
from math import inf
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

HERE = Path(__file__).parent
KINDS = ("plain", "hard")
WHEN = ("default", "best")
CRITERIA = ("late acceptance", "threshold", "great deluge", "record to record")


class Row(NamedTuple):
    """A tuning: ERT of the default and of the best setting on the test, and the verdict."""

    settings: int
    runs: int
    default: float
    best: float
    default_solved: int
    best_solved: int
    of: int
    ratio: str
    verdict: str
    setting: dict[str, Any]

    def cell(self) -> str:
        """Its cells of the table."""
        pairs = ((self.default, self.default_solved), (self.best, self.best_solved))
        said = [
            _short(ert) if solved == self.of else f"{_short(ert)} ({solved}/{self.of})"
            for ert, solved in pairs
        ]
        return f"{said[0]} -> {said[1]}"


def numbers() -> dict[str, Any]:
    """What the template names."""
    rows = _rows()
    plain, hard = ({name: row for (kind, name), row in rows.items() if kind == one}
                   for one in KINDS)  # fmt: skip
    assert plain.keys() == hard.keys()
    for rows_of in (plain, hard):
        assert rows_of["hill climbing"].setting["variant"] == "conflicted"
        assert rows_of["annealing"].setting["focus"] == "conflicted"
    return {
        "tuned": lambda: _table(plain, hard),
        "tunings": len(rows),
        "tuning_runs": f"{sum(row.runs for row in rows.values()):,}",
        "verdicts": lambda kind, word: _count(rows, kind, word),
        "names": lambda kind, word: _names(rows, kind, word),
        "criterion": lambda kind: _criteria(plain if kind == "plain" else hard),
        "hot": lambda name: f"{hard[name].setting['schedule.hot']:.2f}",
        "cold": lambda name: f"{hard[name].setting['schedule.cold']:.2f}",
        "first": lambda kind: _first(plain if kind == "plain" else hard),
        "still": lambda: _spearman(plain, hard),
    }


def _names(rows: dict[tuple[str, str], Row], kind: str, word: str) -> str:
    found = [name for (one, name), row in rows.items() if (one, row.verdict) == (kind, word)]
    return ", ".join(found) or "none"


def _count(rows: dict[tuple[str, str], Row], kind: str, word: str) -> int:
    return sum((one, row.verdict) == (kind, word) for (one, _), row in rows.items())


def _criteria(rows: dict[str, Row]) -> str:
    """The criteria that the tunings of local search chose, their own where they chose none."""
    found = {
        rows[name].setting.get("acceptance", {"use": name})["use"].replace("_", " ")
        for name in CRITERIA
    }
    return " and ".join(sorted(found))


def _first(rows: dict[str, Row]) -> str:
    """The four of the lowest ERT once tuned."""
    order = sorted(rows, key=lambda name: rows[name].best)
    return ", ".join(f"{name} ({_short(rows[name].best)})" for name in order[:4])


def _ranks(costs: dict[str, float]) -> dict[str, float]:
    order = sorted(costs.values())
    return {
        name: mean(k for k, other in enumerate(order, 1) if other == cost)
        for name, cost in costs.items()
    }


def _spearman(plain: dict[str, Row], hard: dict[str, Row]) -> str:
    """The rank correlations of default and tuned, on both kinds of boards."""
    said = [
        spearman(*({name: getattr(row, which) for name, row in rows.items()} for which in WHEN))
        for rows in (plain, hard)
    ]
    return f"{said[0]:.2f} on plain boards and {said[1]:.2f} on hard ones"


def spearman(default: dict[str, float], best: dict[str, float]) -> float:
    """The rank correlation of the costs of the same searches."""
    one, two = _ranks(default), _ranks(best)
    middle = (len(one) + 1) / 2
    shared = sum((one[name] - middle) * (two[name] - middle) for name in one)
    spread = [sum((rank - middle) ** 2 for rank in each.values()) for each in (one, two)]
    return shared / (spread[0] * spread[1]) ** 0.5


def _table(plain: dict[str, Row], hard: dict[str, Row]) -> str:
    head = ["ERT, default -> tuned", "n = 100", "verdict", "8 diagonals excluded", "verdict",
            "mean rank tuned (default)"]  # fmt: skip
    ranks = {
        which: [_ranks({name: getattr(row, which) for name, row in rows.items()})
                for rows in (plain, hard)]
        for which in ("default", "best")
    }  # fmt: skip
    means = {which: {name: mean(one[name] for one in found) for name in plain}
             for which, found in ranks.items()}  # fmt: skip
    lines = [head, ["---"] * len(head)]
    for name in sorted(plain, key=lambda name: means["best"][name]):
        cells = [cell for rows in (plain, hard) for cell in (rows[name].cell(), rows[name].verdict)]
        lines.append([name, *cells, f"{means['best'][name]:.1f} ({means['default'][name]:.1f})"])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _short(value: float) -> str:
    """Two digits."""
    if value == inf:
        return "none"
    rounded = float(f"{value:.2g}")
    return f"{rounded:,.0f}" if rounded < 1e5 else f"{rounded:.1e}".replace("e+0", "e")


def _rows() -> dict[tuple[str, str], Row]:
    with (HERE / "tuned.csv").open(encoding="utf-8") as file:
        return {
            (row["kind"], row["algorithm"]): Row(
                int(row["settings"]), int(row["runs"]), float(row["default"] or inf),
                float(row["best"] or inf), int(row["default_solved"]), int(row["best_solved"]),
                int(row["of"]), row["ratio"], row["verdict"], json.loads(row["best_settings"]),
            )
            for row in csv.DictReader(file)
        }  # fmt: skip
