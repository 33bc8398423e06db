"""The study's tables and figures, from its results folders.

python experiments/heuristics/write_up.py results/heuristics_*
python experiments/write_up.py experiments/heuristics            # then README.md, from those tables
"""

import csv
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from experiments.heuristics import hypotheses
from metaqueens import compare, load_runs
from metaqueens.analysis import figures
from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.estimate import estimates
from metaqueens.analysis.estimate.estimates import fit_power_laws
from metaqueens.analysis.estimate.intervals import estimate
from metaqueens.metrics import METRICS
from metaqueens.text.words import count, duration

HERE = Path(__file__).parent
UNITS = {"ert": "evaluations", "median_time": "seconds"}
DISTRIBUTIONS_AT = (100, 1_000_000)
# Growth is looked at over the largest three decades: seconds of small boards are those of a start.
DECADES, LEAST = 1_000, 100
KEPT = [
    "n",
    "algorithm",
    "runs",
    "solved",
    "success_low",
    "ert",
    "low",
    "high",
    "median",
    "median_time",
]


def main() -> None:
    runs = load_runs(*sys.argv[1:])
    found = {metric: compare(runs, metric=metric) for metric in UNITS}
    cells = found["ert"].table[KEPT].sort_values(["algorithm", "n"])
    cells.to_csv(HERE / "table.csv", index=False, float_format="%.6g")
    (HERE / "table.md").write_text(table(found["ert"].table), encoding="utf-8")
    (HERE / "growth.md").write_text(growth(cells), encoding="utf-8")
    save_hypotheses(found["ert"])
    for metric, unit in UNITS.items():
        save(against_n(found[metric]), f"{unit}_against_n")
    for n in DISTRIBUTIONS_AT:
        save(distributions(runs[runs.n == n]), f"ecdf_{n}")


def save_hypotheses(found: Comparison) -> None:
    """The ratios of all hypotheses, as hypotheses.csv."""
    values = estimate(found.samples, METRICS["ert"])
    limits = {
        (sample.algorithm, int(sample.n)): one.limits
        for sample, one in zip(found.samples, values, strict=True)
    }
    with (HERE / "hypotheses.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(hypotheses.Found._fields)
        for one in hypotheses.found(limits):
            writer.writerow([f"{v:.6g}" if isinstance(v, float) else v for v in one])


def table(cells: pd.DataFrame) -> str:
    """A line for each size, a column for each algorithm: median time, ERT, and who failed."""
    names = list(dict.fromkeys(cells.algorithm))
    lines = [f"| n | {' | '.join(names)} |", "|--:|" + "--:|" * len(names)]
    for n, here in cells.groupby("n"):
        texts = {row["algorithm"]: _cell(row) for row in here.to_dict("records")}
        lines.append(f"| {n:,.0f} | {' | '.join(texts.get(name, '') for name in names)} |")
    return "\n".join(lines) + "\n"


def _cell(row: dict[str, Any]) -> str:
    solved = f"<br>{row['solved']} of {row['runs']}" if row["solved"] < row["runs"] else ""
    if not row["solved"]:
        return solved.removeprefix("<br>")
    return f"{duration(row['median_time'])}<br>{count(row['ert'])} ev.{solved}"


def growth(cells: pd.DataFrame) -> str:
    """The power law of each algorithm's cost, over its largest sizes."""
    largest = cells.groupby("algorithm").n.transform("max")
    cells = cells[cells.n >= (largest / DECADES).clip(lower=LEAST)].sort_values("n", kind="stable")
    lines = []
    for metric, unit in UNITS.items():
        lines += [f"**{unit}**", "", "| algorithm | sizes | a n^b | b, 95 % interval |"]
        lines.append("| --- | ---: | ---: | ---: |")
        for law in fit_power_laws(cells, metric).itertuples():
            fitted = f"{law.a:.3g} n^{law.b:.3g} | {law.b_low:.3g} - {law.b_high:.3g}"
            lines.append(f"| {law.algorithm} | {law.sizes} | {fitted} |")
        lines.append("")
    return "\n".join(lines)


def against_n(found: Comparison) -> figures.Picture:
    """The metric of every algorithm against n, with its interval."""
    solved = found.table[found.table.solved > 0].rename(columns={found.metric: "value"})
    points = {str(name): rows for name, rows in solved.groupby("algorithm", sort=False)}
    return figures.against_n(points, UNITS[found.metric])


def distributions(runs: pd.DataFrame) -> figures.Picture:
    """The share of runs solved by each number of seconds, on boards of one size."""
    curves = {
        str(name): estimates.ecdf(rows.seconds, rows.solved)
        for name, rows in runs.groupby("algorithm", sort=False, observed=True)
    }
    return figures.ecdf(curves, runs.seconds.max(), "seconds")


def save(picture: figures.Picture, name: str) -> None:
    """As SVG; `metaqueens report --figures` also writes PNG."""
    (HERE / "figures").mkdir(exist_ok=True)
    picture.savefig(HERE / "figures" / f"{name}.svg", facecolor="#ffffff")


if __name__ == "__main__":
    main()
