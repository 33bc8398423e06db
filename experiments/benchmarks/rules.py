"""Boards with rules: moves a second of annealing beside a plain board, and exact labels.

python experiments/benchmarks/rules.py        about a minute
python experiments/benchmarks/rules.py moves  one part alone: moves labels
"""

import time
from collections.abc import Callable
from statistics import median

import numpy as np
from core import main, moves_a_second

from metaqueens import Queens
from metaqueens.exact.instances import find_label
from metaqueens.queens import generators

Row = tuple[str, str, str, str]
N, ROUNDS, MOVES = 20, 9, 2_000_000
# The least share of a plain board's moves a second.
BARS = {
    "excluded": 0.9,
    "placed": 0.9,
    "torus": 0.75,
    "blocked": 0.7,
    "regions": 0.35,
}


def moves() -> list[Row]:
    """Moves a second of processor time; every rule in turn, many times over."""
    problems = {"plain": Queens(N)} | {rule: with_rule(rule) for rule in BARS}
    speeds: dict[str, list[float]] = {rule: [] for rule in problems}
    for _ in range(ROUNDS):
        for rule, problem in problems.items():
            speeds[rule].append(moves_a_second(problem, MOVES, time.thread_time))
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


def with_rule(rule: str) -> Queens:
    rng = np.random.default_rng(20)
    if rule == "torus":
        return Queens(N, torus=True)
    if rule == "regions":
        # Rectangles of four rows and five columns: a puzzle of this size takes long to make.
        letters = [["ABCDEFGHIJKLMNOPQRST"[row // 4 * 4 + column // 5] for column in range(N)]
                   for row in range(N)]  # fmt: skip
        return Queens(N, regions=["".join(line) for line in letters])
    drawn = {
        "excluded": lambda: generators.draw_diagonals(N, 18, rng),
        "placed": lambda: generators.draw_placed_queens(N, 5, rng),
        "blocked": lambda: generators.draw_blocked_squares(N, 40, 4, rng),
    }
    return Queens(N, **{rule: drawn[rule]()})


def found() -> list[Row]:
    """Labels of excluded diagonals near the phase transition, each by two engines."""
    rng, count = np.random.default_rng(1), 50
    problems = [Queens(16, excluded=generators.draw_diagonals(16, 13, rng)) for _ in range(count)]
    clock = time.process_time()
    for problem in problems:
        find_label(problem, 60.0)
    each = (time.process_time() - clock) / count
    return [("label of 16/13", f"{1000 * each:.0f} ms", "120 ms (60 s for 1,000 on 2 cores)", "-")]


PARTS: dict[str, Callable[[], list[Row]]] = {"moves": moves, "labels": found}

if __name__ == "__main__":
    import sys

    main(sys.argv[1:], PARTS)
