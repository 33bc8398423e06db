"""The numbers of README.template.md, out of table.csv; and that its words are true of them."""

import csv
from itertools import pairwise
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Row = dict[str, str]
Table = dict[tuple[str, int], Row]


def numbers() -> dict[str, Any]:
    """What the template names."""
    with (HERE / "table.csv").open(encoding="utf-8") as file:
        table = {(row["method"], int(row["n"])): row for row in csv.DictReader(file)}
    _check_counts(table)
    _check_order(table)
    nodes = [int(table["bitmask_count", n]["nodes"]) for n in (17, 18, 19)]
    steps = [after / before for before, after in pairwise(nodes)]
    from_19 = _seconds(table, "bitmask_count", 19)
    assert steps == sorted(steps)
    assert from_19 * steps[1] ** 6 > 60 * 86_400, "n = 25 takes two months or more"
    counted, walked = (int(table[m, 16]["nodes"]) for m in ("bitmask_count", "bitmask"))
    return {
        "nodes": f"{int(table['bitmask', 8]['nodes']):,}",
        "branches": table["cp", 8]["branches"],
        "times": lambda slow, fast, n: f"{_seconds(table, slow, n) / _seconds(table, fast, n):.0f}",
        "count_16": f"{_seconds(table, 'bitmask_count', 16):.2g}",
        "count_18": f"{_seconds(table, 'bitmask_count', 18):.1f}",
        "count_19": f"{from_19:.0f}",
        "step_low": f"{steps[0]:.1f}",
        "step_high": f"{steps[1]:.1f}",
        "cp_times": f"{_seconds(table, 'cp', 13) / _seconds(table, 'permutation', 13):.1f}",
        "from_20": f"{from_19 * steps[1] / 60:.1f}",
        "share": f"{counted / walked:.0%}".replace("%", " %"),
    }


def _check_counts(table: Table) -> None:
    """One number of solutions for each size, one tree for the textbook forms."""
    for n in {n for _, n in table}:
        assert len({row["solutions"] for (_, size), row in table.items() if size == n}) == 1, n
    textbook = ("cartesian", "permutation", "matrix", "iterative", "bitmask")
    assert len({table[method, 8]["nodes"] for method in textbook}) == 1
    assert int(table["cp", 8]["branches"]) < int(table["bitmask", 8]["nodes"])


def _check_order(table: Table) -> None:
    """Who is slower than whom at the sizes that both were asked for."""
    for slow, fast in (
        ("cartesian", "permutation"), ("matrix", "iterative"), ("iterative", "permutation"),
        ("permutation", "bitmask"), ("cp", "bitmask"), ("cp_sat", "cp"),
    ):  # fmt: skip
        for n in (8, 9, 10, 11):
            assert _seconds(table, slow, n) > _seconds(table, fast, n), (slow, fast, n)
    for n in range(8, 14):
        assert _seconds(table, "cp", n) > _seconds(table, "permutation", n), n


def _seconds(table: Table, method: str, n: int) -> float:
    return float(table[method, n]["seconds"])
