"""Tables of the study out of its results folders and of landscapes: table, tests, escapes.

python -m experiments.temperature.tables RESULTS
"""

import csv
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pandas as pd

from metaqueens import Queens, compare, load_runs
from metaqueens.analysis.landscape.measure import measure
from metaqueens.problem import instances

HERE = Path(__file__).parent
FAMILIES = ("plain", "excluded", "torus", "regions")
SETS = ("choose", "judge")
# The kinds of setting, by words of their names; the best of each on the first set is judged.
KINDS = ("sideways", "constant", "cooled", "restarted")
TEMPERATURES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7)
LANDSCAPES, BOARDS = 10, 1000


def kind_of(name: str) -> str:
    """What kind of setting has this name."""
    if "restarted" in name:
        return "restarted"
    if name.startswith(("cooled", "reheated")):
        return "cooled"
    return "sideways" if name.startswith("sideways") else "constant"


def main(results: str) -> None:
    """Write the tables."""
    runs = {
        (which, family): load_runs(Path(results) / f"temperature_{family}_{which}")
        for which in SETS
        for family in FAMILIES
    }
    rows = [row for key, found in runs.items() for row in summed(*key, found)]
    table = _write("table", rows)
    tests = [row for family in FAMILIES for row in judged(family, table, runs["judge", family])]
    _write("tests", tests)
    _write("escapes", [row for family in FAMILIES for row in escapes(family)])


def summed(which: str, family: str, runs: pd.DataFrame) -> Iterator[dict]:
    """A row a setting."""
    found = compare(runs)
    table = found.families if len(found.families) else found.table
    for row in table.to_dict("records"):
        yield {
            "set": which,
            "family": family,
            "setting": row["algorithm"],
            "kind": kind_of(row["algorithm"]),
            **{key: row[key] for key in ("runs", "solved", "ert", "low", "high")},
        }


def judged(family: str, table: pd.DataFrame, runs: pd.DataFrame) -> Iterator[dict]:
    """The best constant temperature of the first set against the best of each other kind."""
    first = table[(table.set == "choose") & (table.family == family)]
    best = {kind: first[first.kind == kind].sort_values("ert").setting.iloc[0] for kind in KINDS}
    for other in (kind for kind in KINDS if kind != "constant"):
        names = [best["constant"], best[other]]
        found = compare(runs[runs.algorithm.astype(str).isin(names)])
        test = (found.family_tests if len(found.families) else found.tests).iloc[0]
        # Of a family the better has the lower ERT, and p is of ranks: the page takes both for one.
        if test.get("favours", test.better) != test.better and test.p < 0.05:
            raise SystemExit(f"{family}: the test favours {test.favours}, not {test.better}")
        values = {"constant": names[0], "kind": other, "other": names[1]}
        yield {"family": family, **values, "better": test.better, "p": test.p}


def escapes(family: str) -> Iterator[dict]:
    """The chance to escape by swap from where steepest descent is stuck, by temperature."""
    found = [
        measure(problem, 1, BOARDS // len(problems), TEMPERATURES, moves=("swap",))
        for problems in [_problems(family)]
        for problem in problems
    ]
    ones = [one.neighbourhoods[0] for one in found]
    stuck = [one.escapes[0].found.samples or 0 for one in ones]
    for k, temperature in enumerate(TEMPERATURES):
        escaped = sum(
            one.escapes[k].found.value * n for one, n in zip(ones, stuck, strict=True) if n
        )
        yield {
            "family": family,
            "temperature": temperature,
            "boards": len(ones),
            "stuck": sum(stuck),
            "escaped": round(escaped),
        }


def _problems(family: str) -> list[Queens]:
    """The problem, or the first instances of the first set."""
    if family in ("plain", "torus"):
        return [Queens(50)] if family == "plain" else [Queens(17, torus=True)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards.jsonl"
        command = [sys.executable, "-m", "metaqueens", "instances", f"{HERE / family}.yaml"]
        subprocess.run([*command, "-o", str(path)], check=True)
        return [one.problem for one in islice(instances.read(path), LANDSCAPES)]


def _write(name: str, rows: list[dict]) -> pd.DataFrame:
    """A table as CSV, four digits of each number, as it is read again."""
    path = HERE / f"{name}.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow(
                {
                    key: f"{value:.4g}" if isinstance(value, float) else value
                    for key, value in row.items()
                }
            )
    return pd.read_csv(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
