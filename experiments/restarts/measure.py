"""What runs without restarts predict, and what restarts and independent walks then cost.

python -m experiments.restarts.measure restarts    # two minutes of one core; writes restarts.csv
python -m experiments.restarts.measure headlines   # five minutes of one core; writes headlines.csv
python -m experiments.restarts.measure walks       # some minutes of two cores; writes walks.csv
"""

import csv
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np

from experiments.restarts.prediction import best_cutoff, luby_cost, speed_up_with_interval
from metaqueens import AdaptiveSearch, Budget, Queens, SimulatedAnnealing, TabuSearch, solve
from metaqueens.exact.instances import instances
from metaqueens.queens.families import Family

HERE = Path(__file__).parent
RUNS, ALONE, WALKS = 600, 200, 100
# Where one run carries more than this share of all evaluations, there are more runs.
DEAREST, MORE_RUNS = 1 / 4, 3_000
# The headlines are measured anew on so many blocks of runs; their seeds are none of the table's.
BLOCKS, FIRST_SEED, STRIDE = 4, 10**6, 10**5
LEAST_SOLVED, RESAMPLES = 5, 300
BUDGET = Budget(evaluations=10**10)
CONSTANT = {"use": "constant", "temperature": 0.4}
COLD = {"use": "constant", "temperature": 0.1}


def board(n: int, excluded: int, number: int) -> Queens:
    """Instance ``number`` of the boards with excluded diagonals that have a solution."""
    drawn = {"use": "random", "count": excluded}
    family = Family(n, excluded=drawn, instances=number, seed=1, satisfiable=True)
    return next(islice(instances(family), number - 1, None)).problem


def cases() -> Iterator[tuple[Queens, str, Any]]:
    """Problems with searches whose run lengths have heavy tails, light ones, exponential ones."""
    yield Queens(10), "annealing at T = 0.1", SimulatedAnnealing(schedule=COLD)
    yield Queens(60), "adaptive search", AdaptiveSearch()
    yield Queens(13, torus=True), "tabu search", TabuSearch()
    yield board(16, 13, 2), "tabu search", TabuSearch()
    yield board(16, 13, 2), "annealing at T = 0.4", SimulatedAnnealing(schedule=CONSTANT)


def spent(problem: Queens, algorithm: Any, seeds: range) -> tuple[np.ndarray, np.ndarray]:
    """The evaluations and the seconds of a run of each seed; all solve."""
    results = [solve(problem, algorithm, BUDGET, seed) for seed in seeds]
    assert all(result.solved for result in results)
    evaluations = np.array([result.evaluations for result in results], float)
    return evaluations, np.array([result.seconds for result in results])


def interval(costs: np.ndarray, cost: Callable[[np.ndarray], float]) -> tuple[float, float, float]:
    """The ``cost`` of these runs, with the 95 % interval of a percentile bootstrap."""
    rng = np.random.default_rng(0)
    draws = [cost(rng.choice(costs, costs.size)) for _ in range(RESAMPLES)]
    low, high = np.quantile(draws, [0.025, 0.975])
    return float(cost(costs)), float(low), float(high)


def restarts() -> Iterator[dict[str, Any]]:
    """The cost of two policies as predicted and as measured, on seeds of their own."""
    for problem, name, algorithm in cases():
        alone, _ = spent(problem, algorithm, range(RUNS))
        unit = int(best_cutoff(alone, np.ones(RUNS, bool), LEAST_SOLVED).cutoff)
        dearest = alone.max() / alone.sum()
        if dearest > DEAREST:
            alone, _ = spent(problem, algorithm, range(MORE_RUNS))

        def fixed(runs: np.ndarray, unit: int = unit) -> float:
            return float(np.minimum(runs, unit).sum() / max(1, (runs <= unit).sum()))

        def luby(runs: np.ndarray, unit: int = unit) -> float:
            return luby_cost(runs, np.ones(runs.size, bool), unit)

        for policy, predicted in (("fixed", fixed), ("luby", luby)):
            seeds = range(10**4, 10**4 + RUNS)
            made, _ = spent(problem, restarted(algorithm, policy, unit), seeds)
            row = {"problem": problem.family, "algorithm": name, "policy": policy, "unit": unit}
            row |= {"runs_alone": alone.size, "dearest_of_600": dearest}
            row |= zip(("alone", "alone_low", "alone_high"), interval(alone, np.mean), strict=True)
            row |= zip(("predicted", "low", "high"), interval(alone, predicted), strict=True)
            measured = "measured", "measured_low", "measured_high"
            yield row | dict(zip(measured, interval(made, np.mean), strict=True))


