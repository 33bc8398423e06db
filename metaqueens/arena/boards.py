"""The boards of a league: drawn round by round, each round harder, every board with a solution.

A solution is drawn first, and rules are drawn that leave it: no engine has to say that there is
one, and none of ours has to find one for a board to be played. No board is plain or a torus:
formulas solve those, since the solutions of a torus that can be drawn are lines.
"""

from typing import NamedTuple

import numpy as np

from metaqueens.contestants.registry import class_of
from metaqueens.queens.generators import draw_blocked_squares, draw_diagonals, plant_regions
from metaqueens.queens.problem import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.solve import solve

# Boards of one version compare; it changes with anything below.
VERSION = 3
# By kind and round: queens, and how narrow the rule is: the squares that are left free in each row
# and column, or the excluded diagonals over the queens.
RUNGS: dict[str, tuple[tuple[int, float], ...]] = {
    "completion": tuple((n, 0) for n in (80, 160, 320, 640, 1_280, 2_500, 5_000, 10_000)),
    "excluded": (
        (12, 0.8), (16, 1.0), (20, 1.2), (26, 1.35), (32, 1.5), (40, 1.6), (50, 1.8), (64, 1.9),
    ),
    "blocked": ((12, 4), (20, 4), (28, 5), (36, 5), (44, 6), (56, 7), (80, 8), (100, 9)),
    "placed": ((16, 5), (24, 5), (36, 5), (48, 6), (64, 6), (80, 7), (100, 8), (120, 8)),
    "regions": ((12, 4), (20, 5), (28, 5), (36, 5), (44, 6), (50, 6), (52, 5), (52, 4)),
}  # fmt: skip
ROUNDS = len(RUNGS["completion"])
# Queens that a completion begins with, of a random solution. Through two squares of a board whose n
# has no factor 2 or 3, a line on the torus is a solution that a formula finds.
LEAST_PLACED, MOST_PLACED = 4, 10
_EVALUATIONS = 10_000_000


class Board(NamedTuple):
    """A board of a league; ``round`` counts from 1, and so does ``number`` among its kind."""

    round: int
    kind: str
    number: int
    problem: Queens

    @property
    def name(self) -> str:
        """What tells it from the other boards of its league."""
        return f"{self.round}-{self.kind}-{self.number}"


def draw(key: int, round_: int, count: int) -> list[Board]:
    """Return the ``count`` boards of a round, from 1, of the league with this ``key``."""
    kinds, found = [*RUNGS], []
    for place in range(count):
        number, k = 1 + place // len(kinds), place % len(kinds)
        n, narrow = RUNGS[kinds[k]][round_ - 1]
        rng = np.random.default_rng([key, round_, k, number])
        found.append(Board(round_, kinds[k], number, _problem(kinds[k], n, narrow, rng)))
    return found


def _problem(kind: str, n: int, narrow: float, rng: np.random.Generator) -> Queens:
    if kind == "completion":
        n += int(rng.integers(n // 10 + 1))
        count = int(rng.integers(LEAST_PLACED, MOST_PLACED + 1))
        return Queens(n, placed=_placed(_solution(Queens(n), rng, "queue_search"), count, rng))
    if kind == "regions":
        regions, solution = plant_regions(n, rng)
        return Queens(n, regions=regions, blocked=_blocked(n, narrow, rng, solution))
    solution = _solution(Queens(n), rng)
    if kind == "excluded":
        count = int(narrow * n)
        return Queens(n, excluded=tuple(draw_diagonals(n, count, rng, solution)))
    placed: tuple[tuple[int, int], ...] = ()
    if kind == "placed":
        placed = _placed(solution, n // 4, rng)
    blocked = _blocked(n, narrow, rng, solution)
    return Queens(n, placed=placed, blocked=blocked)


def _placed(
    solution: np.ndarray, count: int, rng: np.random.Generator
) -> tuple[tuple[int, int], ...]:
    """Return the row and the column of some queens of a solution."""
    columns = rng.permutation(len(solution))[:count]
    return tuple((int(solution[column]), int(column)) for column in columns)


def _blocked(
    n: int, free: float, rng: np.random.Generator, solution: np.ndarray
) -> tuple[tuple[int, int], ...]:
    return tuple(draw_blocked_squares(n, None, int(free), rng, solution))


def _solution(
    problem: Queens, rng: np.random.Generator, use: str = "adaptive_search"
) -> np.ndarray:
    """Return a solution of a problem that a search of ours solves at once."""
    search = class_of(use)()
    while True:
        found = solve(problem, search, Budget(_EVALUATIONS), int(rng.integers(2**53)))
        if found.solved:
            return found.values
