"""What README.template.md says in numbers, out of table.csv, small.csv and hypotheses.csv."""

import csv
from collections import defaultdict
from pathlib import Path
from typing import Any

from experiments.heuristics.hypotheses import HYPOTHESES, Found, verdict

HERE = Path(__file__).parent
Cells = dict[tuple[str, int], dict[str, float]]


def numbers() -> dict[str, Any]:
    """What the template names."""
    cells, more = _cells("table"), _cells("small")
    _check_dear_runs(cells, more)
    ratios = _ratios()

    def ert(algorithm: str, n: int) -> str:
        return _interval(cells[algorithm, n])

    def small(algorithm: str, n: int) -> str:
        """From more runs."""
        return _interval(more[algorithm, n])

    def per_queen(algorithm: str, n: int) -> str:
        row = cells[algorithm, n]
        low, value, high = (f"{row[key] / n:.4g}" for key in ("low", "ert", "high"))
        return f"{value} ({low} to {high})"

    def times(algorithm: str, other: str, n: int) -> str:
        """How many times as much ``algorithm`` costs as ``other``."""
        return _factor(cells[algorithm, n]["ert"] / cells[other, n]["ert"])

    def solved(algorithm: str, n: int) -> str:
        row = cells[algorithm, n]
        return f"{row['solved']:.0f} of {row['runs']:.0f}"

    def seconds(algorithm: str, n: int) -> str:
        value = cells[algorithm, n]["median_time"]
        return f"{value:.2g} s" if value >= 1 else f"{1000 * value:.2g} ms"

    return {
        "small": small, "small_table": lambda: _table(cells, more), "carried": _carried(more),
        "ert": ert, "per_queen": per_queen, "times": times, "solved": solved, "seconds": seconds,
        "verdicts": {one.name: verdict(one, ratios[one.name]) for one in HYPOTHESES},
        "span": {one.name: _span(ratios[one.name]) for one in HYPOTHESES},
        "ratios": {name: len(each) for name, each in ratios.items()},
        "together": sum(map(len, ratios.values())),
        "open": {one.name: _open(one.bounds, ratios[one.name]) for one in HYPOTHESES},
    }  # fmt: skip


def _interval(row: dict[str, float]) -> str:
    """The ERT with its 95 % interval."""
    return f"{row['ert']:,.0f} ({row['low']:,.0f} to {row['high']:,.0f})"


def _check_dear_runs(cells: Cells, more: Cells) -> None:
    """Where one run may carry a third of all there are more: its interval spans a factor of two."""
    for cell, row in cells.items():
        assert cell in more or not row["solved"] or row["high"] < 2 * row["low"], cell


def _table(cells: Cells, more: Cells) -> str:
    lines = ["| n | algorithm | 300 runs | more runs | of these | dearest run |"]
    lines.append("|--:|---|--:|--:|--:|--:|")
    for cell, row in more.items():
        lines.append(
            f"| {cell[1]} | {cell[0]} | {_interval(cells[cell])} | {_interval(row)} "
            f"| {row['runs']:,.0f} | {100 * row['dearest']:.2g} % |"
        )
    return "\n".join(lines)


def _carried(more: Cells) -> str:
    """The largest share of a row's evaluations that one run carries."""
    share = max(row["dearest"] for row in more.values())
    assert share < 1 / 3, "this row needs a sentence of its own"
    return f"{100 * share:.2g} %"


def _cells(name: str) -> Cells:
    with (HERE / f"{name}.csv").open(encoding="utf-8") as file:
        return {
            (row["algorithm"], int(float(row["n"]))): {
                key: float(value or "nan") for key, value in row.items() if key != "algorithm"
            }
            for row in csv.DictReader(file)
        }


def _ratios() -> dict[str, list[Found]]:
    found = defaultdict(list)
    with (HERE / "hypotheses.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[row["hypothesis"]].append(
                Found(
                    row["hypothesis"], row["mine"], int(row["n"]), row["other"],
                    int(row["other_n"]), *(float(row[key]) for key in ("ratio", "low", "high")),
                )
            )  # fmt: skip
    return dict(found)


def _span(ratios: list[Found]) -> str:
    """One ratio with its interval; or of several the least and largest, and the outermost ends."""
    low, high = min(one.low for one in ratios), max(one.high for one in ratios)
    least, most = (_factor(pick(one.ratio for one in ratios)) for pick in (min, max))
    values = least if len(ratios) == 1 else f"{least} to {most}"
    return f"{values}; intervals from {_factor(low)} to {_factor(high)}"


def _open(bounds: tuple[float, float], ratios: list[Found]) -> str:
    """The sizes at which an interval is not within the bounds, as the end of a sentence."""
    sizes = [one.n for one in ratios if not bounds[0] <= one.low <= one.high <= bounds[1]]
    names = ", ".join(f"{n:,}" for n in sorted(set(sizes)))
    return f"not shown at n = {names}" if names else "shown at every n"


def _factor(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
