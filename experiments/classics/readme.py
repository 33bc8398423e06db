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
# The largest size from which local search wins, by HYPOTHESES.md.
HYPOTHESES = {
    "C1": ("magic-square", 5),
    "C2": ("all-interval", 14),
    "C3": ("costas", 12),
    "C4": ("colouring", 6),
    "C6": ("fewest colours", 5),
}
# Truchet, Arbelaez, Richoux & Codognet (2016): mean seconds, of two heuristics the better one.
GECODE = {("magic-square", "15"): 38.2, ("all-interval", "18"): 76.1, ("costas", "17"): 40.4}


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
        "best": lambda: _table(
            ("problem", "size", "search", "runs", "s per run", "ratio to C"),
            _best(_rows("speed_best")),
        ),
        "expected": _expected,
        "crossings": lambda: _table(
            ("problem", "local search", "sizes", "from", "95 % interval"),
            (
                (row["problem"], row["search"], row["sizes"].replace(" ", ", "), row["crossing"],
                 f"{row['low']} - {row['high']}")
                for row in _rows("crossings")
            ),
        ),
        "verdicts": _verdicts,
        "gecode": _gecode,
        "tried": lambda: _table(
            ("n", "symmetry", "seed", "result", "s"),
            ([row[name] for name in row] for row in _rows("tried")),
        ),
        "long": _long,
        "long_speedups": _long_speedups,
        "long_inside": sum(_is_inside(row) for row in _rows("long_speedups")),
        "long_predictions": len(_rows("long_speedups")),
        "restarted": f"{_restarted('magic-square', '50', 60_000):,.0f}",
        "boards": ", ".join(_boards()),
    }  # fmt: skip


def _compare(rows: list[dict]) -> str:
    heads = (
        "problem", "size", "mean, published", "ours", "95 % interval", "runs", "p",
        "median, published", "ours", "p (ranks)", "agree",
    )  # fmt: skip
    return _table(heads, map(_compare_row, rows))


