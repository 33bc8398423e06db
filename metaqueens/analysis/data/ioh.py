"""Results in the format of IOHexperimenter, which IOHanalyzer and iohinspector read.

A folder for each algorithm: ``IOHprofiler_f*.json`` lists its runs on a function, and a ``.dat``
file for each size holds their traces one after the other. A run begins at evaluation 1.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from metaqueens import __version__
from metaqueens.analysis.data.labels import drop_n
from metaqueens.text.errors import UserError

# iohinspector reads this version and later ones.
FORMAT = "0.3.5"
# Readers keep the dimension as a 16-bit number.
MAX_N = 2**16 - 1
_RUN = ["problem", "encoding", "algorithm", "repetition"]


def write(runs: pd.DataFrame, traces: pd.DataFrame, folder: Path) -> int:
    """Write all runs but failed ones, with their traces, into ``folder``; return their number.

    A family of problems is a function, each of its problems an instance, and n the dimension.
    ``runs`` and ``traces`` are those of ``load_runs`` and of ``traces``. Raises UserError if a
    problem has too many variables for the format.
    """
    if runs["n"].max() > MAX_N:
        raise UserError(f"n = {runs['n'].max():,}: this format has at most {MAX_N:,} variables")
    runs = _number(runs[runs["status"] != "failed"])
    points = {key: rows for key, rows in traces.groupby(_RUN, observed=True)}
    algorithms = runs.groupby("algorithm", observed=True, sort=False)
    for k, (algorithm, rows) in enumerate(algorithms, 1):
        for function, chosen in rows.groupby("function_name", sort=False):
            to = folder / f"{k}-{_slug(str(algorithm))}"
            title = f"f{chosen['function'].iloc[0]}_{function}"
            (to / f"data_{title}").mkdir(parents=True)
            scenarios = []
            for n, cell in chosen.groupby("n"):
                path = f"data_{title}/IOHprofiler_{title.partition('_')[0]}_DIM{n}.dat"
                records = cell.to_dict("records")
                lines = [line for run in records for line in _trace(run, points)]
                (to / path).write_text("evaluations raw_y\n" + "".join(lines), encoding="ascii")
                described = [
                    {
                        "instance": int(run["instance"]),
                        "evals": int(run["evaluations"]),
                        "best": {"evals": int(run["found_at"]), "y": float(run["cost"]), "x": []},
                    }
                    for run in records
                ]
                scenarios.append({"dimension": int(str(n)), "path": path, "runs": described})
            content = _describe(chosen.iloc[0]) | {"scenarios": scenarios}
            (to / f"IOHprofiler_{title}.json").write_text(json.dumps(content), encoding="utf-8")
    return len(runs)


def _number(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs with their function, named by the family without its n, and instance."""
    names = [_slug(drop_n(str(family)) or "queens") for family in runs["family"]]
    runs = runs.assign(function_name=names, problem=runs["problem"].astype(str))
    problems = runs.groupby(["function_name", "n"])["problem"]
    instances = problems.transform(lambda names: pd.factorize(names)[0] + 1)
    return runs.assign(function=pd.factorize(runs["function_name"])[0] + 1, instance=instances)


def _trace(run: dict[str, Any], points: dict[Any, pd.DataFrame]) -> Iterator[str]:
    """Yield the lines of a trace; before the first report, its cost is that of this report."""
    rows = points[tuple(run[name] for name in _RUN)]
    found = [*zip(rows["evaluations"], rows["cost"], strict=True)]
    if found[0][0] != 1:
        found.insert(0, (1, found[0][1]))
    if found[-1][0] < run["evaluations"]:
        found.append((run["evaluations"], run["cost"]))
    for evaluations, cost in found:
        yield f"{evaluations:.0f} {cost:.0f}\n"


def _describe(run: "pd.Series[Any]") -> dict[str, Any]:
    return {
        "version": FORMAT,
        "suite": "metaqueens",
        "function_id": int(run["function"]),
        "function_name": run["function_name"],
        "maximization": False,
        "algorithm": {"name": str(run["algorithm"]), "info": f"{run['use']} {run['parameters']}"},
        # Not an expression of Python, which iohinspector would evaluate.
        "experiment_attributes": [
            {"metaqueens": f"version {__version__}"},
            {"encoding": str(run["encoding"])},
        ],
        "attributes": ["evaluations", "raw_y"],
    }


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9=._-]+", "_", name)[:80]
