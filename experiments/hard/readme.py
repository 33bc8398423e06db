"""What README.template.md says in numbers, out of the tables beside it."""

import csv
from math import inf, isfinite
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
EXACT = ("forward checking", "CaDiCaL", "clingo", "CP-SAT")
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"))
# The boards on which large-neighbourhood search was judged.
REPAIRED = {
    (family, n)
    for family, _, n in map(str.split, (HERE / "chosen_on.txt").read_text("utf-8").splitlines())
}
Rows = list[dict[str, str]]


def numbers() -> dict[str, Any]:
    """What the template names."""
    rows = read("table.csv")
    chosen = {row["family"]: row for row in read("chosen.csv")}
    crossings = read("crossings.csv")
    schedules = read("schedules.csv")
    repairs = {row["family"]: f"{row['solved']} of {row['runs']}" for row in read("repair.csv")}
    equal = read("equal.csv")
    assert all(row["solved"] == row["runs"] for row in equal if row["algorithm"] == "extremal")
    workers = read("workers.csv")
    gains = {row["family"]: float(row["gain"]) for row in read("portfolio.csv")}

    def one(family: str, n: int, name: str) -> dict[str, str]:
        wanted = (family, str(n), name)
        return next(row for row in rows if (row["family"], row["n"], row["algorithm"]) == wanted)

    def ratio(family: str, n: int | None = None) -> float:
        last = max(int(row["n"]) for row in rows if row["family"] == family)
        local, exact = (one(family, n or last, chosen[family][kind]) for kind in ("local", "exact"))
        return float(local["expected"]) / float(exact["expected"])

    return {
        "table": lambda family: table([row for row in rows if row["family"] == family]),
        "local": lambda family: chosen[family]["local"],
        "exact": lambda family: chosen[family]["exact"],
        "ratio": lambda *words: f"{ratio(*words):.3g}",
        "cheaper": lambda name: ", ".join(
            f"{cheaper(row, name)} ({row['family']})" for row in schedules
        ),
        "last": lambda family: max(int(row["n"]) for row in rows if row["family"] == family),
        "differ": lambda family, n: one(family, n, chosen[family]["exact"])["runs"],
        "crossings": lambda: crossing_table(crossings),
        "solved": lambda *words: one(*words)["solved"],
        "unsolved": lambda *words: int(one(*words)["runs"]) - int(one(*words)["solved"]),
        "equal": lambda: equal_table(equal, rows),
        "fewest": lambda: min(
            int(row["solved"]) for row in rows if (row["family"], row["n"]) in REPAIRED
        ),
        "repaired": repairs.__getitem__,
        "threads": lambda: thread_table(workers),
        "eight": lambda name, kind: ", ".join(
            f"{times:.2g} ({family})" for family, times in with_eight(workers, name, kind).items()
        ),
        "fewer": lambda: ", ".join(
            f"{name} ({family})"
            for name in ("CP-SAT", "clingo")
            for family, times in with_eight(workers, name, "expected").items()
            if times < 1
        ),
        "nearest": lambda: int(
            min(
                float(row["expected"])
                / float(one(row["family"], int(row["n"]), EXACT[0])["expected"])
                for row in workers
            )
        ),
        "gain": lambda family: f"{gains[family]:.2f}",
        "runs": f"{sum(int(row['runs']) for row in rows):,}",
    }


