"""The numbers of README.template.md, out of the tables; and that its words are true of them."""

import csv
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Row = dict[str, Any]
Table = dict[tuple[str, int], Row]
GENETIC, ANNEALING = "metaqueens, genetic", "metaqueens, simulated annealing"
MIN_CONFLICTS, QUEUE_SEARCH = "metaqueens, min-conflicts", "metaqueens, queue search"
SIMANNEAL, MLROSE = "simanneal, simulated annealing", "mlrose, simulated annealing"
BACKTRACKING = "python-constraint, backtracking"
REPAIR, CP_SAT = "python-constraint, min-conflicts", "OR-Tools, CP-SAT"


def numbers() -> dict[str, Any]:
    """What the template names."""
    table = _table()
    _check_ours(table)
    _check_peers(table)
    theirs, mine = table[SIMANNEAL, 100], table[ANNEALING, 100]
    at_8 = [row["seconds"] for (_, n), row in table.items() if n == 8]
    return {
        **_refereed(),
        "table": (HERE / "table.md").read_text(encoding="utf-8").rstrip("\n"),
        "slowest_at_8": f"{max(at_8):.1f}",
        "annealing_ms": f"{1e3 * mine['seconds']:.1f}",
        "simanneal_s": f"{theirs['seconds']:.1f}",
        "evaluations": f"{theirs['evaluations'] / mine['evaluations']:.0f}",
        "price": f"{_price(theirs) / _price(mine):.0f}",
        "mlrose_ms": f"{1e3 * _price(table[MLROSE, 50]):.1f}",
        "genetic_s": f"{table[GENETIC, 100]['seconds']:.2f}",
        "deap_s": f"{table['DEAP, genetic', 20]['seconds']:.1f}",
        "mealpy_solved": table["mealpy, genetic", 20]["solved"],
        "repair_s": f"{table[REPAIR, 100]['seconds']:.1f}",
        "cp_sat_s": f"{table[CP_SAT, 100]['seconds']:.1f}",
        "backtracking_solved": table[BACKTRACKING, 50]["solved"],
        "backtracking_ms": f"{1e3 * table[BACKTRACKING, 50]['seconds']:.0f}",
        "runs": table[BACKTRACKING, 50]["runs"],
    }


def _refereed() -> dict[str, Any]:
    """Of the real solvers that ran as programs; every one of their boards was confirmed."""
    with (HERE / "refereed.csv").open(encoding="utf-8") as file:
        rows = {(row["algorithm"], int(row["n"])): row for row in csv.DictReader(file)}
    assert all(row["solved"] == row["runs"] for row in rows.values())
    assert {row["verdicts"] for row in rows.values()} == {"validated"}
    seconds = {at: float(row["seconds"]) for at, row in rows.items()}
    in_c = max(spent for (name, _), spent in seconds.items() if name == "min-conflicts in C")
    assert in_c < min(seconds[name, 8] for name in ("CaDiCaL", "clingo", "Gecode"))
    assert max(spent for (name, _), spent in seconds.items() if name == "tabu search, ours") < in_c
    return {
        "refereed": (HERE / "refereed.md").read_text(encoding="utf-8").rstrip("\n"),
        "boards": sum(int(row["runs"]) for row in rows.values()),
        "cadical_8_ms": f"{1e3 * seconds['CaDiCaL', 8]:.0f}",
        "cadical_100_s": f"{seconds['CaDiCaL', 100]:.1f}",
        "clingo_100_s": f"{seconds['clingo', 100]:.1f}",
        "clingo_8_ms": f"{1e3 * seconds['clingo', 8]:.0f}",
        "gecode_8_ms": f"{1e3 * seconds['Gecode', 8]:.0f}",
        "gecode_100_s": f"{seconds['Gecode', 100]:.1f}",
        "gecode_version": next(row["version"] for row in rows.values() if row["version"]),
        "in_c_ms": f"{1e3 * in_c:.0f}",
    }


def _table() -> Table:
    """Seconds and evaluations as numbers; infinite and none where no run was solved."""
    found = {}
    with (HERE / "table.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[row["solver"], int(row["n"])] = row | {
                "solved": int(row["solved"]),
                "runs": int(row["runs"]),
                "seconds": float(row["seconds"] or "inf"),
                "evaluations": int(row["evaluations"] or 0),
            }
    return found


def _price(row: Row) -> float:
    return row["seconds"] / row["evaluations"]


def _all_solved(row: Row) -> bool:
    return row["solved"] == row["runs"]


def _check_ours(table: Table) -> None:
    """The order that the sentences give our searches."""
    assert max(table[name, 100]["seconds"] for name in (ANNEALING, MIN_CONFLICTS)) < 1e-3
    ours = {
        n: sorted(
            (name for name, size in table if size == n and name.startswith("metaqueens")),
            key=lambda name, n=n: table[name, n]["seconds"],
        )
        for n in (20, 1000)
    }
    assert ours[20][-2] == QUEUE_SEARCH
    assert ours[1000][0] == QUEUE_SEARCH


def _check_peers(table: Table) -> None:
    """Who solves what, and who is quickest."""
    peers = {name for name, _ in table if not name.startswith("metaqueens")}
    assert all(_all_solved(row) for (_, n), row in table.items() if n == 8)
    for n in (8, 20):
        here = [name for name in peers if (name, n) in table]
        assert min(here, key=lambda name, n=n: table[name, n]["seconds"]) == BACKTRACKING
    assert table[BACKTRACKING, 50]["solved"] == table[BACKTRACKING, 50]["runs"] - 1
    assert table[REPAIR, 100]["seconds"] < table[CP_SAT, 100]["seconds"]
    for name in (CP_SAT, REPAIR):
        assert all(_all_solved(table[name, n]) for n in (8, 20, 50, 100)), name
        assert table[name, 1000]["solved"] == 0, name
