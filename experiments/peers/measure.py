"""One solution, by this package and by the libraries one would otherwise use: solved and seconds.

    python experiments/peers/measure.py        # .venv-peers, then table.md and table.csv; 7 minutes
    python experiments/peers/measure.py 1      # a limit of one second a run instead of ten

Runs one after the other, each in one thread; every solution is counted again by this package.
"""

import csv
import json
import os
import statistics
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import metaqueens
from metaqueens import Budget, Queens, solve
from metaqueens.algorithms import ALGORITHMS
from metaqueens.queens.check import recount

HERE = Path(__file__).parent
HOME = HERE / ".venv-peers"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
SEEDS, SECONDS = 5, int(sys.argv[1]) if len(sys.argv) > 1 else 10
SIZES = [8, 20, 50, 100, 1000]
COLUMNS = ["solver", "version", "n", "solved", "runs", "seconds", "evaluations", "note"]
# Label, algorithm; all parameters as they come.
OURS = [
    ("metaqueens, hill climbing", "hill_climbing"),
    ("metaqueens, simulated annealing", "simulated_annealing"),
    ("metaqueens, min-conflicts", "min_conflicts"),
    ("metaqueens, genetic", "genetic"),
    ("metaqueens, queue search", "queue_search"),
]
# Label, function in peers.py, distribution.
PEERS = [
    ("DEAP, genetic", "deap", "deap"),
    ("PyGAD, genetic", "pygad", "pygad"),
    ("mealpy, genetic", "mealpy", "mealpy"),
    ("mlrose, simulated annealing", "mlrose", "mlrose-hiive"),
    ("simanneal, simulated annealing", "simanneal", "simanneal"),
    ("python-constraint, backtracking", "constraint_backtracking", "python-constraint2"),
    ("python-constraint, min-conflicts", "constraint_min_conflicts", "python-constraint2"),
    ("OR-Tools, CP-SAT", "ortools", "ortools"),
]
Run = dict[str, Any]


def main() -> None:
    """Install, measure, write."""
    rows = []
    with (HERE / "table.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for row in measured():
            rows.append(row)
            table.writerow(row)
            file.flush()
            print(row, file=sys.stderr, flush=True)
    text = "\n".join(markdown(rows)) + "\n"
    (HERE / "table.md").write_text(text)
    print(text)


def measured() -> Iterator[dict[str, Any]]:
    """A row for each solver and size."""
    versions = {package: install(package) for package in sorted({peer[2] for peer in PEERS})}
    for label, use in OURS:
        for row in ladder(partial(our_runs, use)):
            yield {"solver": label, "version": metaqueens.__version__, **row}
    for label, name, package in PEERS:
        for row in ladder(partial(peer_runs, name)):
            yield {"solver": label, "version": versions[package], **row}


def install(package: str) -> str:
    """Put ``package`` into the peers' environment; its version, or nothing where that failed."""
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", "-c", HERE / "constraints.txt", package], check=False)
    code = f"from importlib.metadata import version; print(version({package!r}))"
    done = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def ladder(runs: Callable[[int], list[Run]]) -> Iterator[dict[str, Any]]:
    """One size after the other, up to the first that is not solved with every seed."""
    for n in SIZES:
        try:
            row = summary(n, runs(n))
        except (subprocess.SubprocessError, ValueError) as error:
            row = {"n": n, "solved": 0, "runs": 0, "note": type(error).__name__ + ": did not run"}
        yield row
        if row["solved"] < SEEDS:
            return


def our_runs(use: str, n: int, first: int = 1) -> list[Run]:
    """Our runs, in this interpreter; what has to be compiled is compiled before the clock.

    Seeds begin with ``first``.
    """
    algorithm = ALGORITHMS[use]()
    encoding = algorithm.encodings[0]
    results = [
        solve(Queens(n), algorithm, Budget(seconds=float(SECONDS)), seed, encoding=encoding)
        for seed in range(first, first + SEEDS)
    ]
    return [
        {
            "queens": result.values if result.solved else None,
            "seconds": result.seconds,
            "evaluations": result.evaluations,
        }
        for result in results
    ]


def peer_runs(
    name: str, n: int, first: int = 1, seeds: int = SEEDS, seconds: int = SECONDS
) -> list[Run]:
    """A peer's runs, in a process of the peers' interpreter; seeds begin with ``first``."""
    numbers = map(str, (n, seeds, seconds, first))
    command = [str(PYTHON), str(HERE / "peers.py"), name, *numbers]
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=60 + 2 * seeds * seconds,
        env=os.environ | threads,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def summary(n: int, runs: list[Run]) -> dict[str, Any]:
    """Solved, and the medians of the solved; raises ``ValueError`` for a solution that is none."""
    solved = [run for run in runs if run["queens"] is not None]
    for run in solved:
        queens = np.asarray(run["queens"])
        if (
            queens.shape != (n,)
            or not (0 <= queens.min() <= queens.max() < n)
            or recount(Queens(n), queens)
        ):
            raise ValueError("not a solution")
    row: dict[str, Any] = {"n": n, "solved": len(solved), "runs": len(runs)}
    if solved:
        row["seconds"] = f"{statistics.median(run['seconds'] for run in solved):.3g}"
        if evaluations := statistics.median(run["evaluations"] for run in solved):
            row["evaluations"] = round(evaluations)
    return row


def markdown(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each solver, a column for each size."""
    yield "| solver | " + " | ".join(f"n = {n}" for n in SIZES) + " |"
    yield "| --- |" + " --- |" * len(SIZES)
    for solver in dict.fromkeys(row["solver"] for row in rows):
        mine = {row["n"]: row for row in rows if row["solver"] == solver}
        version = next(iter(mine.values()))["version"] or "not installed"
        yield f"| {solver} ({version}) | " + " | ".join(cell(mine.get(n)) for n in SIZES) + " |"


def cell(row: dict[str, Any] | None) -> str:
    """What a table says of one solver at one size."""
    if row is None:
        return "-"
    if "note" in row:
        return row["note"]
    text = f"{row['solved']}/{row['runs']}"
    if "seconds" in row:
        text += f", {row['seconds']} s"
    if "evaluations" in row:
        text += f", {row['evaluations']:,} ev."
    return text


if __name__ == "__main__":
    main()
