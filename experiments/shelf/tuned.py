"""Tune every heuristic of plain.yaml with equal runs, and tell it from its default: tuned.csv.

python -m experiments.shelf.tuned RESULTS      # tunes what RESULTS does not hold yet
"""

import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
# The config of a kind of boards, and its budget: what a run took that solved nothing.
KINDS = {"plain": ("tuned.yaml", 100_000), "hard": ("tuned_hard.yaml", 300_000)}
# Their evaluation takes n steps or n^2, so that they get fewer a run.
DEAR = ("ant colony", "estimation of distribution")
DEAR_BUDGET = 20_000
# Words and switches that fit the boards; numbers between the bounds of their fields, or from an
# eighth of the default to eight times it. One search has another space on hard boards.
SPACES = json.loads((HERE / "spaces.json").read_text(encoding="utf-8"))
COLUMNS = [
    *("kind", "algorithm", "settings", "runs", "default", "best", "default_solved", "best_solved"),
    *("of", "ratio", "low", "high", "p", "verdict", "best_settings"),
]


def main(results: Path) -> None:
    """Tune, then write the table."""
    names = yaml.safe_load((HERE / "plain.yaml").read_text())["algorithms"]
    with (HERE / "tuned.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        for name in names:
            if name in SPACES:
                table.writerows(tuned(name, results))
                file.flush()


def tuned(name: str, results: Path) -> Iterator[dict[str, Any]]:
    """A row for plain boards, and one for hard ones."""
    for kind, (config, budget) in KINDS.items():
        folder = results / f"shelf_tuned_{kind}" / name.replace(" ", "_")
        budget = DEAR_BUDGET if name in DEAR else budget
        space = json.dumps(SPACES.get(f"{name}, {kind}", SPACES[name]))
        command = [sys.executable, "-m", "metaqueens", "tune", str(HERE / config),
                   f"tune.algorithm={name}", f"tune.space={space}",
                   f"budget.evaluations={budget}", "-o", str(folder), "-q"]  # fmt: skip
        if not (folder / "tune.json").exists():
            subprocess.run(command, check=True)
        found = json.loads((folder / "tune.json").read_text())
        yield {"kind": kind, "algorithm": name, **row(found, budget)}


def row(found: dict[str, Any], budget: int) -> dict[str, Any]:
    """What a tuning has come to: ERT over all runs of the test, and the verdict."""
    test, boards = found["test_result"], found["test_result"]["instances"]
    low, high = test["ratio_ci95"]
    return {
        "settings": len(found["trials"]),
        "runs": found["runs"],
        "default": ert(boards, "default", budget),
        "best": ert(boards, "best", budget),
        "default_solved": sum(one["default_solved"] for one in boards),
        "best_solved": sum(one["best_solved"] for one in boards),
        "of": sum(one["runs"] for one in boards),
        "ratio": digits(test["ratio"]),
        "low": digits(low),
        "high": digits(high),
        "p": digits(test["p"]),
        "verdict": test["verdict"],
        "best_settings": json.dumps(found["best"]["settings"]),
    }


def digits(value: float | None) -> str:
    """Three digits; empty for none."""
    return "" if value is None else f"{value:.3g}"


def ert(boards: list[dict[str, Any]], which: str, budget: int) -> str:
    """All evaluations over solved runs; empty where none was."""
    spent, solved = 0.0, 0
    for one in boards:
        count = one[f"{which}_solved"]
        spent += one[f"{which}_ert"] * count if count else budget * one["runs"]
        solved += count
    return f"{spent / solved:.4g}" if solved else ""


if __name__ == "__main__":
    main(Path(sys.argv[1]))
