"""Tables of the study out of its results folders and of landscapes.

python -m experiments.temperature.tables RESULTS    # table, tests, escapes, headlines
"""

import csv
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pandas as pd

from experiments.temperature.readme import wilson
from metaqueens import Queens, compare, load_runs
from metaqueens.landscape.measure import measure
from metaqueens.queens import instances

HERE = Path(__file__).parent
FAMILIES = ("plain", "excluded", "torus", "regions")
SETS = ("choose", "judge")
# The headlines are measured anew on these: other seeds, and other boards where there are several.
BLOCKS = (1, 2, 3)
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
    found = {family: list(escapes(family, _problems(family), seed=1)) for family in FAMILIES}
    _write("escapes", [row for rows in found.values() for row in rows])
    _write("headlines", [row for block in BLOCKS for row in headlines(results, block, tests)])


def headlines(results: str, block: int, tests: list[dict]) -> Iterator[dict]:
    """What each headline of the page says, as a number, on the fresh runs of a block."""
    rows = [
        row
        for family in FAMILIES
        for row in summed(
            "block", family, load_runs(Path(results) / f"temperature_{family}_block{block}")
        )
    ]
    ert = {(row["family"], row["setting"]): row["ert"] for row in rows}
    solved = {(row["family"], row["setting"]): row["solved"] for row in rows}
    hard = ("excluded", "torus")

    def chosen(kind: str) -> Iterator[float]:
        """What the chosen of a kind costs, in units of the chosen constant temperature."""
        for test in tests:
            if test["kind"] == kind:
                family = test["family"]
                yield ert[family, test["other"]] / ert[family, test["constant"]]

    sideways = list(chosen("sideways"))
    values = {
        "worsening": max(
            shown_gain(list(escapes(family, _problems(family, 20 + block), seed=1 + block)))
            for family in FAMILIES
        ),
        "trapped": min(
            solved[family, "T = 0.4"] / max(1, solved[family, "T = 0.1"]) for family in hard
        ),
        "restarts": max(sideways),
        "better": sideways[FAMILIES.index("excluded")],
        "even": ert["excluded", "sideways only"] / ert["excluded", "T = 0.3"],
        "cooling": min(chosen("cooled")),
        "defaults": solved["excluded", "T = 0.3"] / solved["excluded", "cooled, the default"],
        "hot": min(
            ert["plain", "T = 0.4"] / ert["plain", "T = 0.1"],
            *(ert[family, "T = 0.1"] / ert[family, "T = 0.7"] for family in hard),
        ),
    }
    for name, value in values.items():
        yield {"headline": name, "block": block, "value": float(value)}


def shown_gain(rows: list[dict]) -> float:
    """By how much a temperature is shown to lead out of local optima more often than T = 0."""
    limits = [wilson(row["escaped"], row["stuck"]) for row in rows]
    return max(low for low, _ in limits[1:]) - limits[0][1]


def summed(which: str, family: str, runs: pd.DataFrame) -> Iterator[dict]:
    """A row a setting."""
    found = compare(runs)
    table = found.families if len(found.families) else found.table
    spent = runs.groupby("algorithm", observed=True).evaluations
    dearest = spent.max() / spent.sum()  # the share of one run
    for row in table.to_dict("records"):
        yield {
            "set": which,
            "family": family,
            "setting": row["algorithm"],
            "kind": kind_of(row["algorithm"]),
            **{key: row[key] for key in ("runs", "solved", "ert", "low", "high")},
            "dearest": dearest[row["algorithm"]],
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


def escapes(family: str, problems: list[Queens], seed: int) -> Iterator[dict]:
    """The chance to escape by swap from where steepest descent is stuck, by temperature."""
    found = [
        measure(problem, seed, BOARDS // len(problems), TEMPERATURES, moves=("swap",))
        for problem in problems
    ]
    ones = [one.neighbourhoods[0] for one in found]
    stuck = [one.escapes[TEMPERATURES[0]].samples for one in ones]
    for temperature in TEMPERATURES:
        escaped = sum(
            one.escapes[temperature].value * n for one, n in zip(ones, stuck, strict=True) if n
        )
        yield {
            "family": family,
            "temperature": temperature,
            "boards": len(ones),
            "stuck": sum(stuck),
            "escaped": round(escaped),
        }


def _problems(family: str, seed: int = 11) -> list[Queens]:
    """The problem, or the first instances of the set that is drawn with this seed."""
    if family in ("plain", "torus"):
        return [Queens(50)] if family == "plain" else [Queens(17, torus=True)]
    with tempfile.TemporaryDirectory() as folder:
        config, path = Path(folder) / "config.yaml", Path(folder) / "boards.jsonl"
        drawn = f"extends: {HERE / family}.yaml\nproblem: {{seed: {seed}}}\n"
        config.write_text(drawn, encoding="utf-8")
        command = [sys.executable, "-m", "metaqueens", "instances", str(config)]
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
