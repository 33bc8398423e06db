#!/usr/bin/env python3
"""What irace calls: CONFIGURATION INSTANCE_ID SEED INSTANCE KEY=VALUE...; it prints a cost.

A setting that the algorithm refuses costs Inf, which irace takes for "never again".
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

METAQUEENS = [r"PYTHON", "-m", "metaqueens"]
# What is minimised: evaluations, seconds, or unsolved runs.
COUNTED = "COUNTED"
# How many budgets an unsolved run costs.
UNSOLVED = float("PENALTY")
# Where code from outside is looked for, as when this was written.
FOLDERS = ["CODE"]
REFUSED = 2


def cost(status: str, evaluations: int, seconds: float, budget: dict) -> float:
    """Of one run; one that did not solve counts some times its budget."""
    solved = status == "solved"
    if COUNTED == "unsolved":
        return 0 if solved else 1
    if COUNTED == "seconds":
        return seconds if solved else UNSOLVED * seconds
    return evaluations if solved else UNSOLVED * (budget["evaluations"] or evaluations)


def main() -> int:
    """Do one run."""
    _configuration, _instance_id, seed, *settings = sys.argv[1:]
    settings = " ".join(settings).split()  # an instance is one word to irace, or several
    config = Path(__file__).resolve().parent / "experiment.yaml"
    known = filter(None, [os.environ.get("PYTHONPATH")])
    with tempfile.TemporaryDirectory() as folder:
        given = [str(config), f"seed={seed}", *settings, "-o", folder, "-j", "1"]
        said = subprocess.run(
            [*METAQUEENS, "run", *given, "--json", "--no-report"],
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([*FOLDERS, *known])},
        )
        if said.returncode == REFUSED:
            print("Inf")
            return 0
        if said.returncode:
            print(said.stderr, file=sys.stderr)
            return 1
        connection = sqlite3.connect(Path(folder) / "runs.sqlite")
        query = "SELECT status, evaluations, seconds, budget FROM results"
        status, evaluations, spent, budget = connection.execute(query).fetchone()
        connection.close()
    print(cost(status, evaluations, spent, json.loads(budget)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
