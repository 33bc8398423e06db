"""The numbers of README.template.md, out of the tables; and that its words are true of them."""

import csv
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Row = dict[str, Any]
Rows = list[Row]
Fresh = dict[tuple[str, int, str, str], Row]


def numbers() -> dict[str, Any]:
    """What the template names."""
    fresh = {
        (row["study"], int(row["n"]), row["row"], row["column"]): row for row in _rows("fresh.csv")
    }
    tested = _rows("hypotheses.csv")
    became = {name: _became([r for r in tested if r["hypothesis"] == name]) for name in _texts()}
    best = [key for key, row in fresh.items() if row["maybe_best"] == "1"]
    mapped = [row for row in fresh.values() if row["study"] == "population_mutation"]
    _check_words(fresh, became, best)
    return {
        "cells": len(fresh),
        "least_runs": min(int(row["runs"]) for row in fresh.values()),
        "hypotheses": len(became),
        "supported": list(became.values()).count("supported"),
        "refuted": list(became.values()).count("refuted"),
        "undecided": list(became.values()).count("not decided"),
        "verdicts": "\n".join(_verdicts(tested, became)),
        "map": "\n".join(_map(fresh)),
        "map_cells": len(mapped),
        "map_runs": mapped[0]["runs"],
        "best_cells": len(best),
        "lowest": lambda name: f"{min(_values(tested, name)):.1f}",
        "highest": lambda name: f"{max(_values(tested, name)):.1f}",
        "ratio": lambda name, n: f"{_tested(tested, name, n):.1f}",
        "solved": lambda *key: _solved(fresh[key[0], key[1], str(key[2]), str(key[3])]),
        "annealing": "\n".join(_annealing(fresh)),
        "annealing_runs": fresh["annealing", 20, "20", "0.1"]["runs"],
        **_tuning(),
    }