def restarted(algorithm: Any, policy: str, unit: int) -> Any:
    """The algorithm with restarts."""
    given = {**algorithm.model_dump(), "restarts": {"use": policy, "unit": unit}}
    return type(algorithm)(**given)


def headlines() -> Iterator[dict[str, Any]]:
    """What restarts gain on each block of fresh seeds, with the units of restarts.csv.

    ``stuck``: the gain of the first case, the lesser of both policies. ``light``: how far the
    gains of the next two cases are from one. ``hard`` and ``harm``: the largest and the least
    gain of the last two.
    """
    with (HERE / "restarts.csv").open(encoding="utf-8") as file:
        units = [int(row["unit"]) for row in csv.DictReader(file)][::2]  # two policies a case
    for block in range(1, 1 + BLOCKS):
        first = FIRST_SEED + 2 * block * STRIDE
        gains = []
        for place, ((problem, _, algorithm), unit) in enumerate(zip(cases(), units, strict=True)):
            runs = RUNS if place else MORE_RUNS
            alone, _ = spent(problem, algorithm, range(first, first + runs))
            seeds = range(first + STRIDE, first + STRIDE + RUNS)
            made = [
                spent(problem, restarted(algorithm, policy, unit), seeds)[0].mean()
                for policy in ("fixed", "luby")
            ]
            gains.append(alone.mean() / np.array(made))
        yield {"headline": "stuck", "block": block, "value": gains[0].min()}
        light = np.maximum(gains[1:3], 1 / np.array(gains[1:3])).max()
        yield {"headline": "light", "block": block, "value": light}
        yield {"headline": "hard", "block": block, "value": np.max(gains[3:])}
        yield {"headline": "harm", "block": block, "value": np.min(gains[3:])}


def walks() -> Iterator[dict[str, Any]]:
    """Two walks at once, until one solves: long runs, beside which a process starts quickly."""
    for name, algorithm in (
        ("annealing at T = 0.4", SimulatedAnnealing(schedule=CONSTANT)),
        ("tabu search", TabuSearch()),
    ):
        problem = board(20, 18, 1)
        alone, seconds = spent(problem, algorithm, range(ALONE))
        factor = speed_up_with_interval(alone, np.ones(ALONE, bool), 2)
        seeds = range(10**4, 10**4 + WALKS)
        best = [first_to_solve(problem, algorithm, seed) for seed in seeds]
        evaluations = np.array([one.evaluations for one in best], float)
        row = {"problem": problem.family, "algorithm": name, "alone": alone.mean()}
        row |= {"alone_seconds": seconds.mean(), "predicted": factor.value}
        row |= {"low": factor.low, "high": factor.high, "measured": ratio(alone, evaluations)[0]}
        row |= zip(("measured_low", "measured_high"), ratio(alone, evaluations)[1:], strict=True)
        in_seconds = ratio(seconds, np.array([one.seconds for one in best]))
        yield row | dict(zip(("seconds", "seconds_low", "seconds_high"), in_seconds, strict=True))


def first_to_solve(problem: Queens, algorithm: Any, seed: int) -> Any:
    """The result of the first of two processes that solve, the second with a seed made of this."""
    made = int(np.random.SeedSequence(seed).generate_state(2, np.uint64)[1] >> np.uint64(11))
    with Pool(2) as processes:  # both are ended with it
        walk = partial(solve, problem, algorithm, BUDGET)
        return next(processes.imap_unordered(walk, [seed, made]))


def ratio(alone: np.ndarray, other: np.ndarray) -> tuple[float, float, float]:
    """The ratio of the means, and its 95 % percentile interval."""
    rng = np.random.default_rng(0)
    draws = [
        rng.choice(alone, alone.size).mean() / rng.choice(other, other.size).mean()
        for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(draws, [0.025, 0.975])
    return float(alone.mean() / other.mean()), float(low), float(high)


def main(part: str) -> None:
    parts = {"restarts": restarts, "headlines": headlines, "walks": walks}
    rows = list(parts[part]())
    with (HERE / f"{part}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow(
                {key: f"{one:.4g}" if isinstance(one, float) else one for key, one in row.items()}
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
