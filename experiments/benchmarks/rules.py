"""Boards with rules: moves a second of annealing beside a plain board, and exact labels.

python experiments/benchmarks/rules.py        about a minute
python experiments/benchmarks/rules.py moves  one part alone: moves labels puzzles
"""

import time
from collections.abc import Callable
from math import log
from statistics import median

import numpy as np
from core import main

from metaqueens import Queens
from metaqueens.algorithms.simulated_annealing import Constant, Focus, _anneal
from metaqueens.core.indexset import IndexSet
from metaqueens.core.moves import Moves
from metaqueens.core.random import stream_of
from metaqueens.exact.labels import label_of
from metaqueens.problem import generators
from metaqueens.problem.space import Space
from metaqueens.search.walk import Walk

Row = tuple[str, str, str, str]
N, ROUNDS, MOVES = 20, 9, 2_000_000
# The least share of a plain board's moves a second.
BARS = {
    "excluded": 0.9,
    "placed": 0.9,
    "torus": 0.75,
    "blocked": 0.7,
    "regions": 0.35,
    "superqueens": 0.35,
}


def moves() -> list[Row]:
    """Moves a second of processor time; every rule in turn, many times over."""
    problems = {"plain": Queens(N)} | {rule: _with(rule) for rule in BARS}
    speeds: dict[str, list[float]] = {rule: [] for rule in problems}
    for _ in range(ROUNDS):
        for rule, problem in problems.items():
            speeds[rule].append(_moves_a_second(problem))
    plain = median(speeds["plain"])
    rows = [("annealing, n = 20, plain", f"{plain / 1e6:.0f} M moves/s", "-", "-")]
    for rule, bar in BARS.items():
        speed = median(speeds[rule])
        rows.append(
            (
                f"annealing, n = 20, {rule}",
                f"{speed / 1e6:.0f} M moves/s",
                f"{bar:.2f} of plain",
                f"{speed / plain:.2f} of plain",
            )
        )
    return rows


def _with(rule: str) -> Queens:
    rng = np.random.default_rng(20)
    if rule in ("torus", "superqueens"):
        return Queens(N, **{rule: True})
    if rule == "regions":
        # Rectangles of four rows and five columns: a puzzle of this size takes long to make.
        letters = [["ABCDEFGHIJKLMNOPQRST"[row // 4 * 4 + column // 5] for column in range(N)]
                   for row in range(N)]  # fmt: skip
        return Queens(N, regions=["".join(line) for line in letters])
    drawn = {
        "excluded": lambda: generators.excluded_diagonals(N, 18, rng),
        "placed": lambda: generators.placed_queens(N, 5, rng),
        "blocked": lambda: generators.blocked_squares(N, 40, 4, rng),
    }
    return Queens(N, **{rule: drawn[rule]()})


def _moves_a_second(problem: Queens) -> float:
    rng = np.random.default_rng(problem.n)
    walk, stream = Walk.begin(Space(problem, "permutation").random_board(rng)), stream_of(rng)
    plan = Constant(temperature=0.4 / log(problem.n)).plan(problem.n)
    # Guards that can never reach 0 keep it going at the same work for as long as we like.
    walk = walk._replace(guards=walk.guards + 10**6, best_guards=walk.guards + 10**6)
    anneal, nobody = _anneal[Moves.SWAP, Focus.ALL], IndexSet.empty(0)
    walk = anneal(walk, nobody, 100_000, plan, stream)
    clock = time.thread_time()
    anneal(walk, nobody, walk.evaluations + MOVES, plan, stream)
    return MOVES / (time.thread_time() - clock)


def found() -> list[Row]:
    """Labels of excluded diagonals near the phase transition, each by two engines."""
    rng, count = np.random.default_rng(1), 50
    problems = [
        Queens(16, excluded=generators.excluded_diagonals(16, 13, rng)) for _ in range(count)
    ]
    clock = time.process_time()
    for problem in problems:
        label_of(problem, 60.0)
    each = (time.process_time() - clock) / count
    return [("label of 16/13", f"{1000 * each:.0f} ms", "120 ms (60 s for 1,000 on 2 cores)", "-")]


PARTS: dict[str, Callable[[], list[Row]]] = {"moves": moves, "labels": found}

if __name__ == "__main__":
    import sys

    main(sys.argv[1:], PARTS)
