"""What README.template.md says in numbers, out of restarts.csv and walks.csv."""

import csv
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def numbers() -> dict[str, Any]:
    """What the template names."""
    restarts, walks = _rows("restarts"), _rows("walks")
    return {
        "restarts": lambda: _table(
            ("problem", "algorithm", "policy", "tries of", "without", "predicted", "measured"),
            (
                (
                    row["problem"], row["algorithm"], row["policy"], f"{int(row['unit']):,}",
                    _span(row, "alone"), _span(row, "predicted", ""), _span(row, "measured"),
                )
                for row in restarts
            ),
        ),
        "walks": lambda: _table(
            ("algorithm", "evaluations alone", "predicted", "in evaluations", "in seconds"),
            (
                (
                    row["algorithm"], _short(row["alone"]), _span(row, "predicted", ""),
                    _span(row, "measured"), _span(row, "seconds"),
                )
                for row in walks
            ),
        ),
        "promised": lambda place: f"{restarts[place]['alone'] / restarts[place]['predicted']:.2g}",
        "gain": f"{restarts[0]['alone'] / restarts[0]['measured']:.0f}",
        "dearest": f"{100 * max(row['dearest_of_600'] for row in restarts):.0f} %",
        "overlap": lambda: f"{sum(map(_meet, restarts))} of {len(restarts)}",
    }  # fmt: skip


def _meet(row: dict[str, Any]) -> bool:
    return bool(row["measured_low"] <= row["high"] and row["low"] <= row["measured_high"])


def _span(row: dict[str, Any], name: str, before: str | None = None) -> str:
    before = f"{name}_" if before is None else before
    ends = (row[f"{before}{end}"] for end in ("low", "high"))
    return f"{_short(row[name])} ({' - '.join(map(_short, ends))})"


def _short(value: float) -> str:
    if value < 1e5:
        return f"{float(f'{value:.3g}'):,g}"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}e{int(power)}"


def _table(head: Any, rows: Any) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _rows(name: str) -> list[dict[str, Any]]:
    with (HERE / f"{name}.csv").open(encoding="utf-8") as file:
        return [{key: _number(text) for key, text in row.items()} for row in csv.DictReader(file)]


def _number(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text
