"""The speed of the main kernels, each beside a reference loop in the same process."""

from collections.abc import Callable

import numpy as np

from metaqueens.algorithms import Genetic, MinConflicts, SimulatedAnnealing
from metaqueens.exact.counting import count
from metaqueens.machine import speed
from metaqueens.machine.speed import Speed
from metaqueens.problem.queens import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import Parameters
from metaqueens.search.solve import solve

ROUNDS = 5
# On boards so large that no search is done within its evaluations.
ANNEALING = SimulatedAnnealing(schedule={"use": "constant", "temperature": 0.25})
SEARCHES: dict[str, tuple[Parameters, int, int]] = {
    "annealing_move": (ANNEALING, 1_000, 3_000_000),
    "min_conflicts_square": (MinConflicts(start="random", encoding="rows"), 5_000, 3_000_000),
    "genetic_board_of_1000": (Genetic(engine="compiled"), 1_000, 20_000),
}
COUNTED = 12


def speeds() -> dict[str, Speed]:
    """By name, what a unit of work takes: a move, a square of a column, a board, a node."""
    found = {"count_of_a_queen": speed.of_counting()}
    for name, (algorithm, n, evaluations) in SEARCHES.items():
        work = _search(algorithm, n, evaluations)
        found[name] = speed.beside_the_loop(work, evaluations, ROUNDS)
    *_, counted = count(Queens(COUNTED), workers=1)
    work = _count_all
    found["bitmask_node"] = speed.beside_the_loop(work, counted.nodes, ROUNDS)
    return found


def _search(algorithm: Parameters, n: int, evaluations: int) -> Callable[[], object]:
    problem = Queens(n, algorithm.encoding or "permutation")

    def work() -> None:
        found = solve(problem, algorithm, Budget(evaluations), seed=1)
        assert not found.solved, "a speed is one of a search that goes on to its budget's end"

    return work


def _count_all() -> None:
    for _ in count(Queens(COUNTED), workers=1):
        pass


def total(speeds: dict[str, Speed]) -> float:
    """The geometric mean of the ratios: one number for a version."""
    return float(np.exp(np.mean([np.log(one.ratio) for one in speeds.values()])))