def _compare_row(row: dict) -> tuple:
    names = ("published", "ours", "low", "high", "median_published", "median_ours")
    mean, ours, low, high, median, our_median = (f"{int(row[name]):,}" for name in names)
    return (
        CELLS[row["cell"]], row["size"], mean, ours, f"{low} - {high}", row["runs"],
        _format_p(row["p_holm"]), median, our_median, _format_p(row["p_ranks_holm"]),
        row["agrees"],
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
    seconds: dict[str, list[float]] = {}
    for row in _rows("runs"):
        if row["cell"] == "costas":
            runs.setdefault(row["size"], []).append(int(row["iterations"]))
            seconds.setdefault(row["size"], []).append(float(row["cpu_seconds"]))
    return _table(
        ("n", "runs", "mean", "median", "standard deviation / mean", "s"),
        (
            (size, len(counts), f"{sum(counts) / len(counts):,.0f}",
             f"{sorted(counts)[len(counts) // 2]:,}",
             f"{_variation(counts):.2f}" if len(counts) > 1 else "-",
             f"{sum(seconds[size]) / len(counts):.3g}")
            for size, counts in sorted(runs.items())
        ),
    )  # fmt: skip


def _long() -> str:
    """Return the published means of the large instances beside ours."""
    return _table(
        ("problem", "size", "mean, published", "ours", "95 % interval", "runs",
         "median, published", "ours"),
        (
            (row["cell"], row["size"], f"{_thousands(row['mean'])} ± {_thousands(row['error'])}",
             _thousands(row["ours"]), f"{_thousands(row['low'])} - {_thousands(row['high'])}",
             row["runs"], _thousands(row["median"]), _thousands(row["median_ours"]))
            for row in _rows("long")
        ),
    )  # fmt: skip


def _long_speedups() -> str:
    return _table(
        ("problem", "size", "cores", "measured", "predicted", "95 % interval"),
        (
            (row["cell"], row["size"], row["cores"], row["measured"], row["predicted"],
             f"{row['low']} - {row['high']}")
            for row in _rows("long_speedups")
        ),
    )  # fmt: skip


def _is_inside(row: dict) -> bool:
    """Return whether a measured speed-up is inside the interval of its prediction."""
    return float(row["low"]) <= float(row["measured"]) <= float(row["high"])


def _thousands(text: str) -> str:
    return f"{int(text):,}" if text else "-"


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


def _best(rows: list[dict]) -> list[tuple]:
    """Return the rows of the best of our searches, and of C, with the ratio of their seconds."""
    loops = {row["cell"]: float(row["seconds"]) for row in rows if row["search"] == "C"}
    return [
        (row["cell"], row["size"], row["search"], row["runs"], f"{row['seconds']} ± {row['error']}",
         f"{float(row['seconds']) / loops[row['cell']]:.2f}")
        for row in rows
    ]  # fmt: skip


def _expected() -> str:
    """Return the expected seconds of each method, a line for each problem and size."""
    rows, exact = _rows("crossing"), ("cp_sat", "clingo", "cadical")
    cells: dict[tuple, dict] = {}
    for row in rows:
        text = row["seconds"]
        if row["solved"] != row["runs"]:
            text += f" ({row['solved']}/{row['runs']})"
        method = row["method"] if row["method"] in exact else "local"
        cells.setdefault((row["problem"], int(row["size"])), {})[method] = text
    names = [*dict.fromkeys(name for name, _ in cells)]
    return _table(
        ("problem", "size", "local search", "CP-SAT", "clingo", "CaDiCaL"),
        (
            (*key, *(cells[key].get(method, "-") for method in ("local", *exact)))
            for key in sorted(cells, key=lambda key: (names.index(key[0]), key[1]))
        ),
    )


def _local() -> dict[tuple[str, str], dict]:
    """Return the row of our local search of each problem and size."""
    exact = ("cp_sat", "clingo", "cadical")
    rows = (row for row in _rows("crossing") if row["method"] not in exact)
    return {(row["problem"], row["size"]): row for row in rows}


def _verdicts() -> str:
    """Return a line for each hypothesis of HYPOTHESES.md: does it hold on what was judged?"""
    rows = {row["problem"]: row for row in _rows("crossings")}
    lines = []
    for hypothesis, (name, at_most) in HYPOTHESES.items():
        row = rows[name]
        is_late = row["low"] == "none" or int(row["low"]) > at_most
        lines.append(
            f"* {hypothesis} ({name}, from {at_most} on or earlier): "
            f"{'refuted' if is_late else 'not refuted'}; from {row['crossing']} on, up to size "
            f"{row['sizes'].split()[-1]}, the largest that was judged."
        )
    ours = _local()
    pairs = [(ours.get(key), seconds) for key, seconds in GECODE.items()]
    ratios = [float(row["seconds"]) / seconds for row, seconds in pairs if row]
    text = (
        f"* C5 (less than a tenth of Gecode's seconds): of {len(GECODE)} sizes {len(ratios)} were"
    )
    verdict = "refuted" if max(ratios) >= 0.1 else "not refuted"
    lines.append(f"{text} run; the largest ratio is {max(ratios):.2g}: {verdict}.")
    return "\n".join(lines)


def _gecode() -> str:
    """Return the seconds of our local search beside those that were published for Gecode 4.2.1."""
    ours = _local()
    rows = ((*key, ours.get(key), seconds) for key, seconds in GECODE.items())
    return _table(
        ("problem", "size", "Gecode, published", "ours", "95 % interval"),
        (
            (name, size, seconds, row["seconds"], f"{row['low']} - {row['high']}")
            for name, size, row, seconds in rows
            if row
        ),
    )


def _restarted(cell: str, size: str, limit: int) -> float:
    """Return the mean iterations of a solution if each run were restarted after ``limit``."""
    runs = [int(row["iterations"]) for row in _rows("runs") if row["cell"] == cell]
    sizes = [row["size"] for row in _rows("runs") if row["cell"] == cell]
    counts = [count for count, found in zip(runs, sizes, strict=True) if found == size]
    return sum(min(count, limit) for count in counts) / sum(count <= limit for count in counts)


def _boards() -> list[str]:
    return sorted((path.stem for path in (HERE / "certificates").glob("*.txt")), key=int)


def _rows(name: str) -> list[dict]:
    with (HERE / f"{name}.csv").open(encoding="utf-8") as file:
        return [*csv.DictReader(file)]


def _table(heads: Any, rows: Any) -> str:
    lines = (heads, ("---",) * len(heads), *rows)
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