def _rows(name: str) -> Rows:
    with (HERE / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _texts() -> dict[str, str]:
    """The hypotheses as they were written down."""
    lines = (HERE / "HYPOTHESES.md").read_text(encoding="utf-8").splitlines()
    cells = [
        line.strip("|").split("|")
        for line in lines
        if line[:3] in ("| P", "| C", "| M", "| S", "| T")
    ]
    return {name.strip(): text.strip() for name, text in cells}


def _became(rows: Rows) -> str:
    """Supported within what is claimed at all sizes, refuted outside at one."""
    assert rows
    within, outside = True, False
    for row in rows:
        low, high, least, most = (
            float(row[key]) for key in ("low", "high", "claimed_low", "claimed_high")
        )
        within &= least <= low and high <= most
        outside |= high < least or low > most
    return "refuted" if outside else "supported" if within else "not decided"


def _verdicts(tested: Rows, became: dict[str, str]) -> list[str]:
    lines = [
        "| | hypothesis | became | n: ratio, or share solved, with its interval | fresh blocks |",
        "|---|---|---|---|---|",
    ]
    blocks = _rows("headlines.csv")
    for name, text in _texts().items():
        found = "; ".join(
            f"{row['n']}: {_short(row['value'])} ({_short(row['low'])} to {_short(row['high'])})"
            for row in tested if row["hypothesis"] == name
        )  # fmt: skip
        again = {}
        for row in blocks:
            hypothesis, _, n = row["headline"].partition(", n = ")
            if hypothesis == name:
                again.setdefault(n, []).append(_short(row["value"]))
        anew = "; ".join(f"{n}: {' and '.join(values)}" for n, values in again.items())
        lines.append(f"| {name} | {text} | {became[name]} | {found} | {anew} |")
    return lines


def _short(text: str) -> str:
    value = float(text)
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def _tested(tested: Rows, name: str, n: int) -> float:
    (value,) = _values([row for row in tested if int(row["n"]) == n], name)
    return value


def _values(tested: Rows, name: str) -> list[float]:
    return [float(row["value"]) for row in tested if row["hypothesis"] == name]


def _solved(row: Row) -> str:
    return f"{row['solved']} of {row['runs']}"


def _map(fresh: Fresh) -> list[str]:
    """Populations down, mutation probabilities across."""
    keys = [key for key in fresh if key[0] == "population_mutation"]
    populations = sorted({key[2] for key in keys}, key=float)
    mutations = sorted({key[3] for key in keys}, key=float)
    lines = [f"| n = 100, mutation | {' | '.join(mutations)} |", "|---|" + "--:|" * len(mutations)]
    for population in populations:
        cells = [_cell(fresh["population_mutation", 100, population, one]) for one in mutations]
        lines.append(f"| population {population} | {' | '.join(cells)} |")
    return lines


def _cell(row: Row) -> str:
    text = f"{float(row['ert']) / 1000:,.3g}k".replace("e+03", "")
    if float(row["ert"]) >= 1e6:
        text = f"{float(row['ert']) / 1e6:.1f} million"
    solved, runs = int(row["solved"]), int(row["runs"])
    text = f"**{text}**" if row["maybe_best"] == "1" else text
    return text if 2 * solved >= runs else f"{text} ({solved} of {runs} solved)"


def _annealing(fresh: Fresh) -> list[str]:
    """Sizes down, temperatures across."""
    keys = [key for key in fresh if key[0] == "annealing"]
    hot = sorted({key[3] for key in keys}, key=float)
    lines = [f"| n | {' | '.join(hot)} |", "|---|" + "--:|" * len(hot)]
    for n in sorted({key[1] for key in keys}):
        cells = [_cost(fresh["annealing", n, str(n), one]) for one in hot]
        lines.append(f"| {n} | {' | '.join(cells)} |")
    return lines


def _cost(row: Row) -> str:
    if row["solved"] == "0":
        return "none"
    value = float(row["ert"])
    text = f"{value:,.0f}" if value < 1e6 else f"{value / 1e6:.0f} million"
    return text if row["solved"] == row["runs"] else f"{text} ({_solved(row)})"


def _check_words(fresh: Fresh, became: dict[str, str], best: list[Any]) -> None:
    """What the sentences say in words."""
    tested = _rows("hypotheses.csv")
    for name in ("C1", "C4", "M1", "S3"):
        rows = [row for row in tested if row["hypothesis"] == name]
        assert all(float(row["low"]) > 1 for row in rows), f"{name}: costs more"
    assert became["C2"] == became["C3"] == "supported", "by less than a factor of 1.5"
    for name in ("C2", "C3", "S4"):
        rows = [row for row in tested if row["hypothesis"] == name]
        assert all(float(row["low"]) < 1 < float(row["high"]) for row in rows), "not told apart"
    assert {key[2] for key in best if key[3] == "1.0"} == {"10"}, "with every child mutated"
    assert all(key[3] != "0.1" for key in best), "too little mutation"
    assert became["T1"] == "supported", "up to 0.1 the temperature hardly matters"
    explodes = [_doubles(fresh, n) for n in (1000, 100, 20)]
    assert explodes == sorted(set(explodes)), "the sooner the more queens"
    for n in (20, 100, 1000):
        costs = [
            (float(key[3]), float(row["ert"]))
            for key, row in fresh.items()
            if key[:2] == ("annealing", n) and float(key[3]) >= 0.12
        ]
        assert [cost for _, cost in sorted(costs)] == sorted(cost for _, cost in costs), n


def _doubles(fresh: Fresh, n: int) -> float:
    """The lowest temperature that costs twice what the lowest of all costs."""
    costs = {
        float(key[3]): float(row["ert"])
        for key, row in fresh.items()
        if key[:2] == ("annealing", n)
    }
    return min(one for one, cost in costs.items() if cost > 2 * costs[min(costs)])


def _tuning() -> dict[str, Any]:
    """What the search found, and what runs that did not choose it show."""
    found = json.loads((HERE / "tuned.json").read_text(encoding="utf-8"))
    test = found["test_result"]
    assert test["verdict"] == "better"
    low, high = test["ratio_ci95"]
    return {
        "trials": found["trials"],
        "tuning_runs": f"{found['runs']:,}",
        "winner": _winner(found["best"]["settings"]),
        "tuned": "\n".join(_tested_on(test["instances"])),
        "tuned_ratio": f"{test['ratio']:.2f}",
        "tuned_interval": f"{low:.2f} to {high:.2f}",
        "tuned_a12": f"{test['a12']:.2f}",
    }


def _winner(best: Row) -> str:
    return (
        f"population {best['population']}, {best['crossover.use']} at"
        f" {best['crossover.probability']:.2f}, {best['mutation.use']} at"
        f" {best['mutation.probability']:.2f}, tournament of {best['selection.size']},"
        f" {best['elites'] or 'no'} elites"
    )


def _tested_on(instances: Rows) -> list[str]:
    lines = ["| n | default's ERT | tuned ERT | ratio | solved, default and tuned |"]
    lines.append("|--:|--:|--:|--:|--:|")
    for one in instances:
        low, high = one["ratio_ci95"]
        lines.append(
            f"| {one['n']} | {one['default_ert']:,.0f} | {one['best_ert']:,.0f}"
            f" | {one['ratio']:.2f} ({low:.2f} to {high:.2f})"
            f" | {one['default_solved']}, {one['best_solved']} of {one['runs']} |"
        )
    return lines