def read(name: str) -> Rows:
    """The rows of a table beside this module."""
    with (HERE / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def cheaper(row: dict[str, str], name: str) -> str:
    """By which factor annealing, tuned, needs fewer evaluations than with another schedule."""
    factor = float(row[name]) / float(row["tuned"])
    return f"{factor:.2g} times" if factor < inf else "without end, as it solves none"


def table(rows: Rows) -> str:
    """Algorithms by sizes: expected seconds, and how many were solved where not all were."""
    sizes = sorted({int(row["n"]) for row in rows})
    names = list(dict.fromkeys(row["algorithm"] for row in rows))
    names.sort(key=lambda name: name in EXACT)
    cells = {(row["algorithm"], int(row["n"])): cell(row) for row in rows}
    lines = [["expected seconds", *(f"n = {n}" for n in sizes)], ["---"] * (len(sizes) + 1)]
    lines += [[name, *(cells.get((name, n), "") for n in sizes)] for name in names]
    return drawn(lines)


def drawn(lines: list[list[str]]) -> str:
    """The cells of a table, line by line, in Markdown."""
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def cell(row: dict[str, str]) -> str:
    """The expected seconds of a row; and how many boards were solved, where not all were."""
    left = "" if row["solved"] == row["runs"] else f" ({row['solved']}/{row['runs']})"
    return seconds(float(row["expected"])) + left


def equal_table(equal: Rows, rows: Rows) -> str:
    """A line an algorithm: local searches and forward checking, with the same seconds a board."""
    sizes = list(dict.fromkeys((row["family"], row["n"]) for row in equal))
    exact = [row for row in rows if row["algorithm"] == EXACT[0]]
    cells = {
        (row["algorithm"], (row["family"], row["n"])): " and ".join(
            (cell(row), seconds(float(row["of_95"])))
        )
        for row in (*equal, *exact)
    }
    names = list(dict.fromkeys(row["algorithm"] for row in (*equal, *exact)))
    lines = [["5 s a board", *(f"{family}, n = {n}" for family, n in sizes)]]
    lines.append(["---"] * (len(sizes) + 1))
    lines += [[name, *(cells[name, size] for size in sizes)] for name in names]
    return drawn(lines)


def with_eight(rows: Rows, name: str, kind: str) -> dict[str, float]:
    """How many times the seconds of one thread a solver needs with eight, by family.

    ``kind`` is ``expected``, of the processor, or ``clock``.
    """
    spent = {(row["family"], row["algorithm"]): float(row[kind]) for row in rows}
    many = next(row["algorithm"] for row in rows if row["algorithm"].startswith(f"{name}, 8"))
    families = dict.fromkeys(row["family"] for row in rows)
    return {family: spent[family, many] / spent[family, name] for family in families}


def thread_table(rows: Rows) -> str:
    """A line a solver, with one thread and with eight: seconds, of the processor and the clock."""
    cells = {
        (row["algorithm"], row["family"]): f"{cell(row)}, {seconds(float(row['clock']))}"
        for row in rows
    }
    sizes = {row["family"]: row["n"] for row in rows}
    names = list(dict.fromkeys(row["algorithm"] for row in rows))
    lines = [["processor, clock", *(f"{family}, n = {n}" for family, n in sizes.items())]]
    lines.append(["---"] * (len(sizes) + 1))
    lines += [[name, *(cells[name, family] for family in sizes)] for name in names]
    return drawn(lines)


def crossing_table(rows: Rows) -> str:
    """A line a family: from which n on local search needs less, by each measure."""
    lines = [
        "| family | local search | exact method | expected seconds | 95 % of the boards |",
        "| --- | --- | --- | --- | --- |",
    ]
    families = list(dict.fromkeys(row["family"] for row in rows))
    for family in families:
        mine = {row["measure"]: row for row in rows if row["family"] == family}
        first = mine["expected"]
        told = " | ".join(crossing(mine[measure]) for measure in ("expected", "95 %"))
        lines.append(f"| {family} | {first['local']} | {first['exact']} | {told} |")
    return "\n".join(lines)


def crossing(row: dict[str, str]) -> str:
    """From which n on, with its interval."""
    n, low, high = (float(row[key]) for key in ("n", "low", "high"))
    if not isfinite(low):
        return "none (none)"
    words = ["none" if one == inf else f"{one:.0f}" for one in (n, low, high)]
    return "{} ({} to {})".format(*words)


def seconds(value: float) -> str:
    """A time with its unit."""
    if value == inf:
        return "unsolved"
    size, unit = next((one for one in UNITS if value >= one[0]), UNITS[-1])
    return f"{value / size:.3g} {unit}"
