"""From results to what is kept: table.csv and its heat maps; tuned.json, best.yaml and figures.

metaqueens run experiments/population/operators.yaml      (and the other studies)
metaqueens tune experiments/population/tune.yaml
python experiments/population/measure.py results
"""

import json
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pandas as pd

from experiments.population.heat import heat_map
from metaqueens.metrics import statistics

HERE = Path(__file__).parent
# Rows and columns of each study's map.
MAPS = {
    "population_mutation": ("population", "mutation.probability"),
    "crossover_mutation": ("crossover.use", "crossover.probability"),
    "operators": ("crossover.use", "mutation.use"),
    "selection": ("elites", "selection.size"),
    "annealing": ("n", "schedule.temperature"),
}
# What is kept of tune.json.
KEPT = ("seed", "train", "test", "runs", "best", "test_result")


def main(results: Path) -> None:
    """Write the table and the figures of all studies whose results are there."""
    if (results / "tune" / "tune.json").exists():
        keep_tuning(results / "tune")
    tables = []
    for study, (rows, columns) in MAPS.items():
        if not (results / study / "summary.csv").exists():
            continue
        table = read(results / study, rows, columns)
        table.insert(0, "study", study)
        tables.append(table)
        for n, part in table.groupby("n") if study != "annealing" else [("", table)]:
            name = f"{study}_n{n}" if n else study
            draw(part, f"ERT, evaluations{f'; n = {n}' if n else ''}", name)
    if tables:
        pd.concat(tables).to_csv(HERE / "table.csv", index=False, float_format="%.6g")


def keep_tuning(folder: Path) -> None:
    """What a tuning found and showed, without its trials."""
    report = json.loads((folder / "tune.json").read_text(encoding="utf-8"))
    kept = {key: report[key] for key in KEPT} | {"trials": len(report["trials"])}
    (HERE / "tuned.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    shutil.copy(folder / "best.yaml", HERE)


def read(folder: Path, rows: str, columns: str) -> pd.DataFrame:
    """A line per cell: its size, the two settings, runs, solved and ERT."""
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection:
        runs = pd.read_sql(
            "SELECT cell, cells.n, parameters, evaluations, status = 'solved' AS solved"
            " FROM runs JOIN cells USING (cell)",
            connection,
        )
    lines = []
    for _, cell in runs.groupby("cell"):
        n, parameters = int(cell.n.iloc[0]), json.loads(cell.parameters.iloc[0])
        lines.append(
            {
                "n": n,
                "row": setting(parameters, rows, n),
                "column": setting(parameters, columns, n),
                "row_is": rows,
                "column_is": columns,
                "runs": len(cell),
                "solved": int(cell.solved.sum()),
                "ert": float(statistics.ert(cell.evaluations.to_numpy(), cell.solved.to_numpy())),
            }
        )
    return pd.DataFrame(lines)


def setting(parameters: dict, key: str, n: int) -> object:
    """The value at the dotted ``key``; ``n`` is the size."""
    value = {**parameters, "n": n}
    for part in key.split("."):
        value = value[part]
    return value


def draw(part: pd.DataFrame, unit: str, name: str) -> None:
    """One heat map."""
    table = part.pivot(index="row", columns="column", values="ert")
    table.index.name, table.columns.name = part.row_is.iloc[0], part.column_is.iloc[0]
    (HERE / "figures").mkdir(exist_ok=True)
    heat_map(table, unit).savefig(HERE / "figures" / f"{name}.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
