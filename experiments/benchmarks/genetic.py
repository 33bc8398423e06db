"""The genetic algorithm's engines beside DEAP's own n-queens example, all on one core in one run.

python experiments/benchmarks/genetic.py        about two minutes
python experiments/benchmarks/genetic.py speed  one part alone: speed large
"""

import sys
import time
from pathlib import Path
from statistics import median

from core import deaps_example, main

from metaqueens import Budget, Genetic, Queens, load, solve
from metaqueens.algorithms.genetic.parts import Crossover, Mutation

CONFIGS = Path(__file__).parents[2] / "configs"
Row = tuple[str, str, str, str]


def speed() -> list[Row]:
    """Evaluations a second with the operators of DEAP's example, in the first 100 generations."""
    rows = []
    for n in (50, 200, 1000):
        # Processor time, so that what else the machine does is not measured.
        theirs = median(deaps_example(n, seed, time.process_time) for seed in range(5))
        for engine, seeds, bar in (("deap", 5, 5), ("compiled", 100, 60)):
            ours = _evaluations_a_second(n, engine, seeds)
            rows.append(
                (
                    f"n = {n}, population 300, {engine}",
                    f"{ours / 1e3:,.0f} k evals/s",
                    f"DEAP's example {theirs / 1e3:.1f} k evals/s",
                    f"{ours / theirs:.0f}x (bar {bar}x)",
                )
            )
    return rows


def _evaluations_a_second(n: int, engine: str, seeds: int) -> float:
    algorithm = Genetic(
        engine=engine, population=300, elites=0, crossover=Crossover(use="pmx", probability=0.5),
        mutation=Mutation(use="shuffle", probability=0.2),
    )  # fmt: skip
    runs = [solve(Queens(n), algorithm, Budget(18_000), seed) for seed in range(seeds)]
    return sum(run.evaluations for run in runs) / sum(run.cpu_seconds for run in runs)


def large() -> list[Row]:
    """The time to solve many queens: the default, the configs' settings, the memetic variant."""
    tuned = {cell.label: cell.algorithm for cell in load(CONFIGS / "ga_n1000.yaml").cells}
    tuned["the default"] = Genetic(engine="compiled")
    rows = []
    for n, seeds in ((1000, 30), (5000, 5)):
        for label, algorithm in tuned.items():
            if n == 5000 and label == "the default":
                continue  # minutes
            runs = [solve(Queens(n), algorithm, Budget(seconds=120), seed) for seed in range(seeds)]
            seconds = median(run.seconds for run in runs)
            solved = sum(run.solved for run in runs)
            bar = ("2 s", f"{2 / seconds:.0f}x") if n == 1000 else ("reached", "")
            rows.append((f"n = {n}, {label}, {solved}/{seeds}", f"{seconds:.3f} s", *bar))
    return rows


PARTS = {"speed": speed, "large": large}


if __name__ == "__main__":
    main(sys.argv[1:], PARTS)
