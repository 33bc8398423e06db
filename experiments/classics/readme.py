"""The numbers of README.template.md, from the tables beside it."""

import csv
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CELLS = {
    "all-interval": "all-interval",
    "magic-square": "magic square",
    "queens": "n queens",
    "queens, pairs": "n queens, pairs",
}


def numbers() -> dict[str, Any]:
    """Return what the template names."""
    rows, speed = _rows("table"), _rows("speed")
    published = [row for row in rows if row["cell"] != "queens, pairs"]
    return {
        "published": lambda: _compare(published),
        "pairs": lambda: _compare([row for row in rows if row["cell"] == "queens, pairs"]),
        "agreeing": sum(row["agrees"] == "yes" for row in published),
        "rows": len(published),
        "speedups": lambda: _speedups(_rows("speedups")),
        "inside": _count_inside(_rows("speedups")),
        "predictions": len(_rows("speedups")),
        "costas": _costas,
        "speed": lambda: _table(
            ("problem", "size", "search", "runs", "us per iteration", "iterations", "s per run"),
            (
                (row["cell"], row["size"], row["search"], row["runs"], row["us_per_iteration"],
                 f"{int(row['iterations']):,}", f"{row['seconds']} ± {row['error']}")
                for row in speed
            ),
        ),
        "ratios": _ratios(speed),
        "boards": ", ".join(_boards()),
    }  # fmt: skip


def _compare(rows: list[dict]) -> str:
    return _table(
        ("problem", "size", "mean, published", "ours", "95 % interval", "runs", "p",
         "median, published", "ours", "p (ranks)", "agree"),
        (
            (CELLS[row["cell"]], row["size"], f"{int(row['published']):,}",
             f"{int(row['ours']):,}", f"{int(row['low']):,} - {int(row['high']):,}", row["runs"],
             _format_p(row["p_holm"]), f"{int(row['median_published']):,}", f"{int(row['median_ours']):,}",
             _format_p(row["p_ranks_holm"]), row["agrees"])
            for row in rows
        ),
    )  # fmt: skip


def _format_p(text: str) -> str:
    return "< 0.001" if float(text) < 0.001 else f"{float(text):.3f}"


def _speedups(rows: list[dict]) -> str:
    shown = [row for row in rows if row["processes"] in ("4", "16")]
    return _table(
        ("problem", "size", "processes", "measured", "95 % interval", "predicted", "95 % interval"),
        (
            (CELLS[row["cell"]], row["size"], row["processes"], row["measured"],
             f"{row['low']} - {row['high']}", row["predicted"],
             f"{row['predicted_low']} - {row['predicted_high']}")
            for row in shown
        ),
    )  # fmt: skip


def _count_inside(rows: list[dict]) -> int:
    """Return the number of predictions whose interval overlaps that of the measured speed-up."""
    return sum(
        float(row["predicted_low"]) <= float(row["high"])
        and float(row["low"]) <= float(row["predicted_high"])
        for row in rows
    )


def _costas() -> str:
    runs: dict[str, list[int]] = {}
    for row in _rows("runs"):
        if row["cell"] == "costas":
            runs.setdefault(row["size"], []).append(int(row["iterations"]))
    return _table(
        ("n", "runs", "mean", "median", "standard deviation / mean"),
        (
            (size, len(counts), f"{sum(counts) / len(counts):,.0f}",
             f"{sorted(counts)[len(counts) // 2]:,}", f"{_variation(counts):.2f}")
            for size, counts in sorted(runs.items())
        ),
    )  # fmt: skip


def _variation(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return float((sum((k - mean) ** 2 for k in counts) / (len(counts) - 1)) ** 0.5 / mean)


def _ratios(rows: list[dict]) -> str:
    """Return our seconds of an iteration over those of the C loop, of each problem."""
    loops = {row["cell"]: float(row["us_per_iteration"]) for row in rows if row["search"] == "C"}
    found = [row for row in rows if row["search"] == "published"]
    return ", ".join(
        f"{float(row['us_per_iteration']) / loops[row['cell']]:.2f} ({row['cell']} {row['size']})"
        for row in found
    )


def _boards() -> list[str]:
    return sorted((path.stem for path in (HERE / "certificates").glob("*.txt")), key=int)


def _rows(name: str) -> list[dict]:
    with (HERE / f"{name}.csv").open(encoding="utf-8") as file:
        return [*csv.DictReader(file)]


def _table(heads: Any, rows: Any) -> str:
    lines = (heads, ("---",) * len(heads), *rows)
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
