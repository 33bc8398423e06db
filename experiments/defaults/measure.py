"""The temperatures and the limits that searches choose for a problem, against the best ones.

python -m experiments.defaults.measure temperatures   # writes temperatures.csv
python -m experiments.defaults.measure choice         # writes choice.csv
python -m experiments.defaults.measure limits         # writes limits.csv
python -m experiments.defaults.measure headlines      # writes headlines.csv, after the first

The measure is the ERT: evaluations of all runs per solved run.
"""

import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from math import inf
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from experiments.defaults.problems import CHOOSING, FRESH, JUDGING, OTHERS
from metaqueens import (
    AdaptiveSearch,
    Budget,
    IteratedLocalSearch,
    LocalSearch,
    SimulatedAnnealing,
    TabuSearch,
    solve,
)
from metaqueens.algorithms.local_search import acceptance
from metaqueens.core.moves import count_moves
from metaqueens.core.random import start_stream
from metaqueens.problem.space import Space
from metaqueens.search import measurement
from metaqueens.search.measurement import Measured, measure
from metaqueens.search.walk import Walk

HERE = Path(__file__).parent
RUNS, BUDGET = 20, 1_000_000
# Constant temperatures are tried at distances of this factor, outwards from the measured one, as
# long as the ERT is at most so many times the least so far.
FACTOR, WORSE, FARTHEST = 1.5, 3, 8
# A run at a temperature ends at so many times the least ERT so far.
CUTOFF = 20
# Seeds of runs that judge a default, and of those that find the best constant.
JUDGE, FIND = range(1000, 1000 + RUNS), range(RUNS)
CRITERIA = ("late_acceptance", "threshold", "great_deluge", "record_to_record")
CONSTANTS = tuple(product((0.35, 0.7, 1.4), (1.5, 3.0, 6.0)))


def expected(problem: Any, algorithm: Any, seeds: range, budget: int = BUDGET) -> tuple[float, int]:
    """Return the ERT and the number of solved runs."""
    results = [solve(problem, algorithm, Budget(evaluations=budget), seed) for seed in seeds]
    solved = sum(result.solved for result in results)
    spent = sum(result.evaluations for result in results)
    return (spent / solved if solved else inf), solved


def constant(temperature: float) -> SimulatedAnnealing:
    """Return annealing at one temperature."""
    return SimulatedAnnealing(schedule={"use": "constant", "temperature": temperature})


def measured(problem: Any, seed: int) -> Measured:
    """Return the quantities that a run measures."""
    from numpy.random import default_rng

    space, rng = Space(problem, problem.encoding), default_rng(seed)
    walk = Walk.begin(space.random_state(rng))
    steps = measure(walk, space, space.moves(), Budget(evaluations=10**9), start_stream(rng))
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Measured = end.value[1]
            return found


def temperatures() -> Iterator[dict[str, Any]]:
    """Yield the ERT of annealing by default, and at constant temperatures."""
    for group, problems in (("choosing", CHOOSING), ("judging", JUDGING), ("fresh", FRESH)):
        for name, problem in problems.items():
            middle = median(measured(problem, seed).temperature for seed in FIND)
            row = {"group": group, "problem": name}
            ert, solved = expected(problem, SimulatedAnnealing(), JUDGE)
            yield {**row, "temperature": "measured", "median": middle, "ert": ert, "solved": solved}
            best = ert
            for ways in ((0, 1), (-1, -1)):
                place = ways[0]
                while abs(place) <= FARTHEST:
                    at = float(f"{middle * FACTOR**place:.3g}")
                    budget = int(min(BUDGET, CUTOFF * best))
                    ert, solved = expected(problem, constant(at), FIND, budget)
                    yield {**row, "temperature": at, "median": middle, "ert": ert, "solved": solved}
                    best = min(best, ert)
                    if ert > WORSE * best:
                        break
                    place += ways[1]


def choice() -> Iterator[dict[str, Any]]:
    """Yield the ERT of annealing with other constants of the rule, on the problems that choose."""
    usual = measurement.WORSENING, measurement.ACCEPTED
    for worsening, accepted in CONSTANTS:
        measurement.WORSENING, measurement.ACCEPTED = worsening, accepted
        for name, problem in CHOOSING.items():
            ert, solved = expected(problem, SimulatedAnnealing(), FIND)
            row = {"worsening": worsening, "accepted": accepted, "problem": name}
            yield {**row, "ert": ert, "solved": solved}
    measurement.WORSENING, measurement.ACCEPTED = usual


