"""How long the report of many runs takes, what memory it needs, and how large the page is.

    python experiments/benchmarks/report.py [RUNS]

The runs are drawn, not made: ten algorithms on ten sizes, costs exponential, traces of twenty
points, boards in place. No peer writes such a page, so there is nobody to compare with.
"""

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from metaqueens import config
from metaqueens.experiment.results.store import Store

SIZES = [8, 10, 12, 16, 20, 30, 40, 50, 70, 100]
CONFIG = """\
name: simulated
problem: {{n: 8}}
algorithms:
{algorithms}
budget: {{evaluations: 1_000_000}}
runs: {runs}
sweep: {{problem.n: {sizes}}}
"""


def simulate(folder: Path, runs: int) -> None:
    """Fill ``folder`` with about so many ``runs``."""
    each = max(2, runs // (10 * len(SIZES)))
    names = "\n".join(f"  algorithm_{k}: {{use: simulated_annealing}}" for k in range(10))
    experiment = config.parse(CONFIG.format(algorithms=names, runs=each, sizes=SIZES))
    rng = np.random.default_rng(1)
    with Store.create(folder, experiment) as store:
        numbers = list(store.add_cells(experiment.cells, experiment.seed).values())
        store.begin_session(["simulated"])
        with store.connection as connection:
            for k, (number, cell) in enumerate(zip(numbers, experiment.cells, strict=True)):
                scale = (1 + k % 10) * cell.problem.n**2
                for repetition, cost in enumerate(rng.exponential(scale, each)):
                    _add(connection, number, repetition, cell.problem.n, int(cost) + 25, rng)


def _add(connection, cell: int, repetition: int, n: int, cost: int, rng) -> None:
    solved = cost < 50_000
    status, reason = ("solved", "solved") if solved else ("unsolved", "evaluations")
    guards, board = int(not solved), json.dumps(rng.permutation(n).tolist())
    verdict = "validated" if solved else "checked"
    connection.execute(
        "INSERT INTO runs (cell, repetition, seed, status, reason, cost, fitness, evaluations,"
        " steps, found_at, seconds, cpu_seconds, verdict, board, session)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
        (cell, repetition, repetition, status, reason, guards, 1.0, cost, cost, cost, cost * 1e-7,
         cost * 1e-7, verdict, board),
    )  # fmt: skip
    marks = np.unique(np.geomspace(1, cost, 20).astype(int)).tolist()
    left = np.linspace(n // 2, guards, len(marks)).astype(int).tolist()
    connection.executemany(
        "INSERT INTO traces VALUES (?, ?, ?, ?, ?)",
        [(cell, repetition, mark, g, mark * 1e-7) for mark, g in zip(marks, left, strict=True)],
    )


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "simulated"
        simulate(folder, runs)
        clock = time.perf_counter()
        from metaqueens.report.document import write

        write([folder], folder / "report.html")
        seconds = time.perf_counter() - clock
        size = (folder / "report.html").stat().st_size / 1e6
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(f"{runs:,} runs: {seconds:.1f} s, {size:.2f} MB page, {memory:,.0f} MB of memory at most")


if __name__ == "__main__":
    main()
