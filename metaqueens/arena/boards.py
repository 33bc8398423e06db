"""The boards of a league, harder in each round; every board of queens has a solution.

A solution is drawn first, then rules that leave it. No board is plain or a torus: formulas solve
those, because the solutions of a torus that can be drawn are lines.
"""

import shlex
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from metaqueens.config.checking import check_problem
from metaqueens.config.contestant import read_setting
from metaqueens.config.strict_yaml import Document
from metaqueens.contestants.registry import class_of, use_of
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.space import Space
from metaqueens.queens.generators import draw_blocked_squares, draw_diagonals, plant_regions
from metaqueens.queens.problem import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.solve import solve
from metaqueens.text.errors import UserError

# Boards of one version are comparable; it changes with anything below.
VERSION = 4
# The first round: the least and the greatest number of queens, of which one or two are placed.
EASY = (4, 20)
# By kind and further round: the number of queens, and the strictness of the rule: free squares in
# each row and column, or excluded diagonals divided by queens.
RUNGS: dict[str, tuple[tuple[int, float], ...]] = {
    "completion": tuple((n, 0) for n in (80, 160, 320, 640, 1_280, 2_500, 5_000, 10_000)),
    "excluded": (
        (12, 0.8), (16, 1.0), (20, 1.2), (26, 1.35), (32, 1.5), (40, 1.6), (50, 1.8), (64, 1.9),
    ),
    "blocked": ((12, 4), (20, 4), (28, 5), (36, 5), (44, 6), (56, 7), (80, 8), (100, 9)),
    "placed": ((16, 5), (24, 5), (36, 5), (48, 6), (64, 6), (80, 7), (100, 8), (120, 8)),
    "regions": ((12, 4), (20, 5), (28, 5), (36, 5), (44, 6), (50, 6), (52, 5), (52, 4)),
}  # fmt: skip
ROUNDS = 1 + len(RUNGS["completion"])
# The sizes of the rounds of another problem if none are given.
SIZES = {
    "costas": "n=6,8,10,12,14,16,17,18",
    "all_interval": "n=8,10,12,14,16,20,25,30",
    "magic_square": "order=3,4,5,6,7,8,9,10",
    "colouring": "queens=4,5,6,7,8,9,10,11 colours=5,5,8,8,10,11,12,13",
}
USUAL_SIZES = "n=5,8,10,12,16,20,25,30"
# Placed queens of a completion. Through two squares of a board whose n has no factor 2 or 3, a
# formula finds a solution: a line on the torus.
MIN_PLACED, MAX_PLACED = 4, 10
_EVALUATIONS = 10_000_000
Squares = tuple[tuple[int, int], ...]


class Board(NamedTuple):
    """A board of a league; ``round``, and ``number`` among its kind, count from 1."""

    round: int
    kind: str
    number: int
    problem: BaseProblem

    @property
    def name(self) -> str:
        """The name of the board in its league."""
        return f"{self.round}-{self.kind}-{self.number}"


def read_problems(text: str) -> list[BaseProblem]:
    """Return the problems of a text such as ``costas n=10,12``, one for each value.

    Raises ``UserError`` if there is no such problem.
    """
    use, *settings = shlex.split(text) or [""]
    read = [
        read_setting(word, "n=10,12") for word in settings or SIZES.get(use, USUAL_SIZES).split()
    ]
    count = max(len(values) for _, values in read)
    if any(len(values) not in (1, count) for _, values in read):
        raise UserError(f"{text}: expected one value of each field, or {count}")
    found = []
    for k in range(count):
        fields = {key: values[k % len(values)] for key, values in read}
        document = Document({"problem": {"use": use_of(use), **fields}}, {(): text})
        found.append(check_problem(document))
    return [space.problem for space in found if isinstance(space, Space)]


def list_kinds(key: int, problem: str) -> list[BaseProblem]:
    """Return a problem of each kind of boards; the second round of n queens has all kinds."""
    if problem:
        return read_problems(problem)
    return [board.problem for number in (1, 2) for board in draw(key, number, len(RUNGS))]


def draw(key: int, round_: int, count: int, problems: Sequence[BaseProblem] = ()) -> list[Board]:
    """Draw the ``count`` boards of a round, from 1, of the league with this ``key``.

    If there are ``problems``, one for each round, a field called ``seed`` is drawn for each board.
    """
    if problems:
        return [_draw_instance(problems[round_ - 1], key, round_, 1 + k) for k in range(count)]
    kinds, found = ["easy"] if round_ == 1 else [*RUNGS], []
    for place in range(count):
        number, k = 1 + place // len(kinds), place % len(kinds)
        n, strictness = RUNGS[kinds[k]][round_ - 2] if round_ > 1 else (EASY[1], 0)
        rng = np.random.default_rng([key, round_, k, number])
        found.append(Board(round_, kinds[k], number, draw_problem(kinds[k], n, strictness, rng)))
    return found


def _draw_instance(problem: Any, key: int, round_: int, number: int) -> Board:
    if "seed" in getattr(type(problem), "model_fields", {}):
        seed = int(np.random.default_rng([key, round_, number]).integers(2**31))
        problem = problem.model_copy(update={"seed": seed})
    return Board(round_, type(problem).__name__.lower(), number, problem)


def draw_problem(kind: str, n: int, strictness: float, rng: np.random.Generator) -> Queens:
    if kind == "easy":
        n = int(rng.integers(EASY[0], n + 1))
        return Queens(n, placed=_choose(_solve(n, rng), int(rng.integers(1, 3)), rng))
    if kind == "completion":
        n += int(rng.integers(n // 10 + 1))
        count = int(rng.integers(MIN_PLACED, MAX_PLACED + 1))
        return Queens(n, placed=_choose(_solve(n, rng, "queue_search"), count, rng))
    regions, solution = plant_regions(n, rng) if kind == "regions" else (None, _solve(n, rng))
    if kind == "excluded":
        count = int(strictness * n)
        return Queens(n, excluded=tuple(draw_diagonals(n, count, rng, solution)))
    placed = _choose(solution, n // 4, rng) if kind == "placed" else ()
    blocked = draw_blocked_squares(n, None, int(strictness), rng, solution)
    return Queens(n, placed=placed, blocked=tuple(blocked), regions=regions)


def _choose(solution: np.ndarray, count: int, rng: np.random.Generator) -> Squares:
    """Return row and column of some queens of a solution."""
    columns = rng.permutation(len(solution))[:count]
    return tuple((int(solution[column]), int(column)) for column in columns)


def _solve(n: int, rng: np.random.Generator, use: str = "adaptive_search") -> np.ndarray:
    """Return a random solution of the plain board."""
    search = class_of(use)()
    while True:
        found = solve(Queens(n), search, Budget(_EVALUATIONS), int(rng.integers(2**53)))
        if found.solved:
            return found.values
