"""What README.template.md says in numbers, out of table.csv, tests.csv and escapes.csv."""

import csv
from math import inf, nan, sqrt
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FAMILIES = ("plain", "excluded", "torus", "regions")
LEVEL = 0.05
Row = dict[str, str]


def numbers() -> dict[str, Any]:
    """What the template names."""
    table, tests, escapes = (_rows(name) for name in ("table", "tests", "escapes"))
    adjusted = holm([float(row["p"]) if row["p"] else nan for row in tests])
    judged = list(zip(tests, adjusted, strict=True))
    _hold(table, judged, escapes)
    return {
        "settings": lambda which: settings(table, which),
        "verdicts": lambda: verdicts(table, judged),
        "escapes": lambda: chances(escapes),
        "best_constant": lambda family: _of(tests, family)[0]["constant"],
        "times": lambda family, one, other: times(table, family, one, other),
        "ert": lambda family, setting: f"{_ert(table, 'judge', family, setting):,.0f}",
        "solved": lambda family, setting: _solved(table, "judge", family, setting),
        "runs": lambda: f"{sum(int(row['runs']) for row in table):,}",
        "stuck": lambda family: _stuck(escapes, family),
        "tests": len(tests),
        "heavy": lambda: heavy(table),
    }


def settings(table: list[Row], which: str) -> str:
    """Settings by families: ERT, and how many runs solved where not all did."""
    names = list(dict.fromkeys(row["setting"] for row in table))
    lines = [["ERT, evaluations", *FAMILIES], ["---"] * (1 + len(FAMILIES))]
    for name in names:
        lines.append([name, *(_cell(table, which, family, name) for family in FAMILIES)])
    return _markdown(lines)


def verdicts(table: list[Row], judged: list[tuple[Row, float]]) -> str:
    """The chosen constant temperature against the chosen of each other kind, on fresh runs."""
    lines = [["family", "constant", "against", "ERT of either", "p (Holm)", "verdict"], ["---"] * 6]
    for row, p in judged:
        family, pair = row["family"], (row["constant"], row["other"])
        costs = " : ".join(f"{_ert(table, 'judge', family, name):,.0f}" for name in pair)
        verdict = f"{row['better']} is better" if p < LEVEL else "not told apart"
        shown = "< 0.001" if p < 0.001 else f"{p:.2g}"
        lines.append([family, *pair, costs, shown, verdict])
    return _markdown(lines)


def chances(escapes: list[Row]) -> str:
    """Temperatures by families: how often a better board is found."""
    lines = [["T", *FAMILIES], ["---"] * (1 + len(FAMILIES))]
    for t in dict.fromkeys(row["temperature"] for row in escapes):
        here = {row["family"]: row for row in escapes if row["temperature"] == t}
        lines.append([f"{float(t):g}", *(_share(here[family]) for family in FAMILIES)])
    return _markdown(lines)


def holm(ps: list[float]) -> list[float]:
    """The p-values, adjusted for their number."""
    order, found, most = sorted(range(len(ps)), key=lambda k: ps[k]), [nan] * len(ps), 0.0
    for rank, k in enumerate(order):
        most = max(most, min(1.0, (len(ps) - rank) * ps[k]))
        found[k] = most
    return found


def heavy(table: list[Row]) -> str:
    """Settings of which one run carries more than a third of what all cost, on the fresh set."""
    rows = [row for row in table if row["set"] == "judge" and float(row["dearest"]) > 1 / 3]
    return " and ".join(f"{row['setting']} ({row['family']})" for row in rows)


def times(table: list[Row], family: str, one: str, other: str) -> str:
    """How many times the evaluations of ``other`` one setting takes."""
    ratio = _ert(table, "judge", family, one) / _ert(table, "judge", family, other)
    return f"{ratio:.0f}"


def _hold(table: list[Row], judged: list[tuple[Row, float]], escapes: list[Row]) -> None:
    """What the sentences of the template say in words."""
    shown = {(row["family"], row["kind"]): row["better"] for row, p in judged if p < LEVEL}
    assert shown == {
        ("excluded", "sideways"): "sideways only",
        ("torus", "cooled"): "T = 0.4",
    }
    for family in FAMILIES:
        low, high = {}, {}
        for row in _of(escapes, family):
            t = float(row["temperature"])
            low[t], high[t] = wilson(int(row["escaped"]), int(row["stuck"]))
        assert all(low[t] <= high[0.0] for t in low), family
        assert high[0.7] < low[0.0] or family == "regions"  # where it says that this is not shown
    for family in ("excluded", "torus"):
        cold, warm = (int(_row(table, "judge", family, f"T = {t}")["solved"]) for t in (0.1, 0.4))
        assert 3 * cold < warm
    assert _ert(table, "judge", "plain", "T = 0.05") < 1.1 * _ert(
        table, "judge", "plain", "T = 0.1"
    )
    assert _solved(table, "judge", "plain", "T = 0.05") == "100 of 100"
    default, constant = ("cooled, the default", "T = 0.3")
    solved = [int(_row(table, "judge", "excluded", one)["solved"]) for one in (default, constant)]
    assert 2 * solved[0] < solved[1]


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.959964
    share, weight = successes / trials, z * z / trials
    spread = z * sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return tuple((share + weight / 2 + sign * spread) / (1 + weight) for sign in (-1, 1))


def _of(rows: list[Row], family: str) -> list[Row]:
    return [row for row in rows if row["family"] == family]


def _ert(table: list[Row], which: str, family: str, setting: str) -> float:
    return float(_row(table, which, family, setting)["ert"] or inf)


def _solved(table: list[Row], which: str, family: str, setting: str) -> str:
    row = _row(table, which, family, setting)
    return f"{row['solved']} of {row['runs']}"


def _row(table: list[Row], which: str, family: str, setting: str) -> Row:
    key = (which, family, setting)
    (row,) = (one for one in table if (one["set"], one["family"], one["setting"]) == key)
    return row


def _cell(table: list[Row], which: str, family: str, setting: str) -> str:
    row = _row(table, which, family, setting)
    if row["solved"] == "0":
        return f"none of {row['runs']}"
    left = "" if row["solved"] == row["runs"] else f" ({row['solved']}/{row['runs']})"
    return f"{float(row['ert']):,.0f}{left}"


def _stuck(escapes: list[Row], family: str) -> str:
    return f"{int(next(row for row in escapes if row['family'] == family)['stuck']):,}"


def _share(row: Row) -> str:
    return f"{100 * int(row['escaped']) / int(row['stuck']):.0f} %"


def _markdown(lines: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _rows(name: str) -> list[Row]:
    with (HERE / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