@contextmanager
def units_of_cost() -> Iterator[None]:
    """Give limits in units of the cost, not in measured steps."""
    with (
        patch.object(Measured, "step", property(lambda self: 1.0)),
        patch.object(acceptance, "step_of", lambda measured, steps=1.0: 1.0),
    ):
        yield


def criterion(name: str, **given: Any) -> LocalSearch:
    """Return local search under a criterion."""
    return LocalSearch(acceptance={"use": name, **given})


def settings(problem: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield searches with parameters in units of the cost; ``usual`` are those of n queens."""
    n, shares = problem.n, (1 / 16, 1 / 4, 1, 4)
    units = (1, 2, 4, 8) if "Partition" not in type(problem).__name__ else (1, 300, 1000, 3000)
    for unit, share in product(units, shares):
        usual = unit == share == 1
        each = {
            "late_acceptance": {"rise": unit, "patience": max(1, int(4 * n**2 * share))},
            "threshold": {"highest": 1.05 * unit, "length": max(1, int(4 * n**2 * share))},
            "great_deluge": {"rise": unit, "length": max(1, int(100 * n * share))},
            "record_to_record": {"deviation": unit},
        }
        for name, given in each.items():
            if "deviation" not in given or share == 1:
                yield name, "usual" if usual else str(given), criterion(name, **given)
    yield "record_to_record", "deviation=0", criterion("record_to_record", deviation=0)
    for low, high in ((1, 4), (0, 1), (1, 10), (5, 15), (n // 4, n // 2)):
        given = {"shortest": low, "longest": high}
        yield "tabu_search", "usual" if high == 4 else str(given), TabuSearch(**given)
    if problem.has("variable_cost"):
        for tenure, after in product((2, 5, 10), (1, 2, 5)):
            given = {"tenure": tenure, "reset_after": after}
            usual = (tenure, after) == (2, 2)
            yield "adaptive_search", "usual" if usual else str(given), AdaptiveSearch(**given)
    space = Space(problem, problem.encoding)
    moves = int(count_moves(int(space.moves()), space.problem.empty_state()))
    for strength, share in product((1, 2, 4, 8), (1 / 4, 1, 4)):
        given = {"strength": strength, "patience": max(1, int(moves * share))}
        usual = strength == 2 and share == 1
        words = "usual" if usual else str(given)
        yield "iterated_local_search", words, IteratedLocalSearch(**given)


def limits() -> Iterator[dict[str, Any]]:
    """Yield the ERT of other searches: as for n queens, measured, and with other parameters."""
    budget = 300_000
    for name, problem in OTHERS.items():
        for search in CRITERIA:
            ert, solved = expected(problem, criterion(search), JUDGE, budget)
            row = {"problem": name, "search": search, "parameters": "measured"}
            yield {**row, "ert": ert, "solved": solved}
        with units_of_cost():
            for search, words, algorithm in settings(problem):
                seeds = JUDGE if words == "usual" else FIND[: RUNS // 2]
                ert, solved = expected(problem, algorithm, seeds, budget)
                row = {"problem": name, "search": search, "parameters": words}
                yield {**row, "ert": ert, "solved": solved}


def headlines() -> Iterator[dict[str, Any]]:
    """Yield the largest ratio of the default to the best constant, on blocks of fresh seeds."""
    best: dict[str, float] = {}
    with (HERE / "temperatures.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["temperature"] != "measured":
                name = row["problem"]
                best[name] = min(best.get(name, inf), float(row["ert"]))
    for block in range(1, 4):
        seeds = range(10_000 * block, 10_000 * block + RUNS)
        ratios = [
            expected(problem, SimulatedAnnealing(), seeds)[0] / best[name]
            for name, problem in {**JUDGING, **FRESH}.items()
        ]
        yield {"headline": "within", "block": block, "value": max(ratios)}


def main(part: str) -> None:
    """Write one table."""
    parts = {each.__name__: each for each in (temperatures, choice, limits, headlines)}
    with (HERE / f"{part}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = None
        for row in parts[part]():
            writer = writer or csv.DictWriter(file, list(row), lineterminator="\n")
            if not file.tell():
                writer.writeheader()
            writer.writerow(
                {
                    key: f"{value:.4g}" if type(value) is float else value
                    for key, value in row.items()
                }
            )
            file.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
