"""Problems of users' files: evaluations a second of annealing beside one on 1,000 queens.

python experiments/benchmarks/own.py    about ten seconds
"""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from core import main

from metaqueens import Budget, Queens, SimulatedAnnealing, solve
from tests.own.problems.colouring import Colouring
from tests.own.problems.interval import Fast

Row = tuple[str, str, str, str]
EVALUATIONS, ROUNDS, T = 2_000_000, 9, 0.3
# The least share of the evaluations a second on 1,000 queens; the graph has no such colouring.
BARS: dict[str, tuple[Any, float]] = {
    "all-interval series, n = 100, swap_change": (Fast(n=100), 0.2),
    "colouring, 250 vertices, 20 colours, table of counts": (
        Colouring(vertices=250, colours=20),
        0.5,
    ),
}


def evaluations() -> list[Row]:
    """Evaluations a second of processor time at T = 0.3; every problem in turn."""
    problems = {"annealing, 1,000 queens": Queens(1000)}
    problems |= {name: problem for name, (problem, _) in BARS.items()}
    speeds: dict[str, list[float]] = {name: [] for name in problems}
    for _ in range(ROUNDS):
        for name, problem in problems.items():
            speeds[name].append(_speed(problem))
    (first, plain), *others = ((name, median(found)) for name, found in speeds.items())
    rows = [(first, f"{plain / 1e6:.1f} M evaluations/s", "-", "-")]
    for name, speed in others:
        bar, share = f"{BARS[name][1]:.2f} of queens", f"{speed / plain:.2f} of queens"
        rows.append((name, f"{speed / 1e6:.1f} M evaluations/s", bar, share))
    return rows


def _speed(problem: Any) -> float:
    """Return the evaluations a second of the searches, without what comes before and after."""
    annealing = SimulatedAnnealing(schedule={"use": "constant", "temperature": T})
    done, seconds, seed = 0, 0.0, 1
    while done < EVALUATIONS:  # a run that solves its problem is followed by another
        result = solve(problem, annealing, Budget(EVALUATIONS - done), seed=seed)
        done, seconds, seed = done + result.evaluations, seconds + result.cpu_seconds, seed + 1
    return done / seconds


PARTS: dict[str, Callable[[], list[Row]]] = {"evaluations": evaluations}

if __name__ == "__main__":
    main(sys.argv[1:], PARTS)
