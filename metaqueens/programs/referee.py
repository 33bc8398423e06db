"""The referee of a program: its lines are read, and each of its boards is counted again."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens
from metaqueens.search.standing import Standing
from metaqueens.text.errors import RunFailed

# The most bytes of a line without a board, and of each row of a board.
BYTES, BYTES_PER_ROW = 65_536, 24
KEYS = ("queens", "guards", "evaluations", "steps")
SHOWN = 60


class Line(NamedTuple):
    """A line: a board, the claimed number of its attacking pairs, counts; None where not told."""

    queens: np.ndarray | None = None
    guards: int | None = None
    evaluations: int | None = None
    steps: int | None = None


class FalseClaim(Exception):
    """A board has another number of attacking pairs than claimed; ``standing`` has the claim."""

    def __init__(self, standing: Standing) -> None:
        super().__init__()
        self.standing = standing


class Referee:
    """The standing of a program, by the lines that it wrote and our count of its boards.

    Parameters
    ----------
    problem
        The problem that it was given.
    counts
        Whether every board comes with the program's own count of evaluations.

    Attributes
    ----------
    now
        The best board so far; all queens on one diagonal before the first one.
    boards
        The number of boards that it wrote.
    """

    def __init__(self, problem: Queens, counts: bool) -> None:
        self.problem, self.counts, self.boards = problem, counts, 0
        self._lines = self._evaluations = 0
        diagonal = np.arange(problem.n, dtype=np.int32)
        self.now = Standing(diagonal, recount(problem, diagonal), 0, 0, 0)

    @property
    def is_under_way(self) -> bool:
        """Whether ``now`` is its own: before, only one queen on a diagonal is a solution."""
        return bool(self.boards or self.now.guards)

    def take(self, line: bytes) -> bool:
        """Read a line; return whether its board is the best so far.

        Raises ``RunFailed`` where it is no line of the protocol, ``FalseClaim`` where its board has
        another number of attacking pairs than it says.
        """
        self._lines += 1
        try:
            said = read(line, self.problem.n)
            self._count(said)
        except ValueError as error:
            raise RunFailed(f"line {self._lines} of its output: {error}") from None
        return self._judged(said) if said.queens is not None else False

    def _count(self, said: Line) -> None:
        steps = self.now.steps if said.steps is None else said.steps
        self.boards += said.queens is not None
        if self.counts:
            self._evaluations = self._told(said)
        else:
            self._evaluations = self.boards
        # A board was priced at least once, and the best one not after all others.
        least = max(bool(self.boards), self.now.found_at)
        self.now = self.now._replace(
            evaluations=max(least, self._evaluations), steps=steps, counters=self._counters(said)
        )

    def _told(self, said: Line) -> int:
        """Return its own count of evaluations, which comes with each board, and never falls."""
        if said.evaluations is None:
            if said.queens is None:
                return self._evaluations
            raise ValueError("evaluations are missing, which counts: true promises")
        if said.evaluations < self._evaluations:
            raise ValueError(
                f"its evaluations fell from {self._evaluations:,} to {said.evaluations:,}"
            )
        return said.evaluations

    def _counters(self, said: Line) -> Mapping[str, int]:
        counters = {**self.now.counters, "boards": self.boards}
        if said.evaluations is not None:
            counters["evaluations_told"] = said.evaluations
        return counters

    def _judged(self, said: Line) -> bool:
        assert said.queens is not None
        guards = recount(self.problem, said.queens)
        # Two boards of one evaluation are told apart by one more.
        found_at = max(self.now.evaluations, self.now.found_at + 1)
        better = self.now._replace(
            queens=said.queens,
            guards=guards,
            found_at=found_at,
            evaluations=max(found_at, self.now.evaluations),
        )
        if said.guards is not None and said.guards != guards:
            raise FalseClaim(better._replace(guards=said.guards))
        if self.boards > 1 and guards >= self.now.guards:
            return False
        self.now = better
        return True


def read(line: bytes, n: int) -> Line:
    """Read a line about ``n`` queens. Raises ``ValueError`` where it is not of the protocol."""
    try:
        text = line.decode("utf-8").strip()
        value = _value(text)
        if isinstance(value, list):
            return Line(_queens(value, n))
        return _keys(value, n)
    except (ValueError, RecursionError) as error:
        why = "too deep" if isinstance(error, RecursionError) else str(error)
        shown = line[: SHOWN + 1].decode("utf-8", "backslashreplace")
        shown = shown[:SHOWN] + "..." if len(line) > SHOWN else shown
        raise ValueError(f"{why}: {shown!r}") from None


def longest_line(n: int) -> int:
    """Return the most bytes of a line about ``n`` queens."""
    return BYTES + BYTES_PER_ROW * n


def _value(text: str) -> Any:
    if text[:1] in "{[":
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"no JSON ({error.msg.lower()}, character {error.pos + 1})") from None
    return [_number(word) for word in text.replace(",", " ").split()]


def _number(word: str) -> Any:
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"expected a board, rows from 0, got {word[:SHOWN]!r}") from None


def _queens(rows: list[Any], n: int) -> np.ndarray:
    if len(rows) != n:
        raise ValueError(f"expected {n:,} rows, got {len(rows):,}")
    for column, row in enumerate(rows):
        if type(row) is not int:
            raise ValueError(f"expected whole numbers, got {row!r:.{SHOWN}} in column {column}")
        if not 0 <= row < n:
            said = f"row {row} in column {column}; rows are 0 to {n - 1}"
            raise ValueError(f"a queen off the board: {said}")
    return np.array(rows, np.int32)


def _keys(value: dict[str, Any], n: int) -> Line:
    for key in value:
        if key not in KEYS:
            raise ValueError(f"{key!r:.{SHOWN}} is not one of {', '.join(KEYS)}")
    for key in KEYS[1:]:
        count = value.get(key)
        if count is not None and (type(count) is not int or not 0 <= count < 2**62):
            raise ValueError(f"{key}: expected a whole number from 0 on, got {count!r:.{SHOWN}}")
    rows = value.get("queens")
    if rows is not None and not isinstance(rows, list):
        raise ValueError(f"queens: expected a list of rows, got {rows!r:.{SHOWN}}")
    if rows is None and value.get("guards") is not None:
        raise ValueError("guards are of queens, which are missing")
    queens = None if rows is None else _queens(rows, n)
    return Line(queens, *(value.get(key) for key in KEYS[1:]))
