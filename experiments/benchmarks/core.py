"""The speed of the core, each figure beside its bar or its peer, all in one run.

python experiments/benchmarks/core.py            about three minutes
python experiments/benchmarks/core.py annealing  one part alone: annealing deap start parallel
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import log
from pathlib import Path
from statistics import median

import numpy as np
from deap import algorithms, base, tools
from rich.console import Console
from rich.table import Table

from metaqueens import Budget, Genetic, Queens, SimulatedAnnealing, solve
from metaqueens.algorithms.genetic.parts import Crossover, Mutation
from metaqueens.algorithms.simulated_annealing import Constant, _anneal
from metaqueens.core.choices import Moves
from metaqueens.core.random import start_stream
from metaqueens.problem.space import Space
from metaqueens.search.walk import Walk

ROOT = Path(__file__).parents[2]
Row = tuple[str, str, str, str]


def annealing() -> list[Row]:
    """Moves a second at the default's cold temperature, and the time to solve n = 1000."""
    rows = []
    for n in (100, 1000):
        speed = median(moves_a_second(Queens(n), 10_000_000) for _ in range(5))
        rows.append(
            (
                f"annealing, n = {n}",
                f"{speed / 1e6:.0f} M moves/s",
                "60 M moves/s",
                f"{speed / 60e6:.2f}x",
            )
        )
    runs = [solve(Queens(1000), SimulatedAnnealing(), Budget(10**8), seed) for seed in range(30)]
    seconds = median(run.seconds for run in runs)
    solved = sum(run.solved for run in runs)
    rows.append(
        (
            f"annealing solves n = 1000, {solved}/30",
            f"{seconds * 1e3:.1f} ms",
            "100 ms",
            f"{0.1 / seconds:.1f}x",
        )
    )
    return rows


def moves_a_second(
    problem: Queens, moves: int, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Moves that annealing prices a second at the default's cold temperature."""
    n, rng = problem.n, np.random.default_rng(problem.n)
    walk, stream = Walk.begin(Space(problem, "permutation").random_state(rng)), start_stream(rng)
    plan = Constant(temperature=0.4 / log(n)).plan(problem)
    # Guards that can never reach 0 keep it going at the same work for as long as we like.
    walk = walk._replace(cost=walk.cost + 10**6, best_cost=walk.cost + 10**6)
    anneal = _anneal[Moves.SWAP]
    walk = anneal(walk, None, moves // 10, plan, stream)
    began = clock()
    anneal(walk, None, walk.evaluations + moves, plan, stream)
    return moves / (clock() - began)


def deap() -> list[Row]:
    """Evaluations a second of our engine and of DEAP's own n-queens example: same operators."""
    ours, theirs = [], []
    algorithm = Genetic(
        population=300, elites=0, crossover=Crossover(use="pmx", probability=0.5),
        mutation=Mutation(use="shuffle", probability=0.2),
    )  # fmt: skip
    for seed in range(5):
        run = solve(Queens(50), algorithm, Budget(40_000), seed)
        ours.append(run.evaluations / run.seconds)
        theirs.append(deaps_example(50, seed))
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    return [
        ("GA, n = 50, population 300", f"{median(ours) / 1e3:.0f} k evals/s",
         f"DEAP's example {median(theirs) / 1e3:.0f} k evals/s", f"{ratio:.1f}x (bar 5x)"),
    ]  # fmt: skip


class Fitness(base.Fitness):
    weights = (-1.0,)


class Individual(list):
    def __init__(self, queens):
        super().__init__(queens)
        self.fitness = Fitness()


def deaps_example(n: int, seed: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """Evaluations a second of the set-up of DEAP's examples/ga/nqueens.py, 100 generations."""
    random.seed(seed)
    count = 0

    def evaluate(individual):
        nonlocal count
        count += 1
        falling, rising = [0] * (2 * n - 1), [0] * (2 * n - 1)
        for column, row in enumerate(individual):
            falling[column + row] += 1
            rising[n - 1 - column + row] += 1
        return (sum(k - 1 for k in falling if k > 1) + sum(k - 1 for k in rising if k > 1),)

    toolbox = base.Toolbox()
    toolbox.register("individual", lambda: Individual(random.sample(range(n), n)))
    toolbox.register("population", tools.initRepeat, list, toolbox.individual)
    toolbox.register("evaluate", evaluate)
    toolbox.register("mate", tools.cxPartialyMatched)
    toolbox.register("mutate", tools.mutShuffleIndexes, indpb=2.0 / n)
    toolbox.register("select", tools.selTournament, tournsize=3)
    population = toolbox.population(n=300)
    start = clock()
    algorithms.eaSimple(population, toolbox, cxpb=0.5, mutpb=0.2, ngen=100, verbose=False)
    return count / (clock() - start)


def start() -> list[Row]:
    """Whole processes, from the shell's point of view."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bad = Path(folder) / "bad.yaml"
        bad.write_text((ROOT / "configs/ga_n50.yaml").read_text().replace("elites", "elits"))
        for what, words, bar, repeats in (
            ("--help", ["--help"], 0.25, 9),
            ("a config error", ["check", str(bad)], 0.25, 9),
            ("solve 8, warm cache", ["solve", "8", "--seed", "1"], 1.0, 5),
        ):
            seconds = median(_process(words, ROOT) for _ in range(repeats))
            rows.append((what, f"{seconds:.3f} s", f"{bar} s", f"{bar / seconds:.1f}x"))
        # A copy of the package has no machine code yet.
        shutil.copytree(
            ROOT / "metaqueens",
            Path(folder) / "metaqueens",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        seconds = _process(["solve", "8"], Path(folder))
    rows.append(("solve 8, first ever", f"{seconds:.1f} s", "20 s", f"{20 / seconds:.1f}x"))
    return rows


def _process(words: list[str], package: Path) -> float:
    clock = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "metaqueens", *words], cwd=package, capture_output=True, check=False,
        env={**os.environ, "PYTHONPATH": str(package)},
    )  # fmt: skip
    return time.perf_counter() - clock


def parallel() -> list[Row]:
    """Two processes against one, on a config that takes one of them 20 seconds or more."""
    config = str(ROOT / "configs/ga_n50.yaml")
    seconds = {}
    for jobs in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            words = [
                config,
                "runs=40",
                "algorithms.ga.mutation.probability=1.0",
                "--json",
                "--no-report",
            ]
            words += ["-j", str(jobs), "-o", f"{folder}/results", "--json", "--no-report"]
            answer = subprocess.run(
                [sys.executable, "-m", "metaqueens", "run", *words],
                capture_output=True, check=True,
            )  # fmt: skip
            seconds[jobs] = json.loads(answer.stdout)["seconds"]
    return [
        ("two processes", f"{seconds[2]:.1f} s", f"one process {seconds[1]:.1f} s",
         f"{seconds[1] / seconds[2]:.2f}x (bar 1.8x)"),
    ]  # fmt: skip


PARTS = {"annealing": annealing, "deap": deap, "start": start, "parallel": parallel}


def main(parts: list[str], known: dict[str, Callable[[], list[Row]]] = PARTS) -> None:
    """Measure these parts, or all, and print a table."""
    table = Table("what", "measured", "bar or peer", "ratio")
    for part in parts or known:
        for row in known[part]():
            table.add_row(*row)
    Console(width=110).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
