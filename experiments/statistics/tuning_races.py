"""What races are worth to a tuning: the same tunings with and without them.

    python -m experiments.statistics.tuning_races TASK [TUNINGS]    # annealing or genetic

Without races each setting runs on all training blocks. A row is a tuning: its seed, with races or
not, the settings tried, the ERT of the best setting and of the default on unseen boards, and the
verdict.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import numpy as np

from metaqueens import config
from metaqueens.tuning import runner, tune

ANNEALING = """
name: races
problem: {n: 24}
algorithms: {one: {use: simulated_annealing, schedule: {use: geometric, hot: 3.0}}}
budget: {evaluations: 20_000}
runs: 1
tune:
  algorithm: one
  minimise: ert
  max_runs: 800
  train: {problem.n: [16, 24, 32], runs: 10}
  test: {problem.n: [40], runs: 60}
  space:
    schedule.hot: {float: [0.3, 30.0], log: true}
    schedule.cold: {float: [0.02, 3.0], log: true}
    schedule.length: {int: [100, 50_000], log: true}
"""
GENETIC = """
name: races
problem: {n: 12}
algorithms: {one: {use: genetic, engine: compiled, population: 200}}
budget: {evaluations: 30_000}
runs: 1
tune:
  algorithm: one
  minimise: par10
  max_runs: 800
  train: {problem.n: [10, 14, 18], runs: 10}
  test: {problem.n: [22], runs: 100}
  space:
    population: {int: [10, 1000], log: true}
    crossover.use: {choice: [pmx, order, cycle]}
    crossover.probability: {float: [0.0, 1.0]}
    mutation.use: {choice: [swap, insertion, inversion]}
    mutation.probability: {float: [0.0, 1.0]}
    selection: {choice: [{use: tournament, size: 2}, {use: tournament, size: 5}, {use: roulette}]}
    elites: {int: [0, 8]}
"""
TASKS = {"annealing": ANNEALING, "genetic": GENETIC}


def tunings(text: str, count: int) -> Iterator[tuple]:
    """Yield a row for each tuning, with races and without."""
    for seed in range(1, count + 1):
        for has_races in (True, False):
            worse = runner.is_worse if has_races else lambda task, one, other: False
            with TemporaryDirectory() as folder, patch.object(runner, "is_worse", worse):
                report = tune(config.parse(text, [f"seed={seed}"]), Path(folder) / "results")
            result = report["test_result"]
            (row,) = result["instances"]
            erts = row["best_ert"], row["default_ert"]
            yield seed, has_races, len(report["trials"]), *erts, result["verdict"]


def main(task: str, count: str = "24") -> None:
    """Print the rows, and the ratio of the ERTs with its 95 % interval."""
    rows = []
    for row in tunings(TASKS[task], int(count)):
        rows.append(row)
        print(*row, sep="\t", flush=True)
    ratios = np.array([
        np.log(with_races[3] / without[3])
        for with_races, without in zip(rows[::2], rows[1::2], strict=True)
    ])  # fmt: skip
    half = 2.07 * ratios.std(ddof=1) / len(ratios) ** 0.5
    ends = np.exp([ratios.mean() - half, ratios.mean(), ratios.mean() + half])
    print("ERT with races / without: {1:.2f}, 95 % interval {0:.2f} to {2:.2f}".format(*ends))


if __name__ == "__main__":
    main(*sys.argv[1:])
